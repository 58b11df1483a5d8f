import type { DayNumber } from '@cairn/calendar'
import type { WorkItem } from '@cairn/contract'
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { datesText } from '#entities/timeline/block.tsx'
import { type Dependency, withDependants } from '#entities/timeline/dependencies.ts'
import {
  type Dates,
  datesOf,
  dayAt,
  nudged,
  type Part,
  type Scale,
  sameDates,
} from '#entities/timeline/geometry.ts'
import type { useGestures } from '#entities/timeline/use-gestures.ts'
import { announce } from '#ui/feedback/announce.ts'

interface BlockActions {
  byId: ReadonlyMap<string, WorkItem>
  dependencies: readonly Dependency[]
  scale: Scale
  gestures: ReturnType<typeof useGestures<WorkItem>>
  canChange: (item: WorkItem) => boolean
  /** The item of the row that contains an element. */
  itemUnder: (target: HTMLElement) => WorkItem | undefined
  onDates: (item: WorkItem, dates: ReadonlyMap<string, Dates>) => void
  onOpen: (item: WorkItem, event: MouseEvent) => void
}

/**
 * Actions in the chart other than dragging: opening and moving blocks by keys, and the suggested
 * day in an empty row.
 */
export function useBlockActions(options: BlockActions) {
  const { byId, dependencies, scale, gestures, canChange, itemUnder, onDates, onOpen } = options
  const { t } = useTranslation()
  const [hover, setHover] = useState<{ id: string; day: DayNumber }>()

  const itemAt = (target: EventTarget) =>
    byId.get((target as HTMLElement).closest<HTMLElement>('[data-block]')?.dataset.block ?? '')

  /** In an empty row, offers the day under the pointer as a start date. */
  function handlePointerMove(event: PointerEvent) {
    const target = event.target as HTMLElement
    const item = target.closest('[data-chart]') ? itemUnder(target) : undefined
    const free = item && canChange(item) && item.start_date === null && item.target_date === null
    if (!free || gestures.active || target.closest('button')) {
      return free ? undefined : setHover(undefined)
    }
    const day = Math.floor(dayAt(gestures.placeOf(event).x, scale))
    setHover((before) =>
      before?.id === item.id && before.day === day ? before : { id: item.id, day },
    )
  }

  function handleClick(event: MouseEvent) {
    const item = itemAt(event.target)
    if (item && !gestures.isDragEnd()) onOpen(item, event)
  }

  /**
   * Moves it by a day; with Shift only its end, with Alt only its start, with both also all items
   * that wait for it.
   */
  function handleKeyDown(event: KeyboardEvent) {
    const item = itemAt(event.target)
    const days = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
    if (!item || days === 0 || !canChange(item) || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const along = event.shiftKey && event.altKey
    const part: Part = along ? 'move' : event.shiftKey ? 'due' : event.altKey ? 'start' : 'move'
    const before = datesOf(item)
    const after = nudged(before, part, days)
    if (sameDates(before, after)) return
    const itemOf = (id: string) => byId.get(id)
    const known = { itemOf, canChange, dependencies }
    onDates(item, along ? withDependants(item, after, known) : new Map([[item.id, after]]))
    announce(`${item.name}: ${datesText(after, t)}`)
  }

  return {
    hover,
    handleClick,
    handleKeyDown,
    handlers: {
      onPointerDown: gestures.handlePointerDown,
      onPointerMove: handlePointerMove,
      onPointerLeave: () => setHover(undefined),
    },
  }
}
