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

/** Where an element is dropped: before, after, or inside another. */
export type DropSide = 'before' | 'after' | 'inside'

export interface Drop {
  place: DropSide
  blocked: boolean
}

/** One step by keyboard: Alt and an arrow. `in` and `out` are of trees. */
export type Step = 'up' | 'down' | 'in' | 'out'

interface ZoneOptions {
  /** Only elements of the same kind can be dropped on each other. */
  kind: string
  /** Off: neither draggable nor a drop target. */
  enabled?: boolean
  /** A rejected drop is shown as such and does nothing. */
  mayDrop?: (dragged: string, place: DropSide) => boolean
  onDrop: (dragged: string, place: DropSide) => void
}

interface SortableOptions extends ZoneOptions {
  id: string
  /** For screen reader announcements. */
  name: string
  /** Whether other elements can be dropped into it. */
  nests?: boolean
  /** `horizontal` if elements are side by side. */
  axis?: 'vertical' | 'horizontal'
  /** The possible moves by keyboard. */
  steps: readonly Step[]
  onStep: (step: Step) => void
}

const stepKeys: Partial<Record<string, Step>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
}

// An element moved by keyboard may be re-inserted elsewhere, and the browser then drops its focus.
let stepped: string | undefined

const always = () => true

const isSame = (a: Drop | undefined, b: Drop | undefined) =>
  a?.place === b?.place && a?.blocked === b?.blocked

/** Loaded later: the first paint does not wait for the drag code. */
const loadDrag = () => afterFirstScreen().then(() => import('./sortable-drag.ts'))

/**
 * A row that can be dragged, and moved with Alt and an arrow key. Spread `itemProps` on the row and
 * give it `sortableLook`; put a `DropMark` into it and, unless the whole row is the handle, a
 * `SortableHandle`. The caller implements the move: see `sort-order.ts` of the contract.
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
    // In a tree the event also reaches the rows above.
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

/** A drop target that is not a sortable element: an empty list. Set `zone` as its `ref`. */
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
