import { type DayNumber, dayNumber } from '@cairn/calendar'
import {
  type RefObject,
  useCallback,
  useContext,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { todayHere } from '#ui/dates/own-zone.ts'
import { WeekStart } from '#ui/dates/week-start.ts'
import { useTabState } from '#ui/platform/tab-state.ts'
import { dayAt, dayWidths, type Scale, xOf, type Zoom } from './geometry.ts'
import { extended, firstRange, including, type Range } from './range.ts'

// Granularity of the scroll position in pixels: smaller changes do not render again.
const GRAIN = 20

/** The last view. */
interface SavedView {
  zoom: Zoom
  /** At its left end. */
  day: DayNumber
}

interface Chart {
  zoom: Zoom
  range: Range
}

/** A day, and its distance from the left end of the chart. */
interface Aim {
  day: DayNumber
  at: number
}

/** The rendered days, their width, and which are visible. There are always more on both sides. */
export function useChart(
  scroller: RefObject<HTMLElement | null>,
  sidebar: number,
  first: Zoom = 'week',
) {
  const weekStart = useContext(WeekStart)
  const [today] = useState(() => dayNumber(todayHere()))
  const [saved, setSaved] = useTabState<SavedView | null>('chart', null)
  const [{ zoom, range }, setChart] = useState<Chart>(() => {
    const { zoom, day } = saved ?? { zoom: first, day: today }
    const around = firstRange(today, zoom, weekStart)
    return { zoom, range: saved ? including(around, day, zoom, weekStart) : around }
  })
  const [seen, setSeen] = useState({ left: 0, width: 0 })
  const aim = useRef<Aim | 'today'>(saved ? { day: saved.day, at: 0 } : 'today')
  const pending = useRef(true)
  const width = dayWidths[zoom]
  const scale = useMemo((): Scale => ({ zoom, first: range.first }), [zoom, range.first])
  const latest = useRef({ zoom, range, weekStart, scale })
  latest.current = { zoom, range, weekStart, scale }

  const look = useCallback(() => {
    const box = scroller.current
    if (!box) return
    const left = Math.round(box.scrollLeft / GRAIN) * GRAIN
    const shown = Math.max(0, box.clientWidth - sidebar)
    setSeen((before) =>
      before.left === left && before.width === shown ? before : { left, width: shown },
    )
    const { zoom, scale } = latest.current
    setSaved({ zoom, day: dayAt(box.scrollLeft, scale) })
  }, [scroller, sidebar, setSaved])

  const change = useCallback((next: Chart, towards: Aim | 'today') => {
    aim.current = towards
    pending.current = true
    setChart(next)
  }, [])

  /** Extends the chart near an end; the visible part stays in place. */
  const handleScroll = useCallback(() => {
    const box = scroller.current
    if (!box || pending.current) return
    look()
    const { zoom, range, weekStart, scale } = latest.current
    const shown = box.clientWidth - sidebar
    const length = xOf(range.end, scale)
    const side =
      box.scrollLeft < shown
        ? 'left'
        : length - box.scrollLeft - shown < shown
          ? 'right'
          : undefined
    if (!side || shown <= 0) return
    const anchor = { day: dayAt(box.scrollLeft, scale), at: 0 }
    change({ zoom, range: extended(range, side, zoom, weekStart) }, anchor)
  }, [scroller, sidebar, look, change])

  useLayoutEffect(() => {
    const box = scroller.current
    if (!box || !pending.current) return
    const shown = box.clientWidth - sidebar
    const { day, at } = aim.current === 'today' ? { day: today + 0.5, at: shown / 2 } : aim.current
    box.scrollLeft = xOf(day, scale) - at
    pending.current = false
    look()
  })

  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return
    const observer = new ResizeObserver(() => look())
    observer.observe(box)
    return () => observer.disconnect()
  }, [scroller, look])

  // Another first day of the week changes the columns.
  const drawnWith = useRef(weekStart)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new beginning of the week draws anew
  useLayoutEffect(() => {
    if (drawnWith.current === weekStart) return
    drawnWith.current = weekStart
    change({ zoom, range: firstRange(today, zoom, weekStart) }, 'today')
  }, [weekStart])

  function middle(): DayNumber {
    const box = scroller.current
    const shown = (box?.clientWidth ?? 0) - sidebar
    return dayAt((box?.scrollLeft ?? 0) + shown / 2, scale)
  }

  function setZoom(next: Zoom) {
    const day = middle()
    const shown = (scroller.current?.clientWidth ?? 0) - sidebar
    const drawn = including(firstRange(today, next, weekStart), day, next, weekStart)
    change({ zoom: next, range: drawn }, { day, at: shown / 2 })
  }

  function showToday() {
    change({ zoom, range: including(range, today, zoom, weekStart) }, 'today')
  }

  /** Scrolls so that the day is near the left end. */
  function showDay(day: DayNumber) {
    const drawn = including(range, day, zoom, weekStart)
    change({ zoom, range: drawn }, { day, at: 2 * Math.max(width, 30) })
  }

  return { scale, range, width, today, seen, weekStart, handleScroll, setZoom, showToday, showDay }
}
