import { lookup } from '@cairn/contract'
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { t } from '#data/i18n.ts'
import { announce } from '../feedback/announce.ts'
import { afterFirstScreen } from '../platform/first-screen.ts'
import type { Attached, AttachedZone } from './sortable-drag.ts'

/** Where a thing is put down: over another, under it, or into it. */
export type DropSide = 'before' | 'after' | 'inside'

export interface Drop {
  place: DropSide
  blocked: boolean
}

/** One step by keyboard: Alt and an arrow. `in` and `out` are of trees. */
export type Step = 'up' | 'down' | 'in' | 'out'

interface ZoneOptions {
  /** Only things of one kind are put down at each other. */
  kind: string
  /** Off: neither carried nor a place to put others. */
  enabled?: boolean
  /** What is refused shows so, and nothing happens. */
  mayDrop?: (dragged: string, place: DropSide) => boolean
  onDrop: (dragged: string, place: DropSide) => void
}

interface SortableOptions extends ZoneOptions {
  id: string
  /** For those who hear where it went. */
  name: string
  /** Whether other things can be put into it. */
  nests?: boolean
  /** `horizontal` where things stand beside each other. */
  axis?: 'vertical' | 'horizontal'
  /** Where it can go from here by keyboard. */
  steps: readonly Step[]
  onStep: (step: Step) => void
}

const stepKeys: Partial<Record<string, Step>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
}

// What is moved by keyboard may be put elsewhere in the page, and the browser then forgets its focus.
let stepped: string | undefined

const always = () => true

const isSame = (a: Drop | undefined, b: Drop | undefined) =>
  a?.place === b?.place && a?.blocked === b?.blocked

/** Nobody drags in the first moment: the first paint does not wait for what makes it possible. */
const loadDrag = () => afterFirstScreen().then(() => import('./sortable-drag.ts'))

/**
 * A row that can be dragged, and moved by Alt and an arrow key. Spread `itemProps` on the row and give
 * it `sortableLook`; put a `DropMark` into it and, where not the whole row is to be the handle, a
 * `SortableHandle`. What moving means is the caller's: see `sort-order.ts` of the contract.
 */
export function useSortable(options: SortableOptions) {
  const { kind, id, name, enabled = true, nests = false, mayDrop = always, steps } = options
  const { axis = 'vertical' } = options
  const { onDrop, onStep } = options
  const item = useRef<HTMLElement>(null)
  const handle = useRef<HTMLSpanElement>(null)
  const [dragging, setDragging] = useState(false)
  const { drop, onOver } = useDrop()
  const latest = useRef<Attached>(undefined)
  useLayoutEffect(() => {
    latest.current = { kind, id, nests, axis, mayDrop, onDrop, onOver, onDragging: setDragging }
  })

  useAttached(enabled, async () => {
    const { attachSortable } = await loadDrag()
    if (!item.current) return undefined
    return attachSortable(item.current, handle.current, () => latest.current as Attached)
  })

  useEffect(() => {
    if (stepped !== `${kind}:${id}`) return
    stepped = undefined
    const row = item.current
    const focusable = (handle.current ?? row)?.querySelector<HTMLElement>('a, button')
    if (document.activeElement === document.body) focusable?.focus()
    const place = row?.closest('li') ?? row
    const peers = [...(place?.parentElement?.children ?? [])]
    const position = peers.indexOf(place as Element) + 1
    announce(t('ui.moved', { name, position, total: peers.length }))
  })

  function handleKeyDown(event: KeyboardEvent) {
    const step = event.altKey ? lookup(stepKeys, event.key) : undefined
    const target = event.target as HTMLElement
    // In a tree the rows above hear it, too.
    const own = target.closest('[data-sortable]') === item.current
    if (!step || !own || !enabled || target.matches('input, textarea')) return
    if (!steps.includes(step)) return
    event.preventDefault()
    event.stopPropagation()
    handleStep(step)
  }

  function handleStep(step: Step) {
    stepped = `${kind}:${id}`
    onStep(step)
  }

  return {
    itemProps: {
      ref: item as RefObject<never>,
      'data-sortable': '',
      // Before the handle, which opens its menu by arrow keys.
      onKeyDownCapture: handleKeyDown,
    },
    /** For `SortableHandle`. */
    handleProps: { handle, name, steps, onStep: handleStep },
    dragging,
    drop,
  }
}

/** A place to put things into that is none of them: an empty list. Put `zone` on it as its `ref`. */
export function useDropZone({ kind, enabled = true, mayDrop = always, onDrop }: ZoneOptions) {
  const zone = useRef<HTMLElement>(null)
  const { drop, onOver } = useDrop()
  const latest = useRef<AttachedZone>(undefined)
  useLayoutEffect(() => {
    latest.current = { kind, mayDrop, onOver, onDrop }
  })
  useAttached(enabled, async () => {
    const { attachDropZone } = await loadDrag()
    if (!zone.current) return undefined
    return attachDropZone(zone.current, () => latest.current as AttachedZone)
  })
  return { zone: zone as RefObject<never>, drop }
}

function useDrop() {
  const [drop, setDrop] = useState<Drop>()
  const [onOver] = useState(
    () => (next: Drop | undefined) => setDrop((old) => (isSame(old, next) ? old : next)),
  )
  return { drop, onOver }
}

function useAttached(enabled: boolean, attach: () => Promise<(() => void) | undefined>) {
  const latest = useRef(attach)
  useLayoutEffect(() => {
    latest.current = attach
  })
  useEffect(() => {
    if (!enabled) return
    let gone = false
    let detach: (() => void) | undefined
    void latest.current().then((made) => {
      if (gone) made?.()
      else detach = made
    })
    return () => {
      gone = true
      detach?.()
    }
  }, [enabled])
}
