import type { Day } from '@cairn/calendar'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { attachGrid } from './calendar-drag.ts'

/** Drags items to another day; returns the day under the pointer. */
export function useCalendarDrag(
  grid: RefObject<HTMLElement | null>,
  onDrop: (id: string, day: Day) => void,
): Day | undefined {
  const [over, setOver] = useState<Day>()
  const latest = useRef(onDrop)
  latest.current = onDrop
  useEffect(() => {
    if (!grid.current) return
    return attachGrid(grid.current, () => ({
      onOver: setOver,
      onDrop: (id, day) => latest.current(id, day),
    }))
  }, [grid])
  return over
}
