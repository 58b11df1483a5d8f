import {
  type IntakeEvent,
  type IntakeItem,
  type IntakeItemDetail,
  isAsleep,
  PENDING,
  SNOOZED,
} from '@cairn/contract'
import { type MaybeStale, markedStale } from '#data/stale-marks.ts'
import { rangeOf } from '#entities/project/spans.ts'
import { dayOfMoment } from '#ui/dates/own-zone.ts'
import type { IntakeView } from './intake-view.ts'

/** The loaded part of a list, with its view. */
export interface LoadedItems extends MaybeStale {
  project_id: string
  view: IntakeView
  items: readonly IntakeItem[]
  total: number
}

/** As a list row. */
export function rowOf({ duplicate_issue_detail, issue, ...entry }: IntakeItemDetail): IntakeItem {
  const { id, name, priority, sequence_id, project_id, created_at, label_ids, created_by } = issue
  const shown = { id, name, priority, sequence_id, project_id, created_at, label_ids, created_by }
  return { ...entry, issue: shown }
}

const isAmong = (chosen: readonly string[], values: readonly (string | null)[]) =>
  chosen.length === 0 || values.some((value) => value !== null && chosen.includes(value))

/** Whether it belongs in the list; undefined if its row does not have the field. */
function isWanted({ filters }: IntakeView, item: IntakeItem, now: number): boolean | undefined {
  const { status, created_at } = filters
  const { issue } = item
  const elapsed = item.status === SNOOZED && !isAsleep(item, now)
  if (!status.includes(elapsed ? PENDING : item.status)) return false
  if (!isAmong(filters.priority, [issue.priority])) return false
  if (!isAmong(filters.labels, issue.label_ids)) return false
  if (!isAmong(filters.created_by, [issue.created_by])) return false
  if (created_at) {
    const { start, end } = rangeOf(created_at, dayOfMoment(new Date(now)))
    const day = dayOfMoment(issue.created_at)
    if (day < start || day > end) return false
  }
  const unsaid = filters.state.length > 0 || filters.assignees.length > 0 || filters.updated_at
  return unsaid ? undefined : true
}

/** The order by number or creation date; lists by update date are read again instead. */
function compare({ sort }: IntakeView, a: IntakeItem, b: IntakeItem): number {
  const by =
    sort.by === 'sequence_id'
      ? a.issue.sequence_id - b.issue.sequence_id
      : Date.parse(a.issue.created_at) - Date.parse(b.issue.created_at)
  return sort.descending ? -by : by
}

const without = (list: LoadedItems, id: string): LoadedItems => {
  const items = list.items.filter(({ issue }) => issue.id !== id)
  return { ...list, items, total: list.total - (list.items.length - items.length) }
}

function withItem(list: LoadedItems, item: IntakeItem): LoadedItems {
  const { view, items, total } = list
  if (items.some(({ issue }) => issue.id === item.issue.id)) {
    const same = items.map((one) => (one.issue.id === item.issue.id ? item : one))
    const changed = { ...list, items: same }
    // Its update time changed, and with it its position.
    return view.sort.by === 'updated_at' ? markedStale(changed) : changed
  }
  if (view.sort.by === 'updated_at') return markedStale(list)
  const behind = items.findIndex((one) => compare(view, item, one) < 0)
  // After the last loaded one it may be an item that is already counted.
  if (behind < 0 && items.length < total) return markedStale(list)
  const place = behind < 0 ? items.length : behind
  return { ...list, items: items.toSpliced(place, 0, item), total: total + 1 }
}

/** The list after an event. Live updates and optimistic ones both go through here. */
export function applyToItems(
  list: LoadedItems,
  event: IntakeEvent,
  now: number = Date.now(),
): LoadedItems {
  if (event.type === 'intake_item.removed') return without(list, event.issue)
  if (event.intake_item.issue.project_id !== list.project_id) return list
  const wanted = isWanted(list.view, event.intake_item, now)
  if (wanted === undefined) return markedStale(list)
  return wanted ? withItem(list, event.intake_item) : without(list, event.intake_item.issue.id)
}

/** Adds a page; items that moved up meanwhile are not shown twice. */
export function withPage(
  list: LoadedItems,
  page: { items: readonly IntakeItem[]; total: number },
): LoadedItems {
  const known = new Set(list.items.map(({ issue }) => issue.id))
  const fresh = page.items.filter(({ issue }) => !known.has(issue.id))
  return { ...list, items: [...list.items, ...fresh], total: page.total }
}

/** The item to open after this one is decided: the next, else the previous. */
export function neighbourOf(items: readonly IntakeItem[], id: string): string | undefined {
  const at = items.findIndex(({ issue }) => issue.id === id)
  if (at < 0) return items[0]?.issue.id
  return (items[at + 1] ?? items[at - 1])?.issue.id
}
