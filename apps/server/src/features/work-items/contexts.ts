import type { ViewFilters } from '@cairn/contract'
import type { Filters, GroupKey, GroupTotal, ListQuery, PairTotal } from '@cairn/work-item-query'
import {
  and,
  conditionsOf,
  sql as piece,
  postgres,
  readFilters,
  type Sql,
  toParams,
} from '@cairn/work-item-query'
import { type RawBuilder, sql } from 'kysely'
import type { Member, ProjectMember, TeamMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { inProject, listedAcross } from '#kernel/database/scope.ts'
import { type Context, todayOf } from './list.ts'

/** The project's items this member may see at all, deleted ones aside; none while it is archived. */
const ofProject = ({ project_id, user_id, sees_only_own }: ProjectMember): Sql => {
  const all = piece`i.project_id = ${project_id}
    and (select archived_at is null from projects where id = ${project_id})`
  return sees_only_own ? piece`${all} and i.created_by = ${user_id}` : all
}

async function groupsOfProject(db: Db, member: ProjectMember, key: GroupKey) {
  if (key === 'project_id') return [member.project_id]
  if (key !== 'state_id' && key !== 'cycle_id') return []
  const { rows } = await (key === 'state_id'
    ? sql<{ id: string }>`
        select id from states s where ${inProject(member, 's')} and "group" <> 'triage'
        order by sequence`.execute(db)
    : sql<{ id: string }>`
        select id from cycles c where ${inProject(member, 'c')}`.execute(db))
  return rows.map(({ id }) => id)
}

/** Kept counts know states and priorities, so they answer what speaks of nothing else. */
const countable = new Set<keyof Filters>(['state', 'state_group', 'type_groups', 'priority'])
const countedBy: Partial<Record<GroupKey, string>> = {
  state_id: 'c.state_id::text',
  priority: 'c.priority',
  state__group: 's."group"',
  project_id: 's.project_id::text',
}

const countsOfProject = ({ project_id }: ProjectMember) => sql`
  work_item_counts c join states s on s.id = c.state_id where c.project_id = ${project_id}`

const isCountable = ({ filters }: ListQuery) =>
  (Object.keys(filters) as (keyof Filters)[]).every((filter) => countable.has(filter))

function keptCounts(
  db: Db,
  member: ProjectMember,
  cycle_id?: string,
): Pick<Context, 'kept' | 'keptPairs'> {
  const counts = cycle_id
    ? sql`cycle_counts c join states s on s.id = c.state_id where c.cycle_id = ${cycle_id}`
    : countsOfProject(member)
  return {
    kept(query, key) {
      if (!isCountable(query)) return undefined
      if (key === 'cycle_id' && !cycle_id) return countByCycle(db, member, query.filters)
      const column = key === null ? "''" : countedBy[key]
      return column ? readCounts(db, member, counts, query.filters, column) : undefined
    },
    keptPairs(query, [key, subKey]) {
      const [column, subColumn] = [countedBy[key], countedBy[subKey]]
      if (!column || !subColumn || !isCountable(query)) return undefined
      return readCounts(db, member, counts, query.filters, column, subColumn)
    },
  }
}

/** What is in each cycle; the rest is in none. */
async function countByCycle(db: Db, member: ProjectMember, filters: Filters) {
  const counts = sql`cycle_counts c join states s on s.id = c.state_id
    where c.cycle_id in (select id from cycles where project_id = ${member.project_id})`
  const [groups, all] = await Promise.all([
    readCounts(db, member, counts, filters, 'c.cycle_id::text'),
    readCounts(db, member, countsOfProject(member), filters, "''"),
  ])
  const add = (sum: number, { total }: GroupTotal) => sum + total
  return [...groups, { group_id: null, total: all.reduce(add, 0) - groups.reduce(add, 0) }]
}

async function readCounts(
  db: Db,
  { project_id }: ProjectMember,
  counts: RawBuilder<unknown>,
  filters: Filters,
  column: string,
  subColumn = 'null',
) {
  const among = (values: readonly string[] | undefined) => values ?? null
  const { rows } = await sql<PairTotal>`
    select ${sql.raw(column)} as group_id, ${sql.raw(subColumn)} as sub_group_id,
      sum(c.visible)::int as total
    from ${counts} and s.project_id = ${project_id}
      and (select archived_at is null from projects where id = ${project_id})
      and (${among(filters.state)}::uuid[] is null or c.state_id = any(${among(filters.state)}::uuid[]))
      and (${among(filters.priority)}::text[] is null
        or c.priority = any(${among(filters.priority)}::text[]))
      and (${among(filters.state_group)}::text[] is null
        or s."group" = any(${among(filters.state_group)}::text[]))
      and (${among(filters.type_groups)}::text[] is null
        or s."group" = any(${among(filters.type_groups)}::text[]))
    group by 1, 2`.execute(db)
  return rows
}

export const projectItems = (db: Db, member: ProjectMember): Context => ({
  base: piece`${ofProject(member)} and i.is_listed`,
  groupsOf: (key) => groupsOfProject(db, member, key),
  ...(!member.sees_only_own && keptCounts(db, member)),
})

/** What is in a cycle of the project. Its numbers are kept like the project's. */
export const itemsOfCycle = (db: Db, member: ProjectMember, cycle_id: string): Context => ({
  base: piece`${ofProject(member)} and i.is_listed and i.cycle_id = ${cycle_id}`,
  groupsOf: (key) => groupsOfProject(db, member, key),
  ...(!member.sees_only_own && keptCounts(db, member, cycle_id)),
})

export const archivedItems = (
  db: Db,
  member: ProjectMember,
  { withSubItems }: { withSubItems: boolean },
): Context => ({
  base: piece`${ofProject(member)} and i.archived_at is not null and i.deleted_at is null
    and not i.is_epic and (${withSubItems ? 1 : 0} = 1 or i.parent_id is null)`,
  groupsOf: (key) => groupsOfProject(db, member, key),
})

const visibleEpics = piece`i.is_epic and i.deleted_at is null and i.archived_at is null
  and not i.in_triage`

export const epicsOfProject = (db: Db, member: ProjectMember): Context => ({
  base: piece`${ofProject(member)} and ${visibleEpics}`,
  groupsOf: (key) => groupsOfProject(db, member, key),
})

const ofWorkspace = (member: Member): Sql => piece`${listedAcross(member)} and i.is_listed`

async function groupsOfWorkspace(
  db: Db,
  { workspace_id, user_id }: Member,
  key: GroupKey,
  among: readonly string[] | null = null,
) {
  const tables: Partial<Record<GroupKey, string>> = {
    state_id: `select s.id from states s join mine on mine.id = s.project_id
      where s.deleted_at is null and s."group" <> 'triage'`,
    cycle_id: `select c.id from cycles c join mine on mine.id = c.project_id
      where c.deleted_at is null`,
    project_id: 'select id from mine',
  }
  const ask = tables[key]
  if (!ask) return []
  const { rows } = await sql<{ id: string }>`
    with mine as (
      select p.id from projects p join project_members pm on pm.project_id = p.id
      where p.workspace_id = ${workspace_id} and p.deleted_at is null and p.archived_at is null
        and pm.user_id = ${user_id} and pm.is_active and pm.deleted_at is null
        and (${among}::uuid[] is null or p.id = any(${among}::uuid[]))
    ) ${sql.raw(ask)}`.execute(db)
  return rows.map(({ id }) => id)
}

export const workspaceItems = (db: Db, member: Member): Context => ({
  base: ofWorkspace(member),
  groupsOf: (key) => groupsOfWorkspace(db, member, key),
})

/** Of a teamspace's projects those the reader is in; of a view of it, what meets that besides. */
export function itemsOfTeam(db: Db, member: TeamMember, stored: ViewFilters = {}): Context {
  const { team_project_ids: ids } = member
  const reader = { today: todayOf(member), timezone: member.user_timezone }
  const filters = readFilters(toParams(stored), reader)
  return {
    base: and([
      piece`${ofWorkspace(member)} and i.project_id = any(${ids}::uuid[])`,
      ...conditionsOf(postgres, filters),
    ]),
    groupsOf: (key) => groupsOfWorkspace(db, member, key, ids),
  }
}

/** What somebody is assigned to, made or follows, as far as the reader may see it. */
export const itemsOfPerson = (db: Db, member: Member, user_id: string): Context => ({
  base: piece`${ofWorkspace(member)} and (i.created_by = ${user_id}
    or exists (select from work_item_assignees a
      where a.work_item_id = i.id and a.user_id = ${user_id} and a.is_live)
    or exists (select from work_item_subscribers a
      where a.work_item_id = i.id and a.user_id = ${user_id}))`,
  groupsOf: (key) => groupsOfWorkspace(db, member, key),
})

/** A module's items; one may be in several. */
export const itemsOfModule = (db: Db, member: ProjectMember, module_id: string): Context => ({
  base: piece`${ofProject(member)} and i.is_listed and i.id in (
    select mi.work_item_id from module_items mi where mi.module_id = ${module_id} and mi.is_live
  )`,
  defaultOrder: 'created_at',
  groupsOf: (key) => groupsOfProject(db, member, key),
})

/** A project's items that meet what a saved view filters by, for whoever looks at it today. */
export function itemsOfView(db: Db, member: ProjectMember, stored: ViewFilters): Context {
  const reader = { today: todayOf(member), timezone: member.user_timezone }
  const filters = readFilters(toParams(stored), reader)
  const { base, groupsOf } = projectItems(db, member)
  return { base: and([base, ...conditionsOf(postgres, filters)]), groupsOf }
}

export const chosenItems = (
  member: ProjectMember,
  ids: readonly string[],
  { epics = false } = {},
): Context => ({
  base: piece`${ofProject(member)} and ${epics ? visibleEpics : piece`i.is_listed`}
    and i.id = any(${ids.filter(isId)}::uuid[])`,
  groupsOf: async () => [],
})

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
