import { dayNumber, dayOfNumber, monthFirst, type WeekDay, weekFirst } from '@cairn/calendar'
import type { DashboardTab, WidgetFilters } from './dashboard.ts'

/** The filters of a list of items, as in its URL. */
export type ListFilters = Readonly<Record<string, readonly string[]>>

const openGroups = ['backlog', 'unstarted', 'started']

const shifted = (day: string, days: number) => dayOfNumber(dayNumber(day) + days)

/** Both ends included; a missing one is open. */
interface Days {
  from?: string
  to?: string
}

/** The user's current day, and the first day of their week (0 is Sunday). */
export interface Today {
  today: string
  weekStart: WeekDay
}

function weekOf({ today, weekStart }: Today): Required<Days> {
  const first = weekFirst(dayNumber(today), weekStart)
  return { from: dayOfNumber(first), to: dayOfNumber(first + 6) }
}

function monthOf(today: string): Required<Days> {
  const number = dayNumber(today)
  return { from: dayOfNumber(monthFirst(number)), to: dayOfNumber(monthFirst(number, 1) - 1) }
}

/** The days a widget is limited to; all of them for "none". */
function daysOf({ duration = 'none', custom_dates = [] }: WidgetFilters, now: Today): Days {
  const year = now.today.slice(0, 4)
  if (duration === 'today') return { from: now.today, to: now.today }
  if (duration === 'this_week') return weekOf(now)
  if (duration === 'this_month') return monthOf(now.today)
  if (duration === 'this_year') return { from: `${year}-01-01`, to: `${year}-12-31` }
  const [from, to] = duration === 'custom' ? custom_dates : []
  return { ...(from && { from }), ...(to && { to }) }
}

const dueIn = ({ from, to }: Days): ListFilters => {
  const tokens = [...(from ? [`${from};after`] : []), ...(to ? [`${to};before`] : [])]
  return tokens.length > 0 ? { target_date: tokens } : {}
}

const both = (one: Days, other: Days): Days => {
  const from = [one.from, other.from].filter((day) => day !== undefined).sort()
  const to = [one.to, other.to].filter((day) => day !== undefined).sort()
  return { ...(from.at(-1) && { from: from.at(-1) }), ...(to[0] && { to: to[0] }) }
}

/** Filters of a widget without tabs. */
export const durationFilters = (filters: WidgetFilters, now: Today): ListFilters =>
  dueIn(daysOf(filters, now))

/** Items neither completed nor canceled. */
export const openFilters: ListFilters = { state_group: openGroups }

/** Of these, items due on this day or earlier. */
export const overdueFilters = (lastDay: string): ListFilters => ({
  ...openFilters,
  ...dueIn({ to: lastDay }),
})

/** Filters of a tab of a widget. */
export function tabFilters(tab: DashboardTab, filters: WidgetFilters, now: Today): ListFilters {
  const days = daysOf(filters, now)
  if (tab === 'completed') return { state_group: ['completed'], ...dueIn(days) }
  if (tab === 'pending') return { state_group: openGroups, ...dueIn(days) }
  const side = tab === 'overdue' ? { to: shifted(now.today, -1) } : { from: now.today }
  return { state_group: openGroups, ...dueIn(both(days, side)) }
}

/** The four numbers at the top of the home page, in order. */
export const summaryKeys = ['assigned', 'due_this_week', 'overdue', 'completed_lately'] as const
export type SummaryKey = (typeof summaryKeys)[number]

/** Number of days that count as recent, today included. */
export const LATELY_DAYS = 7

/**
 * The filters of each of the four numbers, used by the server to count and by the link of the
 * number.
 */
export function summaryFilters(user_id: string, now: Today): Record<SummaryKey, ListFilters> {
  const mine = { assignees: [user_id] }
  const { to } = weekOf(now)
  return {
    assigned: { ...mine, state_group: openGroups },
    due_this_week: { ...mine, state_group: openGroups, ...dueIn({ from: now.today, to }) },
    overdue: { ...mine, ...tabFilters('overdue', {}, now) },
    completed_lately: {
      ...{ ...mine, state_group: ['completed'] },
      completed_at: [`${shifted(now.today, 1 - LATELY_DAYS)};after`],
    },
  }
}
