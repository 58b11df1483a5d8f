import {
  ADMIN,
  GUEST,
  type Timer,
  type TimeSpent,
  type TimesheetItem,
  type WorkLog,
} from '@cairn/contract'
import { type Generated, type RawBuilder, type SqlBool, sql, type UpdateObject } from 'kysely'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import { type Database, type Db, now, type Row, type Tx } from '#kernel/database/schema.ts'
import { inProject, visibleAcross, visibleInProject } from '#product/scope-queries.ts'

declare module '#kernel/database/schema.ts' {
  interface Database {
    work_logs: Row & {
      workspace_id: string
      project_id: string
      work_item_id: string
      logged_by: string | null
      day: string
      duration: number
      description: string
    }
    running_timers: {
      user_id: string
      workspace_id: string
      project_id: string
      work_item_id: string
      started_at: Generated<string>
    }
  }
}

const shape = sql`
  w.id, w.work_item_id as issue, w.project_id as project, w.workspace_id as workspace,
  w.logged_by, to_char(w.day, 'YYYY-MM-DD') as day, w.duration, w.description, w.created_at,
  w.updated_at, w.created_by, w.updated_by`

/** Where the project switches time tracking off, there is nothing to see. */
const isTracked = (project_id: RawBuilder<unknown>) => sql<SqlBool>`exists (
  select from projects tracked
  where tracked.id = ${project_id} and tracked.is_time_tracking_enabled
)`

export const tracksTime = async (db: Db, member: ProjectMember) => {
  const { rows } = await sql<{ is_tracked: boolean }>`
    select ${isTracked(sql`${member.project_id}::uuid`)} as is_tracked`.execute(db)
  return rows[0]?.is_tracked === true
}

/** Of an item the caller has access to, the newest day first. */
export const listLogs = async (db: Db, member: ProjectMember, work_item_id: string) => {
  const { rows } = await sql<WorkLog>`
    select ${shape} from work_logs w
    where w.work_item_id = ${work_item_id} and ${inProject(member, 'w')}
      and ${isTracked(sql`w.project_id`)}
    order by w.day desc, w.created_at desc, w.id`.execute(db)
  return rows
}

export const findLog = async (db: Db, member: ProjectMember, work_item_id: string, id: string) => {
  const { rows } = await sql<WorkLog>`
    select ${shape} from work_logs w
    where w.id = ${id} and w.work_item_id = ${work_item_id} and ${inProject(member, 'w')}`.execute(
    db,
  )
  return rows[0]
}

interface NewLog {
  id?: string | undefined
  work_item_id: string
  logged_by: string
  day: string
  duration: number
  description: string
}

export const insertLog = (
  tx: Tx,
  { workspace_id, project_id, user_id }: ProjectMember,
  log: NewLog,
) =>
  tx
    .insertInto('work_logs')
    .values({ ...log, workspace_id, project_id, created_by: user_id })
    .returning('id')
    .executeTakeFirstOrThrow()

export const updateLog = (
  tx: Tx,
  member: ProjectMember,
  id: string,
  change: UpdateObject<Database, 'work_logs'>,
) =>
  tx
    .updateTable('work_logs')
    .set({ ...change, updated_at: now, updated_by: member.user_id })
    .where('id', '=', id)
    .where(inProject(member))
    .execute()

/** Hours of an item's estimate, where its project estimates in time, as minutes. */
const estimatedMinutes = sql`(
  select round(ep.value::numeric * 60)::int from estimate_points ep
  join estimates e on e.id = ep.estimate_id and e.type = 'time' and e.deleted_at is null
  join projects ofit on ofit.id = i.project_id and ofit.estimate_id = e.id
  where ep.id = i.estimate_point and ep.deleted_at is null
    and ep.value ~ '^[0-9]{1,7}([.][0-9]+)?$'
)`

/** Which of the project's items a sum is about. */
export type ItemSet = { kind: 'project' } | { kind: 'item' | 'cycle' | 'module'; id: string }

/** As a condition on `work_items i`. */
function isInSet(set: ItemSet): RawBuilder<SqlBool> {
  if (set.kind === 'project') return sql<SqlBool>`true`
  if (set.kind === 'item') return sql<SqlBool>`i.id = ${set.id}`
  if (set.kind === 'cycle') return sql<SqlBool>`i.cycle_id = ${set.id}`
  return sql<SqlBool>`exists (
    select from module_items mi
    where mi.module_id = ${set.id} and mi.work_item_id = i.id and mi.is_live
  )`
}

export const findSet = async (
  db: Db,
  member: ProjectMember,
  kind: 'cycle' | 'module',
  id: string,
) => {
  const { rows } = await sql`
    select from ${sql.table(`${kind}s`)} where id = ${id} and ${inProject(member)}`.execute(db)
  return rows.length > 0
}

/** Computed from the entries of the items that are in the set now: there is no sum to go wrong. */
export const sumTime = async (db: Db, member: ProjectMember, set: ItemSet) => {
  const { rows } = await sql<TimeSpent['people'][number]>`
    select w.logged_by as user_id, sum(w.duration)::float8 as spent
    from work_logs w join work_items i on i.id = w.work_item_id
    where ${inProject(member, 'w')} and ${visibleInProject(member, 'i')} and ${isInSet(set)}
      and ${isTracked(sql`${member.project_id}::uuid`)}
    group by w.logged_by order by spent desc, w.logged_by nulls last`.execute(db)
  return rows
}

export const sumEstimates = async (db: Db, member: ProjectMember, set: ItemSet) => {
  const { rows } = await sql<{ estimated: number | null }>`
    select sum(${estimatedMinutes})::float8 as estimated from work_items i
    where ${visibleInProject(member, 'i')} and i.estimate_point is not null and ${isInSet(set)}
      and ${isTracked(sql`${member.project_id}::uuid`)}`.execute(db)
  return rows[0]?.estimated ?? null
}

/** Spent on the sub-items on all levels, in all projects the reader sees. */
export const sumSubItems = async (db: Db, member: ProjectMember, id: string) => {
  const { rows } = await sql<{ spent: number }>`
    with recursive below (id) as (
      select c.id from work_items c
      where c.parent_id = ${id} and c.workspace_id = ${member.workspace_id}
        and c.deleted_at is null
      union
      select c.id from below b join work_items c on c.parent_id = b.id
      where c.workspace_id = ${member.workspace_id} and c.deleted_at is null
    )
    select coalesce(sum(w.duration), 0)::float8 as spent
    from below b join work_items i on i.id = b.id join work_logs w on w.work_item_id = b.id
    where w.deleted_at is null and ${visibleAcross(member, 'i')}
      and ${isTracked(sql`w.project_id`)}`.execute(db)
  return rows[0]?.spent ?? 0
}

/** A user's time by project, in the projects the reader sees. */
export const sumOfPerson = async (db: Db, member: Member, user_id: string) => {
  const { rows } = await sql<{ project_id: string; spent: number }>`
    select w.project_id, sum(w.duration)::float8 as spent
    from work_logs w join work_items i on i.id = w.work_item_id
    where w.logged_by = ${user_id} and w.deleted_at is null and i.deleted_at is null
      and ${visibleAcross(member, 'i')} and ${isTracked(sql`w.project_id`)}
    group by w.project_id order by spent desc, w.project_id`.execute(db)
  return rows
}

/** For `total-worklogs/`: every item with time, and its sum. */
export const sumByItem = async (db: Db, member: ProjectMember) => {
  const { rows } = await sql<{ issue_id: string; duration: number }>`
    select w.work_item_id as issue_id, sum(w.duration)::float8 as duration
    from work_logs w join work_items i on i.id = w.work_item_id
    where ${inProject(member, 'w')} and ${visibleInProject(member, 'i')}
      and ${isTracked(sql`${member.project_id}::uuid`)}
    group by w.work_item_id order by w.work_item_id`.execute(db)
  return rows
}

/** The projects whose time of other users a caller may read: all they see, or those they manage. */
const managed = ({ user_id }: Member) => sql<SqlBool>`exists (
  select from project_members pm
  where pm.project_id = w.project_id and pm.user_id = ${user_id} and pm.role >= ${ADMIN}
    and pm.is_active and pm.deleted_at is null
)`

interface Days {
  from: string
  to: string
}

export const listLogsOf = async (
  db: Db,
  member: Member,
  user_id: string,
  { from, to, managedOnly }: Days & { managedOnly: boolean },
) => {
  const { rows } = await sql<WorkLog>`
    select ${shape} from work_logs w join work_items i on i.id = w.work_item_id
    where w.logged_by = ${user_id} and w.day between ${from}::date and ${to}::date
      and w.deleted_at is null and i.deleted_at is null and ${visibleAcross(member, 'i')}
      and ${isTracked(sql`w.project_id`)} and ${managedOnly ? managed(member) : sql`true`}
    order by w.day, w.created_at, w.id`.execute(db)
  return rows
}

export const listTimesheetItems = async (db: Db, member: Member, ids: readonly string[]) => {
  const { rows } = await sql<TimesheetItem>`
    select i.id, i.project_id, p.identifier as project_identifier, i.sequence_id, i.name,
      i.archived_at is null as is_writable
    from work_items i join projects p on p.id = i.project_id
    where i.id = any(${[...ids]}::uuid[]) and i.deleted_at is null and ${visibleAcross(member, 'i')}
    order by lower(p.name), p.id, i.sequence_id`.execute(db)
  return rows
}

export const isProjectAdminSomewhere = async (db: Db, { workspace_id, user_id }: Member) => {
  const { rows } = await sql`
    select from project_members pm join projects p on p.id = pm.project_id
    where pm.user_id = ${user_id} and pm.role >= ${ADMIN} and pm.is_active and pm.deleted_at is null
      and p.workspace_id = ${workspace_id} and p.deleted_at is null limit 1`.execute(db)
  return rows.length > 0
}

/** A user starts and stops one timer after the other. */
export const lockTimerOf = (tx: Tx, user_id: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`timer ${user_id}`}, 0))`.execute(tx)

export interface RunningTimer extends Timer {
  workspace_id: string
  /** Every started minute. */
  minutes: number
}

/** The timer, if its item can still be seen by its user, in a project that tracks time. */
export const findTimer = async (db: Db, user_id: string) => {
  const { rows } = await sql<RunningTimer>`
    select t.started_at, t.workspace_id, ws.slug as workspace_slug,
      greatest(1, ceil(extract(epoch from clock_timestamp() - t.started_at) / 60))::int as minutes,
      jsonb_build_object('id', i.id, 'project_id', i.project_id, 'name', i.name,
        'project_identifier', p.identifier, 'sequence_id', i.sequence_id) as item
    from running_timers t
    join work_items i on i.id = t.work_item_id and i.deleted_at is null
    join projects p on p.id = i.project_id and p.deleted_at is null and p.archived_at is null
      and p.is_time_tracking_enabled
    join workspaces ws on ws.id = t.workspace_id and ws.deleted_at is null
    join workspace_members wm on wm.workspace_id = ws.id and wm.user_id = t.user_id
      and wm.is_active and wm.deleted_at is null
    join project_members pm on pm.project_id = p.id and pm.user_id = t.user_id and pm.is_active
      and pm.deleted_at is null
    where t.user_id = ${user_id}
      and (pm.role > ${GUEST} or p.guest_view_all_features or i.created_by = t.user_id)`.execute(db)
  return rows[0]
}

export const insertTimer = (
  tx: Tx,
  { user_id, workspace_id, project_id }: ProjectMember,
  work_item_id: string,
) =>
  tx
    .insertInto('running_timers')
    .values({ user_id, workspace_id, project_id, work_item_id })
    .execute()

export const deleteTimer = (tx: Tx, user_id: string) =>
  tx.deleteFrom('running_timers').where('user_id', '=', user_id).execute()

interface TimedItem {
  id: string
  created_by: string | null
}

interface ItemRef {
  id: string
  project_id: string
}

/** Always in the same order: two users who swap items would wait for each other. */
export const lockItems = (tx: Tx, one: ItemRef, other: ItemRef = one) =>
  sql`
    select from work_items i
    where (i.id = ${one.id} and i.project_id = ${one.project_id})
      or (i.id = ${other.id} and i.project_id = ${other.project_id})
    order by i.id for no key update`.execute(tx)

/** For a timer that is stopped: its time is logged also if the item was archived meanwhile. */
export const lockTimed = async (tx: Tx, member: ProjectMember, id: string) => {
  const { rows } = await sql<TimedItem>`
    select id, created_by from work_items where id = ${id} and ${visibleInProject(member)}
    for no key update`.execute(tx)
  return rows[0]
}

/** The day on which the timer was started, where its user is. */
export const dayOfTimer = async (tx: Tx, user_id: string, timezone: string) => {
  const { rows } = await sql<{ day: string }>`
    select to_char(started_at at time zone ${timezone}, 'YYYY-MM-DD') as day
    from running_timers where user_id = ${user_id}`.execute(tx)
  return rows[0]?.day
}
