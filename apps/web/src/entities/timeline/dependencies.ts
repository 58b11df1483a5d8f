import type { DayNumber } from '@cairn/calendar'
import type { WorkItem, WorkItemWithRelations } from '@cairn/contract'
import { type Block, type Dates, datesOf, ROW } from './geometry.ts'

/** One item cannot begin before another is done. */
export interface Dependency {
  blocker: string
  blocked: string
}

export const dependencyKey = ({ blocker, blocked }: Dependency) => `${blocker}>${blocked}`

/** The dependencies among loaded rows, each once. */
export function dependenciesOf(items: Iterable<WorkItem>): Dependency[] {
  const found = new Map<string, Dependency>()
  const add = (dependency: Dependency) => found.set(dependencyKey(dependency), dependency)
  for (const item of items) {
    const { issue_relation = [], issue_related = [] } = item as WorkItemWithRelations
    for (const { id, relation_type } of issue_relation) {
      if (relation_type === 'blocked_by') add({ blocker: id, blocked: item.id })
    }
    for (const { id, relation_type } of issue_related) {
      if (relation_type === 'blocked_by') add({ blocker: item.id, blocked: id })
    }
  }
  return [...found.values()]
}

/** All items that depend on an item, directly or not. Cycles are visited once. */
export function dependantsOf(id: string, dependencies: readonly Dependency[]): Set<string> {
  const waiting = Map.groupBy(dependencies, ({ blocker }) => blocker)
  const found = new Set<string>()
  const walk = (blocker: string) => {
    for (const { blocked } of waiting.get(blocker) ?? []) {
      if (found.has(blocked) || blocked === id) continue
      found.add(blocked)
      walk(blocked)
    }
  }
  walk(id)
  return found
}

const later = (day: DayNumber | null, days: number) => (day === null ? null : day + days)

/** The dates of dependents, moved by the days their blocker is delayed. */
export function shifted(
  dates: ReadonlyMap<string, Dates>,
  dependants: Iterable<string>,
  days: number,
): Map<string, Dates> {
  const moved = new Map<string, Dates>()
  if (days === 0) return moved
  for (const id of dependants) {
    const known = dates.get(id)
    if (!known || (known.start === null && known.due === null)) continue
    moved.set(id, { start: later(known.start, days), due: later(known.due, days) })
  }
  return moved
}

interface Dated {
  id: string
  start_date: string | null
  target_date: string | null
}

/** The new dates of an item, and of all its dependents that may be changed. */
export function withDependants<Item extends Dated>(
  item: Item,
  after: Dates,
  known: {
    itemOf: (id: string) => Item | undefined
    canChange: (item: Item) => boolean
    dependencies: readonly Dependency[]
  },
): Map<string, Dates> {
  const changed = new Map([[item.id, after]])
  const before = datesOf(item)
  const days = before.due !== null && after.due !== null ? after.due - before.due : 0
  if (days === 0) return changed
  const others = [...dependantsOf(item.id, known.dependencies)].flatMap(
    (id) => known.itemOf(id) ?? [],
  )
  const dates = new Map(others.filter(known.canChange).map((one) => [one.id, datesOf(one)]))
  for (const [id, moved] of shifted(dates, dates.keys(), days)) changed.set(id, moved)
  return changed
}

/** It starts before its blocker is done. */
export const conflicts = (blocker: Dates, blocked: Dates) =>
  blocker.due !== null && blocked.start !== null && blocked.start <= blocker.due

/** A block and its row, counted from the first one rendered. */
export interface Placed {
  block: Block
  row: number
}

const middle = (row: number) => row * ROW + ROW / 2
const STUB = 10
const ROUND = 6

/** From the end of one block to the beginning of another, in right angles with round corners. */
export function elbow(from: { x: number; y: number }, to: { x: number; y: number }): string {
  const gap = to.x - from.x
  if (gap >= STUB) {
    const turn = from.x + Math.min(STUB, gap / 2)
    return rounded([from, { x: turn, y: from.y }, { x: turn, y: to.y }, to])
  }
  const out = from.x + STUB
  const into = to.x - STUB
  const between = from.y + (to.y >= from.y ? ROW : -ROW) / 2
  const points = [
    from,
    { x: out, y: from.y },
    { x: out, y: between },
    { x: into, y: between },
    { x: into, y: to.y },
    to,
  ]
  return rounded(points)
}

interface Point {
  x: number
  y: number
}

const distance = (a: Point, b: Point) => Math.abs(a.x - b.x) + Math.abs(a.y - b.y)

/** The point this many pixels along the way between two points. */
function along(from: Point, to: Point, pixels: number): Point {
  const share = pixels / (distance(from, to) || 1)
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
}

function rounded(points: readonly Point[]): string {
  const [first = { x: 0, y: 0 }] = points
  let path = `M${first.x} ${first.y}`
  for (let at = 1; at < points.length; at += 1) {
    const corner = points[at] as Point
    const next = points[at + 1]
    if (!next) return `${path}L${corner.x} ${corner.y}`
    const before = points[at - 1] as Point
    const radius = Math.min(ROUND, distance(before, corner) / 2, distance(corner, next) / 2)
    const enter = along(corner, before, radius)
    const leave = along(corner, next, radius)
    path += `L${enter.x} ${enter.y}Q${corner.x} ${corner.y} ${leave.x} ${leave.y}`
  }
  return path
}

/** Space for the arrowhead. */
const TIP = 1

/** The ends of the arrow between two blocks. */
export const arrowEnds = (blocker: Placed, blocked: Placed) => ({
  from: { x: blocker.block.left + blocker.block.width, y: middle(blocker.row) },
  to: { x: blocked.block.left - TIP, y: middle(blocked.row) },
})
