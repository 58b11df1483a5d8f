import {
  ADMIN,
  type AssigneeRow,
  type ChartMetric,
  type DaySpan,
  GUEST,
  type KindCount,
  MEMBER,
  type ProjectRow,
  type StateGroup,
} from '@cairn/contract'
import { sql } from 'kysely'
import { worth } from '#features/progress/service.ts'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { avatarUrl } from '#product/picture-url-queries.ts'
import { inProject, visibleAcross, visiblePages, visibleViews } from '#product/scope-queries.ts'
import type { Axis } from './axis-queries.ts'
import {
  createdIn,
  type Items,
  isChosen,
  itemsAcross,
  type WorkspaceScope,
} from './item-queries.ts'
import type { Period } from './period.ts'

/** Counts rows, or distinct values of a column, in the current and in the previous period. */
function compared(period: Period | undefined, created: string, distinct?: string) {
  const counted = distinct ? sql`count(distinct ${sql.ref(distinct)})` : sql`count(*)`
  if (!period) return sql`${counted}::int as count, ${counted}::int as filter_count`
  const { current, previous } = period
  const during = ({ from, until }: Period['current']) => sql`
    (${counted} filter (where ${sql.ref(created)} >= ${from} and ${sql.ref(created)} < ${until}))::int`
  return sql`${during(current)} as count, ${during(previous)} as filter_count`
}

/** Skips rows older than both periods. */
const since = (period: Period | undefined) =>
  period ? sql`i.created_at >= ${period.previous.from}` : sql`true`

/** The projects the caller is a member of, limited to the chosen ones. */
const mine = ({ workspace_id, user_id }: Member, scope: WorkspaceScope) => sql`
  select p.id, p.name, p.created_at from projects p
  join project_members pm on pm.project_id = p.id and pm.user_id = ${user_id} and pm.is_active
    and pm.deleted_at is null
  where p.workspace_id = ${workspace_id} and p.deleted_at is null and p.archived_at is null
    and ${isChosen(scope, 'p.id')}`

/** Members of the workspace or of the chosen projects, without bots. */
const people = ({ workspace_id }: Member, { project_ids }: WorkspaceScope) => {
  const members = project_ids
    ? sql`project_members m join mine on mine.id = m.project_id`
    : sql`workspace_members m`
  return sql`
    select m.user_id, m.role, m.created_at from ${members}
    join users u on u.id = m.user_id and not u.is_bot
    where m.workspace_id = ${workspace_id} and m.is_active and m.deleted_at is null`
}

const intake = (member: Member, scope: WorkspaceScope) => sql`
  intake_items n join work_items i on i.id = n.work_item_id and i.deleted_at is null
  where n.deleted_at is null and ${visibleAcross(member, 'i')}
    and ${isChosen(scope, 'i.project_id')}`

interface TotalRow {
  key: string
  count: number
  filter_count: number
}

export const countOverview = async (
  db: Db,
  member: Member,
  scope: WorkspaceScope,
  period: Period | undefined,
  { withItems }: { withItems: boolean },
) => {
  const items = sql`
    union all select 'total_work_items', ${compared(period, 'i.created_at')} from work_items i
      where ${itemsAcross(member, scope)} and ${since(period)}`
  const ofRole = (key: string, role?: number) => sql`
    select ${key}::text as key, ${compared(period, 'created_at', 'user_id')} from people
    where ${role ?? null}::int is null or role = ${role ?? null}::int`
  const { rows } = await sql<TotalRow>`
    with mine as (${mine(member, scope)}), people as (${people(member, scope)})
    ${ofRole('total_users')} union all ${ofRole('total_admins', ADMIN)}
    union all ${ofRole('total_members', MEMBER)} union all ${ofRole('total_guests', GUEST)}
    union all select 'total_projects', ${compared(period, 'created_at')} from mine
    ${withItems ? items : sql``}
    union all select 'total_cycles', ${compared(period, 'c.created_at')} from cycles c
      join mine on mine.id = c.project_id where c.deleted_at is null
    union all select 'total_intake', ${compared(period, 'i.created_at')}
      from ${intake(member, scope)} and n.status in (-2, 0)`.execute(db)
  return rows
}

export const countByGroup = async (db: Db, items: Items, period: Period | undefined) => {
  const { rows } = await sql<Omit<TotalRow, 'key'> & { group: StateGroup }>`
    select s."group", ${compared(period, 'i.created_at')}
    from work_items i join states s on s.id = i.state_id
    where ${items} and ${since(period)} group by s."group"`.execute(db)
  return rows
}

/** Counts what was created in the period in the chosen projects, by kind. */
export const countKinds = async (
  db: Db,
  member: Member,
  scope: WorkspaceScope,
  period: Period | undefined,
) => {
  const inMine = (table: string) => sql`
    ${sql.table(table)} o join mine on mine.id = o.project_id
    where o.deleted_at is null and ${createdIn(period, 'o.created_at')}`
  const { rows } = await sql<KindCount>`
    with mine as (${mine(member, scope)}), people as (${people(member, scope)})
    select 'work_items' as key, 'Work Items' as name, count(*)::int as count from work_items i
      where ${itemsAcross(member, scope)} and ${createdIn(period)}
    union all select 'cycles', 'Cycles', count(*)::int from ${inMine('cycles')}
    union all select 'modules', 'Modules', count(*)::int from ${inMine('modules')}
    union all select 'intake', 'Intake', count(*)::int from ${intake(member, scope)}
      and ${createdIn(period)}
    union all select 'members', 'Members', count(distinct user_id)::int from people
      where ${createdIn(period, 'created_at')}
    union all select 'pages', 'Pages', count(distinct pg.id)::int from pages pg
      join project_pages pp on pp.page_id = pg.id join mine on mine.id = pp.project_id
      where ${visiblePages(member)} and ${createdIn(period, 'pg.created_at')}
    union all select 'views', 'Views', count(*)::int from views v
      join mine on mine.id = v.project_id
      where ${visibleViews(member)} and ${createdIn(period, 'v.created_at')}`.execute(db)
  return rows
}

const byGroup = (n: string) => {
  const sum = (group: string) => sql`
    coalesce(sum(${sql.raw(n)}) filter (where "group" = ${group}), 0)::int`
  return sql`
    ${sum('cancelled')} as cancelled_work_items, ${sum('completed')} as completed_work_items,
    ${sum('backlog')} as backlog_work_items, ${sum('unstarted')} as un_started_work_items,
    ${sum('started')} as started_work_items`
}

export const countByProject = async (
  db: Db,
  member: Member,
  scope: WorkspaceScope,
  period: Period | undefined,
) => {
  const { rows } = await sql<ProjectRow>`
    with mine as (${mine(member, scope)})
    select mine.id as project_id, mine.name as project__name, ${byGroup('n')}
    from mine left join (
      select i.project_id, s."group", count(*) as n
      from work_items i join states s on s.id = i.state_id
      where ${itemsAcross(member, scope)} and ${createdIn(period)}
      group by i.project_id, s."group"
    ) counted on counted.project_id = mine.id
    group by mine.id, mine.name order by mine.id`.execute(db)
  return rows
}

export const countByAssignee = async (db: Db, items: Items) => {
  const { rows } = await sql<AssigneeRow>`
    select u.display_name, u.id as assignee_id,
      case when u.id is not null then ${avatarUrl('u')} end as avatar_url, ${byGroup('1')}
    from work_items i join states s on s.id = i.state_id
    left join work_item_assignees a on a.work_item_id = i.id and a.is_live
    left join users u on u.id = a.user_id
    where ${items} group by u.id order by lower(u.display_name) nulls last, u.id`.execute(db)
  return rows
}

export interface MadeAndDone {
  key: string
  created: number
  completed: number
}

/** The day the workspace or project began, in the user's time zone. */
export const findFirstDay = async (
  db: Db,
  { workspace_id, user_timezone }: Member,
  project_id?: string,
) => {
  const began = project_id
    ? sql`projects where workspace_id = ${workspace_id} and id = ${project_id}`
    : sql`workspaces where id = ${workspace_id}`
  const { rows } = await sql<{ day: string }>`
    select to_char(created_at at time zone ${user_timezone}::text, 'YYYY-MM-DD') as day
    from ${began}`.execute(db)
  return rows[0]?.day
}

/** Limits daily charts to ten years. */
const MAX_DAYS = 3660

export type Plan = { table: 'cycles' | 'modules'; id: string }

/**
 * When an item was added to a cycle or module, by its history; without an entry, when it was
 * created.
 */
const addedAt = ({ table, id }: Plan) => sql`
  coalesce((
    select max(a.created_at) from activities a
    where a.work_item_id = i.id and a.field = ${table} and a.new_identifier = ${id}
  ), i.created_at)`

/** First and last day, in the project's time zone. */
const planned = (member: ProjectMember, { table, id }: Plan) => {
  const [first, last] =
    table === 'cycles'
      ? [
          '(e.start_date at time zone p.timezone)::date',
          '(e.end_date at time zone p.timezone)::date',
        ]
      : ['e.start_date', 'e.target_date']
  return sql`
    select ${sql.raw(first)} as first, ${sql.raw(last)} as last, p.timezone
    from ${sql.table(table)} e join projects p on p.id = e.project_id
    where e.id = ${id} and ${inProject(member, 'e')}`
}

/** The days of a cycle or module; none if one of its dates is missing. */
export const findPlannedDays = async (db: Db, member: ProjectMember, plan: Plan) => {
  const { rows } = await sql<DaySpan>`
    select to_char(first, 'YYYY-MM-DD') as "from",
      to_char(least(last, first + ${MAX_DAYS}::int), 'YYYY-MM-DD') as "to"
    from (${planned(member, plan)}) planned
    where first is not null and last is not null`.execute(db)
  return rows[0]
}

/** Every day of a cycle or module, in the project's time zone; none if it has no dates. */
export const countDays = async (db: Db, member: ProjectMember, items: Items, plan: Plan) => {
  const { rows } = await sql<MadeAndDone>`
    with planned as (${planned(member, plan)})
    select to_char(d.day, 'YYYY-MM-DD') as key, coalesce(c.created, 0)::int as created,
      coalesce(c.completed, 0)::int as completed
    from planned, generate_series(
      planned.first::timestamp, least(planned.last, planned.first + ${MAX_DAYS}::int)::timestamp,
      interval '1 day'
    ) as d (day)
    left join (
      select (added.at at time zone planned.timezone)::date as day, count(*) as created,
        count(*) filter (where added."group" = 'completed') as completed
      from (
        select ${addedAt(plan)} as at, s."group"
        from work_items i join states s on s.id = i.state_id where ${items}
      ) added, planned group by 1
    ) c on c.day = d.day::date order by d.day`.execute(db)
  return rows
}

export interface Cell {
  key: string | null
  name: string | null
  /** `is_row`: the value is the total of the whole row. */
  is_row: boolean
  group_key: string | null
  group_name: string | null
  value: number | null
}

/** The values of estimate points, in the projects the caller is a member of. */
export const listPointValues = async (db: Db, member: Member, scope: WorkspaceScope) => {
  const { rows } = await sql<{ id: string; value: string }>`
    with mine as (${mine(member, scope)})
    select e.id, e.value from estimate_points e join mine on mine.id = e.project_id
    order by e.value, e.id`.execute(db)
  return rows
}

/** The item columns that axes use. */
const charted = (items: Items, timezone: string) => sql`
  select i.id, i.priority, i.estimate_point, i.cycle_id, i.created_by, i.start_date, i.target_date,
    (i.created_at at time zone ${timezone}::text)::date as created_day,
    (i.completed_at at time zone ${timezone}::text)::date as completed_day,
    s.id as state_id, s.name as state_name, s."group" as state_group
  from work_items i join states s on s.id = i.state_id where ${items}`

interface Wanted {
  x: Axis
  group: Axis | undefined
  metric: ChartMetric
  /** Timestamps are converted to days in this time zone. */
  timezone: string
}

/** One row for each value along the axis and, with a grouping, one for each of its cells. */
export const countAlong = async (db: Db, items: Items, { x, group, metric, timezone }: Wanted) => {
  const [value, worthOf] =
    metric === 'ESTIMATE_POINT_COUNT'
      ? [sql`sum(w.value)::float8`, sql`left join ${worth} w on w.id = i.estimate_point`]
      : [sql`count(*)::int`, sql``]
  const cells = group
    ? sql`union all
        select ${x.key}, min(${x.name}), false, ${group.key}, min(${group.name}), ${value}
        from items i ${x.join} ${group.join} ${worthOf} group by ${x.by}, ${group.by}`
    : sql``
  const { rows } = await sql<Cell>`
    with items as (${charted(items, timezone)}), cells as (
      select ${x.key} as key, min(${x.name}) as name, true as is_row, null::text as group_key,
        null::text as group_name, ${value} as value
      from items i ${x.join} ${worthOf} group by ${x.by}
      ${cells}
    )
    select * from cells
    order by key collate "C" nulls last, group_key collate "C" nulls last`.execute(db)
  return rows
}
