import type { WorkItem } from '@cairn/contract'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useAllProjects } from '#entities/project/hooks.ts'
import { useSmallScreen } from '#ui/platform/use-small-screen.ts'
import { archivedItemAddress, itemAddress, keyOf } from './item-address.ts'

/** What a click says about where to open: in place, or in a tab of its own. */
export interface Press {
  ctrlKey?: boolean
  metaKey?: boolean
  shiftKey?: boolean
  button?: number
}

const wantsTab = ({ ctrlKey, metaKey, shiftKey, button }: Press) =>
  Boolean(ctrlKey || metaKey || shiftKey || button === 1)

// A row knows most of its item already: shown at once, while the rest is read.
const rows = new Map<string, WorkItem>()
export const rowOf = (key: string) => rows.get(key)

let neighbours: readonly WorkItem[] = []

/** Told by the list on the screen: its items, in the order they stand. J and K in the peek follow it. */
export function setNeighbours(items: readonly WorkItem[]) {
  neighbours = items
}

export function neighbourOf(id: string, step: 1 | -1): WorkItem | undefined {
  const at = neighbours.findIndex((item) => item.id === id)
  return at < 0 ? undefined : neighbours[at + step]
}

/** The key of the item in the peek, for the row that shows it. */
export const usePeekedKey = () =>
  useSearch({
    strict: false,
    select: ({ peekId }: { peekId?: unknown }) => (typeof peekId === 'string' ? peekId : undefined),
  })

/** What is peeked at is part of the address, so that a link shows it too. */
export function useSetPeek() {
  const navigate = useNavigate()
  const router = useRouter()
  return useCallback(
    (peekId: string | undefined) => {
      const { pathname, search } = router.latestLocation
      const { peekId: _before, ...rest } = search as Record<string, unknown>
      const to: string = pathname
      void navigate({ to, search: { ...rest, ...(peekId && { peekId }) } })
    },
    [navigate, router],
  )
}

/** Opens an item by its key: beside what is shown, or on its own page on small screens. */
export function useOpenKey(slug: string) {
  const navigate = useNavigate()
  const setPeek = useSetPeek()
  const small = useSmallScreen()
  return useCallback(
    (key: string, press?: Press) => {
      const address: string = itemAddress(slug, key)
      if (press && wantsTab(press)) window.open(address, '_blank', 'noopener')
      else if (small) void navigate({ to: address })
      else setPeek(key)
    },
    [navigate, setPeek, small, slug],
  )
}

/**
 * Opens an item: beside the list, on its own page on small screens, in a new tab with Ctrl or the
 * middle button. Rows carry `data-item={item.id}`: the focus goes back to them when the peek closes.
 */
export function useOpenItem(slug: string) {
  const navigate = useNavigate()
  const openKey = useOpenKey(slug)
  const projects = useAllProjects(slug)
  return useCallback(
    (item: WorkItem, press?: Press) => {
      const project = projects?.find(({ id }) => id === item.project_id)
      // Without a number it has no address; the server gives it one in a moment.
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
    [navigate, openKey, projects, slug],
  )
}
