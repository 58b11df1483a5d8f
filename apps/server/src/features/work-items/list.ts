import {
  PageNotValid,
  readSlice,
  type Slice,
  toPage,
  type WorkItem,
  type WorkItemGroup,
  type WorkItemListQuery,
} from '@cairn/contract'
import { type RawBuilder, sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { visibleInProject } from '#kernel/database/scope.ts'
import { badRequest } from '#kernel/http/errors.ts'
import { listed, rowColumns } from './queries.ts'

/** Each ends in the same two keys, so that pages are stable, and each has an index that reads it. */
const orders: Record<string, RawBuilder<unknown>> = {
  '-created_at': sql`i.created_at desc, i.id desc`,
  created_at: sql`i.created_at, i.id`,
  sort_order: sql`i.sort_order, i.created_at desc, i.id desc`,
}

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

interface Wanted {
  order: RawBuilder<unknown>
  slice: Slice
  /** Empty: all states. */
  states: string[]
}

function readQuery(query: WorkItemListQuery): Wanted {
  const order = orders[query.order_by ?? ''] ?? orders['-created_at'] ?? sql`i.id`
  const states = (query.state ?? '').split(',').filter(isId).slice(0, 100)
  try {
    return { order, states, slice: readSlice(query.per_page, query.cursor) }
  } catch (error) {
    throw error instanceof PageNotValid ? badRequest({ detail: error.message }) : error
  }
}

/** One page of the project's visible items, flat or one slice per state. */
export function listWorkItems(db: Db, member: ProjectMember, query: WorkItemListQuery) {
  const wanted = readQuery(query)
  if (!query.group_by) return listFlat(db, member, wanted)
  if (query.group_by !== 'state_id') throw badRequest({ error: 'Invalid group_by parameter' })
  return listByState(db, member, wanted)
}

const inStates = (states: string[]) =>
  states.length > 0
    ? sql<boolean>`i.state_id = any(${states}::uuid[])`
    : sql<boolean>`i.state_id in (select id from states where "group" <> 'triage')`

async function listFlat(db: Db, member: ProjectMember, { order, slice, states }: Wanted) {
  const only = states.length === 1 ? sql<boolean>`i.state_id = ${states[0]}` : inStates(states)
  const rows = await sql<WorkItem>`
    select ${rowColumns} from work_items i join states s on s.id = i.state_id
    where ${visibleInProject(member, 'i')} and ${listed} and ${only} and s."group" <> 'triage'
    order by ${order} limit ${slice.size} offset ${slice.page * slice.size}`.execute(db)
  const totals = await countByState(db, member)
  const total = totals
    .filter(({ state_id }) => states.length === 0 || states.includes(state_id))
    .reduce((sum, { total }) => sum + total, 0)
  return toPage(slice, { results: rows.rows, count: rows.rows.length, total })
}

async function listByState(db: Db, member: ProjectMember, { order, slice, states }: Wanted) {
  const wantedState = (id: string) => states.length === 0 || states.includes(id)
  const totals = (await countByState(db, member)).filter(({ state_id }) => wantedState(state_id))
  const { rows } = await sql<WorkItem>`
    select page.* from states s
    cross join lateral (
      select ${rowColumns} from work_items i
      where i.state_id = s.id and ${visibleInProject(member, 'i')} and ${listed}
      order by ${order} limit ${slice.size} offset ${slice.page * slice.size}
    ) page
    where s.id = any(${totals.map(({ state_id }) => state_id)}::uuid[])`.execute(db)
  const groups: Record<string, WorkItemGroup> = {}
  for (const { state_id, total } of totals) groups[state_id] = { results: [], total_results: total }
  for (const row of rows) groups[row.state_id]?.results.push(row)
  const total = totals.reduce((sum, group) => sum + group.total, 0)
  const longest = Math.max(0, ...totals.map((group) => group.total))
  const results = total === 0 ? {} : groups
  return toPage(slice, { results, count: rows.length, total, longest, grouped_by: 'state_id' })
}

interface StateTotal {
  state_id: string
  total: number
}

/** From the kept counts, so that it costs the number of states; a guest's own items are counted. */
async function countByState(db: Db, member: ProjectMember): Promise<StateTotal[]> {
  const own = sql`
    select count(*)::int from work_items i
    where i.state_id = s.id and ${visibleInProject(member, 'i')} and ${listed}`
  const kept = sql`
    select coalesce(sum(visible), 0)::int from work_item_counts c
    where c.project_id = s.project_id and c.state_id = s.id`
  const { rows } = await sql<StateTotal>`
    select s.id as state_id, (${member.sees_only_own ? own : kept}) as total from states s
    where s.project_id = ${member.project_id} and s.deleted_at is null and s."group" <> 'triage'
    order by s.sequence`.execute(db)
  return rows
}
