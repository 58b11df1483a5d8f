import type { FlowPoint, FlowState, SpanKind, Spans } from '@cairn/contract'
import { type RawBuilder, sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { inProject } from '#product/scope-queries.ts'
import type { Items } from './item-queries.ts'

/** The period: the first moment of each of its steps, and the first one after it. */
export interface Bounds {
  starts: readonly string[]
  until: string
}

/** Counted are states of a project, or state groups across projects. */
export type StateKey = 'state' | 'group'

const keyOf = (by: StateKey, of: string) =>
  by === 'state' ? sql`${sql.ref(of)}.id::text` : sql`${sql.ref(of)}."group"`

/** The states a project counts by, in the order of its workflow. */
export const listFlowStates = async (db: Db, member: ProjectMember) => {
  const { rows } = await sql<FlowState>`
    select s.id as key, s.name, s.color, s."group" from states s
    where ${inProject(member, 's')} and s."group" <> 'triage'
    order by array_position(
      array['backlog', 'unstarted', 'started', 'completed', 'cancelled'], s."group"::text
    ), s.sequence, s.id`.execute(db)
  return rows
}

const atStart = ({ starts, until }: Bounds) => starts[0] ?? until

/** When the work on an item began that was completed: it first entered a started state. */
const begun = sql`
  select min(c.at) as at from state_changes c
  join states b on b.id = c.to_state_id and b."group" = 'started'
  where c.work_item_id = i.id and c.at <= i.completed_at`

/** Null if the moment is unknown, which `greatest` alone would ignore. */
const seconds = (from: string) => sql`
  case when ${sql.ref(from)} is not null
    then greatest(0, extract(epoch from i.completed_at - ${sql.ref(from)}))::float8 end`

/** The completed items of a period with the seconds they took. */
const finished = (items: Items, bounds: Bounds) => sql`
  select i.id, i.completed_at, ${seconds('i.created_at')} as lead, ${seconds('b.at')} as cycle
  from work_items i join states s on s.id = i.state_id left join lateral (${begun}) b on true
  where ${items} and i.completed_at >= ${atStart(bounds)} and i.completed_at < ${bounds.until}`

const summary = (of: string) => {
  const value = sql.ref(of)
  return sql`jsonb_build_object(
    'count', count(${value}),
    'median', round(percentile_cont(0.5) within group (order by ${value})),
    'most', round(percentile_cont(0.85) within group (order by ${value})))`
}

export interface StepSpans {
  /** Counted from 1; null for the whole period. */
  step: number | null
  cycle: Spans
  lead: Spans
}

/** Cycle and lead time of what was completed, for each step that has any and for all of them. */
export const measureSpans = async (db: Db, items: Items, bounds: Bounds) => {
  const { rows } = await sql<StepSpans>`
    select step, ${summary('cycle')} as cycle, ${summary('lead')} as lead from (
      select width_bucket(f.completed_at, ${[...bounds.starts]}::timestamptz[]) as step, f.cycle, f.lead
      from (${finished(items, bounds)}) f
    ) stepped group by grouping sets ((step), ())`.execute(db)
  return rows
}

interface StateCount {
  key: string
  count: number
}

/** Items by their present state. */
export const countNow = async (db: Db, items: Items, by: StateKey) => {
  const { rows } = await sql<StateCount>`
    select ${keyOf(by, 's')} as key, count(*)::int as count
    from work_items i join states s on s.id = i.state_id where ${items} group by 1`.execute(db)
  return rows
}

/** How many items each state gained in each step, and after the last one. */
export const countGains = async (db: Db, items: Items, bounds: Bounds, by: StateKey) => {
  const { rows } = await sql<StateCount & { step: number }>`
    select width_bucket(c.at, ${[...bounds.starts, bounds.until]}::timestamptz[]) as step,
      ${keyOf(by, 'k')} as key, sum(moved.gain)::int as count
    from state_changes c join work_items i on i.id = c.work_item_id
    join states s on s.id = i.state_id
    cross join lateral (values (c.from_state_id, -1), (c.to_state_id, 1)) moved (state_id, gain)
    join states k on k.id = moved.state_id
    where ${items} and c.at >= ${atStart(bounds)}
    group by 1, 2 having sum(moved.gain) <> 0`.execute(db)
  return rows
}

/** What each item spent in each state it left in the period, since it had entered it. */
const visits = (items: Items, bounds: Bounds, by: StateKey) => sql`
  select c.work_item_id as id, ${keyOf(by, 'k')} as key,
    sum(extract(epoch from c.at - entered.at))::float8 as seconds
  from state_changes c join work_items i on i.id = c.work_item_id
  join states s on s.id = i.state_id join states k on k.id = c.from_state_id
  cross join lateral (
    select b.at from state_changes b
    where b.work_item_id = c.work_item_id and b.at < c.at order by b.at desc limit 1
  ) entered
  where ${items} and c.at >= ${atStart(bounds)} and c.at < ${bounds.until} group by 1, 2`

export const measureVisits = async (db: Db, items: Items, bounds: Bounds, by: StateKey) => {
  const { rows } = await sql<{ key: string; spans: Spans }>`
    select key, ${summary('seconds')} as spans from (${visits(items, bounds, by)}) v
    group by key`.execute(db)
  return rows
}

export interface Point {
  of: FlowPoint
  bounds: Bounds
  by: StateKey
  key: string | undefined
}

/** The items behind a point of a chart, with their seconds. */
function behind(items: Items, { of, bounds, by, key }: Point): RawBuilder<unknown> {
  if (of === 'time') {
    return sql`select id, seconds from (${visits(items, bounds, by)}) v where v.key = ${key}`
  }
  if (of === 'count') {
    return sql`
      select i.id, null::float8 as seconds from work_items i join states s on s.id = i.state_id
      cross join lateral (
        select c.to_state_id from state_changes c
        where c.work_item_id = i.id and c.at < ${bounds.until} order by c.at desc limit 1
      ) was join states k on k.id = was.to_state_id
      where ${items} and ${keyOf(by, 'k')} = ${key}`
  }
  const span: SpanKind = of
  return sql`
    select id, ${sql.ref(span)} as seconds from (${finished(items, bounds)}) f
    where ${sql.ref(span)} is not null`
}

export interface FlowItemRow {
  id: string
  project_id: string
  sequence_id: number
  name: string
  state_id: string
  seconds: number | null
}

export const listFlowItems = async (
  db: Db,
  items: Items,
  point: Point,
  { offset, limit }: { offset: number; limit: number },
) => {
  const { rows } = await sql<{ total: number; results: FlowItemRow[] }>`
    with behind as materialized (${behind(items, point)})
    select (select count(*)::int from behind) as total, coalesce(jsonb_agg(to_jsonb(page)), '[]') as results
    from (
      select i.id, i.project_id, i.sequence_id, i.name, i.state_id,
        round(b.seconds)::bigint as seconds
      from behind b join work_items i on i.id = b.id
      order by b.seconds desc nulls last, i.created_at desc, i.id
      limit ${limit} offset ${offset}
    ) page`.execute(db)
  return rows[0] ?? { total: 0, results: [] }
}

const BATCH = 2_000

/**
 * Adds to the next items what happened before the triggers recorded it, from the history. Returns
 * false if no item is left.
 */
export const fillStateChanges = async (db: Db) => {
  const { rows } = await sql<{ last: string | null }>`
    with batch as (
      select i.id, i.state_id, i.created_at, b.until from state_change_backlog b
      cross join lateral (
        select id, state_id, created_at from work_items
        where id > b.last_item order by id limit ${BATCH}
      ) i
    ), unrecorded as (
      select * from batch where not exists (
        select from state_changes c where c.work_item_id = batch.id and c.from_state_id is null
      )
    ), changes as (
      -- Automation did not record what it changed from.
      select a.work_item_id, a.created_at as at, a.new_identifier as became, coalesce(
        lag(a.new_identifier) over (partition by a.work_item_id order by a.created_at, a.id),
        a.old_identifier, a.new_identifier
      ) as was
      from unrecorded u join activities a on a.work_item_id = u.id
      where a.field = 'state' and a.created_at < u.until
        and a.new_identifier is not null
    ), added as (
      insert into state_changes (work_item_id, at, from_state_id, to_state_id)
      select u.id, u.created_at, null, coalesce(
        (select c.was from changes c where c.work_item_id = u.id order by c.at limit 1),
        (select c.from_state_id from state_changes c where c.work_item_id = u.id order by c.at limit 1),
        u.state_id
      ) from unrecorded u
      union all select work_item_id, at, was, became from changes
      on conflict do nothing
    ), moved as (
      update state_change_backlog b set last_item = l.id
      from (select id from batch order by id desc limit 1) l
      returning b.last_item
    )
    select last_item as last from moved`.execute(db)
  return rows.length > 0
}

export const endBacklog = (db: Db) => sql`delete from state_change_backlog`.execute(db)
