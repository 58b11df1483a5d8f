import { addDays, startOfDay } from '@cairn/calendar'
import {
  type DaySpan,
  type FlowHistory,
  type FlowItems,
  type FlowState,
  type flowHistoryApi,
  MAX_FLOW_ITEMS,
  type Spans,
  stateGroups,
  stepLengthOf,
  stepsWithin,
} from '@cairn/contract'
import type { Static } from 'typebox'
import { todayOf } from '#features/work-items/service.ts'
import type { Member } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { badRequest } from '#kernel/http/errors.ts'
import {
  type Bounds,
  countGains,
  countNow,
  listFlowItems,
  measureSpans,
  measureVisits,
  type StateKey,
} from './history-queries.ts'
import type { Items } from './item-queries.ts'

/** Which items' history is read, and by what they are counted. */
export interface HistoryOf {
  db: Db
  member: Member
  items: Items
  by: StateKey
}

/** The user's days as moments. */
const boundsOf = (steps: readonly DaySpan[], timezone: string): Bounds => {
  const until = steps.at(-1)?.to ?? ''
  return {
    starts: steps.map(({ from }) => startOfDay(from, timezone)),
    until: startOfDay(addDays(until, 1) ?? until, timezone),
  }
}

const none: Spans = { count: 0, median: null, most: null }

/** State groups, for items of several projects. */
export const groupsAsStates: FlowState[] = stateGroups.map((group) => ({
  ...{ key: group, name: '', color: '', group },
}))

/** Time in completed states is not measured. */
const isWaiting = ({ group }: FlowState) => group !== 'completed' && group !== 'cancelled'

/** Cycle time, lead time, cumulative flow and time in state. Days to come have no history. */
export async function readHistory(
  { db, member, items, by }: HistoryOf,
  asked: DaySpan,
  states: readonly FlowState[],
): Promise<FlowHistory> {
  const today = todayOf(member)
  const isOver = asked.to < today
  const span = { from: asked.from, to: isOver ? asked.to : today }
  const steps = span.from <= span.to ? stepsWithin(span, stepLengthOf(span)) : []
  if (steps.length === 0) {
    return { ...asked, states: [...states], cycle: none, lead: none, steps: [], times: [] }
  }
  const bounds = boundsOf(steps, member.user_timezone)
  const [spans, now, gains, visits] = await Promise.all([
    measureSpans(db, items, bounds),
    countNow(db, items, by),
    countGains(db, items, bounds, by),
    measureVisits(db, items, bounds, by),
  ])
  const spansOf = (wanted: number | null) => {
    const { cycle = none, lead = none } = spans.find(({ step }) => step === wanted) ?? {}
    return { cycle, lead }
  }
  /** What is there now, without what was gained since then. */
  const countAt = (key: string, step: number) => {
    const later = gains.filter((gain) => gain.key === key && gain.step > step)
    const present = now.find((one) => one.key === key)?.count ?? 0
    return Math.max(
      0,
      later.reduce((left, { count }) => left - count, present),
    )
  }
  return {
    ...span,
    states: [...states],
    ...spansOf(null),
    steps: steps.map((step, index) => ({
      ...step,
      ...spansOf(index + 1),
      counts: states.map(({ key }) => countAt(key, index + 1)),
    })),
    times: states.map(
      (state) =>
        (isWaiting(state) ? visits.find(({ key }) => key === state.key)?.spans : undefined) ?? none,
    ),
  }
}

export type ItemsQuery = Static<typeof flowHistoryApi.items.schema.querystring>

/** The items behind one point. */
export function readHistoryItems(
  { db, member, items, by }: HistoryOf,
  { of, from, to, key, offset = '0' }: ItemsQuery,
): Promise<FlowItems> {
  if (from > to) throw badRequest({ error: 'The first day is after the last one' })
  if ((of === 'time' || of === 'count') && key === undefined) {
    throw badRequest({ key: ['This field is required.'] })
  }
  const bounds = boundsOf([{ from, to }], member.user_timezone)
  const page = { offset: Number(offset), limit: MAX_FLOW_ITEMS }
  return listFlowItems(db, items, { of, bounds, by, key }, page)
}
