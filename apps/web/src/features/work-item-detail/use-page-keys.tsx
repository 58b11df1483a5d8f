import { lookup } from '@cairn/contract'
import { Suspense, useRef, useState } from 'react'
import { useMe } from '#entities/account/hooks.ts'
import { useAssignable } from '#entities/project/hooks.ts'
import type { ItemPage } from '#entities/work-item/item-context.ts'
import { useTurnPage } from '#entities/work-item/open-item.ts'
import { type Property, propertyKeys } from '#entities/work-item/properties.ts'
import { PickAhead } from '#ui/controls/typed-ahead.tsx'
import { useKeys } from '#ui/platform/hotkeys.ts'
import { lazy } from '#ui/platform/lazy.ts'
import { hasType } from './properties.tsx'

const PropertyPopup = lazy(() => import('#entities/work-item/property-popup.tsx'))

interface Opened {
  property: Property
  anchor: HTMLElement
  returnTo: HTMLElement
  open: boolean
}

const focused = () =>
  document.activeElement instanceof HTMLElement ? document.activeElement : document.body

const steps: Partial<Record<string, 1 | -1>> = { j: 1, k: -1 }

/** Shortcuts of an open item, on its page or beside a list: the same as those of its row. */
export function usePageKeys(page: ItemPage) {
  const { slug, item, project, canChange, canHang, change } = page
  const { id: me } = useMe()
  const assignable = useAssignable(slug, project.id)
  const turnPage = useTurnPage(slug)
  const mark = useRef<HTMLSpanElement>(null)
  // Stays after closing until it has faded out.
  const [opened, setOpened] = useState<Opened>()

  const peek = () => mark.current?.closest<HTMLElement>('[data-peek]')
  const pane = () => peek() ?? mark.current?.closest<HTMLElement>('main') ?? document.body

  function mayOpen(property: Property) {
    const unused: Partial<Record<Property, boolean>> = {
      type: !hasType(page),
      estimate: project.estimate === null,
      cycle: !canHang || !project.cycle_view || item.is_epic,
      modules: !canHang || !project.module_view || item.is_epic,
    }
    return canChange && !unused[property]
  }

  /** Anchored to its value if visible; otherwise below the bar of the item. */
  function open(property: Property) {
    const values = pane().querySelectorAll<HTMLElement>(`[data-property=${property}]`)
    const shown = [...values].find((one) => one.checkVisibility())
    const anchor =
      shown?.querySelector<HTMLElement>('button:last-of-type') ??
      shown ??
      mark.current?.parentElement
    if (!anchor || !mayOpen(property)) return
    anchor.scrollIntoView({ block: 'nearest' })
    const before = focused()
    const returnTo = before === document.body ? (peek() ?? anchor) : before
    setOpened({ property, anchor, returnTo, open: true })
  }

  function assignMe() {
    const { assignee_ids } = item
    const isMine = assignee_ids.includes(me)
    if (!canChange || (!isMine && !assignable.has(me))) return
    change({
      assignee_ids: isMine ? assignee_ids.filter((id) => id !== me) : [...assignee_ids, me],
    })
  }

  useKeys(
    (key) => {
      const beside = peek()
      // The page or the peek, whichever has the focus; without a focus, the one on top.
      if (beside ? !beside.contains(focused()) && focused() !== document.body : isInPeek()) {
        return undefined
      }
      const property = lookup(propertyKeys, key)
      if (property) return { run: () => open(property) }
      if (key === 'i') return { run: assignMe }
      const step = beside ? undefined : lookup(steps, key)
      return step && { run: () => turnPage(item, step) }
    },
    { first: true },
  )

  const close = () => setOpened((now) => now && { ...now, open: false })
  const popup = opened && (
    <Suspense fallback={<PickAhead />}>
      <PropertyPopup
        slug={slug}
        property={opened.property}
        items={[item]}
        place={{ ...opened, onClose: close }}
        align="start"
        onChange={change}
      />
    </Suspense>
  )
  return { mark, popup, open, mayOpen }
}

const isInPeek = () => focused().closest('[data-peek]') !== null
