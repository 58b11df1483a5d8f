import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type Dependency, withDependants } from './dependencies.ts'
import {
  type Dates,
  datesOf,
  dayAt,
  dayWidths,
  dragged,
  edgeSpeed,
  type Part,
  type Scale,
  sameDates,
} from './geometry.ts'

/** An arrow being drawn from a block's end to the pointer, in pixels of the chart. */
export interface Linking {
  from: string
  side: 'start' | 'due'
  x: number
  y: number
  over: string | undefined
}

/** An item or module with a block. */
interface Dated {
  id: string
  start_date: string | null
  target_date: string | null
}

interface Gesture<Item extends Dated> {
  item: Item
  part: Handle
  side: 'start' | 'due'
  /**
   * The day at the pointer when the drag began, with its fraction: it stays correct while the chart
   * scrolls.
   */
  grabbedDay: number
  moved: boolean
  at: { clientX: number; clientY: number; shiftKey: boolean }
}

type Handle = Part | 'link'

export type Preview = ReadonlyMap<string, Dates>
const nothing: Preview = new Map()

interface Gestures<Item extends Dated> {
  scroller: RefObject<HTMLElement | null>
  sidebar: number
  header: number
  scale: Scale
  itemOf: (id: string) => Item | undefined
  canChange: (item: Item) => boolean
  dependencies: readonly Dependency[]
  onDates: (item: Item, dates: Preview) => void
  onLink: (from: Item, to: Item, side: 'start' | 'due') => void
}

const SLACK = 3

interface At {
  clientX: number
  clientY: number
}

const isMoved = (from: At, to: At) =>
  Math.abs(to.clientX - from.clientX) > SLACK || Math.abs(to.clientY - from.clientY) > SLACK

/**
 * Moves and resizes blocks and draws arrows with the pointer. The result is previewed; Escape
 * cancels. With Shift all dependents of the block move along.
 */
export function useGestures<Item extends Dated>(options: Gestures<Item>) {
  const latest = useRef(options)
  latest.current = options
  const [preview, setPreview] = useState<Preview>(nothing)
  const [active, setActive] = useState<{ id: string; part: Handle }>()
  const [linking, setLinking] = useState<Linking>()
  const stop = useRef<() => void>(undefined)
  // The click that ends a drag opens nothing.
  const dragEnded = useRef(false)

  useEffect(() => () => stop.current?.(), [])

  function placeOf({ clientX, clientY }: { clientX: number; clientY: number }) {
    const { scroller, sidebar, header } = latest.current
    const box = scroller.current
    if (!box) return { x: 0, y: 0 }
    const { left, top } = box.getBoundingClientRect()
    return {
      x: clientX - left - sidebar + box.scrollLeft,
      y: clientY - top - header + box.scrollTop,
    }
  }

  const dayUnder = (at: { clientX: number; clientY: number }) =>
    dayAt(placeOf(at).x, latest.current.scale)

  function datesAfter({ item, part, grabbedDay, at }: Gesture<Item>): Preview {
    const { scale } = latest.current
    const before = datesOf(item)
    if (part === 'link') return nothing
    const pixels = (dayUnder(at) - grabbedDay) * dayWidths[scale.zoom]
    const after = dragged(before, part, pixels, scale.zoom)
    if (sameDates(before, after)) return nothing
    return at.shiftKey ? withDependants(item, after, latest.current) : new Map([[item.id, after]])
  }

  function follow(gesture: Gesture<Item>) {
    if (!gesture.moved) return
    if (gesture.part !== 'link') return setPreview(datesAfter(gesture))
    const { clientX, clientY } = gesture.at
    const under = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-block]')
    const over = under?.dataset.block
    const place = placeOf(gesture.at)
    setLinking({
      from: gesture.item.id,
      side: gesture.side,
      ...place,
      over: over === gesture.item.id ? undefined : over,
    })
    return undefined
  }

  function finish(gesture: Gesture<Item>) {
    const { onDates, onLink, itemOf } = latest.current
    if (!gesture.moved) return
    if (gesture.part !== 'link') {
      const dates = datesAfter(gesture)
      if (dates.size > 0) onDates(gesture.item, dates)
      return
    }
    const { clientX, clientY } = gesture.at
    const under = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-block]')
    const to = itemOf(under?.dataset.block ?? '')
    if (to && to.id !== gesture.item.id) onLink(gesture.item, to, gesture.side)
  }

  function endDrag(moved: boolean) {
    dragEnded.current = moved
    setTimeout(() => {
      dragEnded.current = false
    })
  }

  /** A block that may not be moved: the end of a drag does not open it either. */
  function beginInVain(start: PointerEvent) {
    const controller = new AbortController()
    const { signal } = controller
    addEventListener(
      'pointerup',
      (end) => {
        controller.abort()
        endDrag(isMoved(start, end))
      },
      { signal },
    )
    addEventListener('pointercancel', () => controller.abort(), { signal })
  }

  function begin(gesture: Gesture<Item>) {
    let frame = 0
    const end = (done: boolean) => {
      cancelAnimationFrame(frame)
      controller.abort()
      stop.current = undefined
      endDrag(gesture.moved)
      setPreview(nothing)
      setLinking(undefined)
      setActive(undefined)
      if (done) finish(gesture)
    }
    const controller = new AbortController()
    const { signal } = controller
    stop.current = () => end(false)
    const start = gesture.at
    addEventListener(
      'pointermove',
      ({ clientX, clientY, shiftKey }) => {
        gesture.at = { clientX, clientY, shiftKey }
        gesture.moved ||= isMoved(start, gesture.at)
        if (gesture.moved) setActive({ id: gesture.item.id, part: gesture.part })
        follow(gesture)
      },
      { signal },
    )
    addEventListener('pointerup', () => end(true), { signal })
    addEventListener('pointercancel', () => end(false), { signal })
    const handleKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') {
        event.stopPropagation()
        end(false)
      }
      if (event.key === 'Shift') {
        gesture.at = { ...gesture.at, shiftKey: event.type === 'keydown' }
        follow(gesture)
      }
    }
    addEventListener('keydown', handleKey, { signal, capture: true })
    addEventListener('keyup', handleKey, { signal, capture: true })

    const scrollOn = () => {
      const { scroller, sidebar } = latest.current
      const box = scroller.current
      if (box && gesture.moved) {
        const { left, width } = box.getBoundingClientRect()
        const speed = edgeSpeed(gesture.at.clientX - left - sidebar, width - sidebar)
        if (speed !== 0) {
          box.scrollLeft += speed
          follow(gesture)
        }
      }
      frame = requestAnimationFrame(scrollOn)
    }
    frame = requestAnimationFrame(scrollOn)
  }

  function handlePointerDown(event: PointerEvent) {
    if (event.button !== 0) return
    const target = event.target as HTMLElement
    const grip = target.closest<HTMLElement>('[data-part]')
    const id = target.closest<HTMLElement>('[data-block]')?.dataset.block
    const item = id ? latest.current.itemOf(id) : undefined
    if (item && !latest.current.canChange(item)) return beginInVain(event)
    if (!grip || !item) return
    const [part, side] = (grip.dataset.part ?? '').split(' ')
    // Prevents selection and native dragging; the focus is set as it would have been.
    event.preventDefault()
    if (grip.matches('button')) grip.focus({ preventScroll: true })
    const { clientX, clientY, shiftKey } = event
    begin({
      item,
      part: part as Handle,
      side: side === 'start' ? 'start' : 'due',
      grabbedDay: dayUnder(event),
      moved: false,
      at: { clientX, clientY, shiftKey },
    })
  }

  return {
    preview,
    linking,
    /** The item being dragged, and its part. */
    active,
    handlePointerDown,
    isDragEnd: () => dragEnded.current,
    placeOf,
  }
}
