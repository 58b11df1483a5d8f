import { dayNumber, dayOfNumber, monthFirst } from '@cairn/calendar'
import {
  type DaySpan,
  type Flow,
  type FlowRow,
  filtersOfPoint,
  flowFilters,
  type LinePoint,
  type ListFilters,
  stepLengthOf,
  stepsWithin,
  type Total,
  type WidgetLine,
} from '@cairn/contract'
import { toParams } from '@cairn/work-item-query'
import {
  type Context,
  countAsked,
  epicsOfWorkspace,
  sumByDay,
  todayOf,
  workspaceItems,
} from '#features/work-items/service.ts'
import type { Member } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'

/** Which items are counted: those of a list context that match the filters. */
export interface Counted {
  db: Db
  member: Member
  context: Context
  filters: ListFilters
}

export const countedOf = (
  db: Db,
  member: Member,
  filters: ListFilters,
  { epic }: { epic: boolean },
): Counted => ({
  ...{ db, member, filters },
  context: epic ? epicsOfWorkspace(db, member) : workspaceItems(db, member),
})

const addressOf = (filters: ListFilters) =>
  toParams(Object.fromEntries(Object.entries(filters).map(([key, values]) => [key, [...values]])))

type Days = Awaited<ReturnType<typeof sumByDay>>

const readLine = (counted: Counted, line: WidgetLine, span: DaySpan): Promise<Days> => {
  const params = addressOf(filtersOfPoint(counted.filters, line, span))
  const by = { column: `${line}_at`, measure: 'items' } as const
  return sumByDay(counted.db, counted.member, params, counted.context, by)
}

const sum = (days: Days, { from, to }: DaySpan) =>
  days.reduce((all, { day, total }) => (day >= from && day <= to ? all + total : all), 0)

/** The earliest possible day. */
const FIRST_DAY = '1970-01-01'

/** The requested days: those of a period, or all since the workspace or project began. */
export interface Wanted {
  span?: DaySpan | undefined
  /** The period to compare with, if any. */
  previous?: DaySpan | undefined
  began?: string | undefined
}

async function readLines(counted: Counted, { span, previous, began }: Wanted) {
  const today = todayOf(counted.member)
  const reach = { from: previous?.from ?? span?.from ?? FIRST_DAY, to: span?.to ?? today }
  const [created, completed] = await Promise.all([
    readLine(counted, 'created', reach),
    readLine(counted, 'completed', reach),
  ])
  const [from = today] = [began ?? today, ...created.map(({ day }) => day)].sort()
  return { created, completed, span: span ?? { from, to: today } }
}

type Lines = Awaited<ReturnType<typeof readLines>>

const stepsOf = ({ created, completed }: Lines, steps: readonly DaySpan[]): LinePoint[] =>
  steps.map((step) => ({
    ...step,
    ...{ created: sum(created, step), completed: sum(completed, step) },
  }))

/** All items, whenever they were created. */
export async function countWhole({ db, member, context, filters }: Counted): Promise<Total> {
  const { total: count } = await countAsked(db, member, addressOf(filters), context)
  return { count, filter_count: count }
}

/**
 * Created and completed items: in steps that fit the period, or by month since the workspace or
 * project began.
 */
export async function readCourse(counted: Counted, wanted: Wanted): Promise<LinePoint[]> {
  const lines = await readLines(counted, wanted)
  const { from, to } = lines.span
  if (wanted.span) return stepsOf(lines, stepsWithin(lines.span, stepLengthOf(lines.span)))
  const month = { from: dayOfNumber(monthFirst(dayNumber(from))), to }
  return stepsOf(lines, stepsWithin(month, 'month'))
}

/** Created and completed items, each number with the filters of the list it opens. */
export async function readFlow(counted: Counted, wanted: Wanted): Promise<Flow> {
  const { db, member, context, filters } = counted
  const today = todayOf(member)
  const { open, overdue } = flowFilters(filters, { from: today, to: today }, today)
  const countByProject = (asked: ListFilters) =>
    countAsked(db, member, addressOf(asked), context, ['project_id'])
  const [lines, opened, late] = await Promise.all([
    readLines(counted, wanted),
    countByProject(open),
    countByProject(overdue),
  ])
  const { created, completed, span } = lines
  const steps = stepsWithin(span, stepLengthOf(span))
  const compared = (days: Days) => {
    const count = sum(days, span)
    return { count, filter_count: wanted.previous ? sum(days, wanted.previous) : count }
  }
  return {
    ...{ ...span, today, created: compared(created), completed: compared(completed) },
    ...{ open: opened.total, overdue: late.total, steps: stepsOf(lines, steps) },
    projects: rowsOf(lines, { opened, late, steps }),
  }
}

type Groups = Pick<Awaited<ReturnType<typeof countAsked>>, 'groups'>

interface Parts {
  opened: Groups
  late: Groups
  steps: readonly DaySpan[]
}

/** The same per project. */
function rowsOf({ created, completed, span }: Lines, { opened, late, steps }: Parts): FlowRow[] {
  const byProject = (days: Days) => Map.groupBy(days, ({ project_id }) => project_id)
  const totals = ({ groups }: Groups) =>
    new Map(groups.map(({ group_id, total }) => [group_id ?? '', total]))
  const [made, done] = [byProject(created), byProject(completed)]
  const [open, overdue] = [totals(opened), totals(late)]
  const ids = new Set([...made.keys(), ...done.keys(), ...open.keys(), ...overdue.keys()])
  return [...ids].sort().map((project_id) => {
    const days = done.get(project_id) ?? []
    return {
      project_id,
      created: sum(made.get(project_id) ?? [], span),
      completed: sum(days, span),
      open: open.get(project_id) ?? 0,
      overdue: overdue.get(project_id) ?? 0,
      steps: steps.map((step) => sum(days, step)),
    }
  })
}
