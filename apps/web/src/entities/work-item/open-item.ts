import type { WorkItem } from '@cairn/contract'
import { useCallback } from 'react'
import { useAllProjects } from '#entities/project/hooks.ts'
import { useSmallScreen } from '#ui/platform/use-small-screen.ts'
import { useSearchValue } from '#ui/router/hooks.ts'
import { latestLocation, navigate } from '#ui/router/router.ts'
import { archivedItemAddress, itemAddress, keyOf } from './item-address.ts'

/** Modifier keys of a click: open in place, or in a new tab. */
export interface Press {
  ctrlKey?: boolean
  metaKey?: boolean
  shiftKey?: boolean
  button?: number
}

const wantsTab = ({ ctrlKey, metaKey, shiftKey, button }: Press) =>
  Boolean(ctrlKey || metaKey || shiftKey || button === 1)

// A row has most fields of its item: shown at once, while the rest is loaded.
const rows = new Map<string, WorkItem>()
export const rowOf = (key: string) => rows.get(key)

let neighbours: readonly WorkItem[] = []

/** Set by the list on the screen: its items, in screen order. J and K in the peek follow it. */
export function setNeighbours(items: readonly WorkItem[]) {
  neighbours = items
}

export function neighbourOf(id: string, step: 1 | -1): WorkItem | undefined {
  const at = neighbours.findIndex((item) => item.id === id)
  return at < 0 ? undefined : neighbours[at + step]
}

/** The item to focus after these are removed: the next one, else the previous one. */
export function survivorOf(gone: readonly WorkItem[]): WorkItem | undefined {
  const ids = new Set(gone.map(({ id }) => id))
  const stays = ({ id, parent_id }: WorkItem) => !ids.has(id) && !ids.has(parent_id ?? '')
  const last = neighbours.findLastIndex(({ id }) => ids.has(id))
  if (last < 0) return undefined
  return neighbours.slice(last + 1).find(stays) ?? neighbours.slice(0, last).findLast(stays)
}

/** The focusable element of an item's row, card or block. */
export function rowElement({ id }: WorkItem): HTMLElement | undefined {
  const row = document.querySelector<HTMLElement>(`main [data-item="${CSS.escape(id)}"]`)
  if (!row || row.hasAttribute('tabindex')) return row ?? undefined
  return row.querySelector<HTMLElement>('[data-col="0"], [data-open], a') ?? undefined
}

/** The key of the item in the peek, for the row that shows it. */
export const usePeekedKey = () => useSearchValue('peekId')

/** The peeked item is part of the URL, so that a link shows it too. */
export function useSetPeek() {
  return useCallback((peekId: string | undefined) => {
    const { pathname, search } = latestLocation()
    const { peekId: _before, ...rest } = search
    const to: string = pathname
    void navigate({ to, search: { ...rest, ...(peekId && { peekId }) } })
  }, [])
}

/** Opens an item by its key: in the side panel, or on its page on small screens. */
export function useOpenKey(slug: string) {
  const setPeek = useSetPeek()
  const small = useSmallScreen()
  return useCallback(
    (key: string, press?: Press) => {
      const address: string = itemAddress(slug, key)
      if (press && wantsTab(press)) window.open(address, '_blank', 'noopener')
      else if (small) void navigate({ to: address })
      else setPeek(key)
    },
    [setPeek, small, slug],
  )
}

/**
 * Opens an item: in the side panel, on its page on small screens, in a new tab with Ctrl or the
 * middle button. Rows carry `data-item={item.id}`: the focus returns to them when the peek closes.
 */
export function useOpenItem(slug: string) {
  const openKey = useOpenKey(slug)
  const projects = useAllProjects(slug)
  return useCallback(
    (item: WorkItem, press?: Press) => {
      const project = projects?.find(({ id }) => id === item.project_id)
      // Without a number it has no URL; the server assigns one in a moment.
      if (!project || item.sequence_id === 0) return
      if (item.archived_at) {
        const address: string = archivedItemAddress(slug, item.project_id, item.id)
        if (press && wantsTab(press)) window.open(address, '_blank', 'noopener')
        else void navigate({ to: address })
        return
      }
      const key = keyOf(project, item)
      rows.set(key, item)
      openKey(key, press)
    },
    [openKey, projects, slug],
  )
}

/**
 * On an item's page: opens its neighbor in the list the user came from. Back still leads to that
 * list.
 */
export function useTurnPage(slug: string) {
  const projects = useAllProjects(slug)
  return useCallback(
    ({ id }: WorkItem, step: 1 | -1) => {
      const next = neighbourOf(id, step)
      const project = projects?.find((one) => one.id === next?.project_id)
      if (!next || !project || next.sequence_id === 0) return
      const key = keyOf(project, next)
      rows.set(key, next)
      void navigate({ to: itemAddress(slug, key) as string, replace: true })
    },
    [projects, slug],
  )
}
