import {
  type CycleStatus,
  lookup,
  type ProgressSnapshot,
  type Slice,
  type StateGroup,
} from '@cairn/contract'
import {
  type ColumnType,
  type Generated,
  type InsertObject,
  type RawBuilder,
  type SqlBool,
  sql,
  type UpdateObject,
} from 'kysely'
import type { Numbers } from '#features/progress/service.ts'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import { type Database, type Db, now, type Row, type Tx } from '#kernel/database/schema.ts'
import { inProject, inWorkspace } from '#product/scope-queries.ts'

type JsonColumn<T = Record<string, unknown>> = ColumnType<T, string | undefined, string>

declare module '#kernel/database/schema.ts' {
  interface Database {
    cycles: Row & {
      workspace_id: string
      project_id: string
      name: string
      description: Generated<string>
      start_date: string | null
      end_date: string | null
      owned_by_id: string | null
      view_props: JsonColumn
      sort_order: Generated<number>
      progress_snapshot: JsonColumn<ProgressSnapshot>
      logo_props: JsonColumn
      version: Generated<number>
      archived_at: string | null
      external_source: string | null
      external_id: string | null
    }
    cycle_days: { cycle_id: string; day: string; counts: ColumnType<Numbers, string, string> }
  }
}

/** Whether it has ended, by the database's clock. */
const isOver = sql<boolean>`coalesce(c.end_date < now(), false)`
const isRunning = sql<SqlBool>`c.start_date <= now() and c.end_date >= now()`

/** Which cycles are requested; any other word requests all. Conditions on `cycles as c`. */
const standings: Record<string, RawBuilder<SqlBool>> = {
  current: isRunning,
  upcoming: sql<SqlBool>`c.start_date > now()`,
  completed: sql<SqlBool>`c.end_date < now()`,
  draft: sql<SqlBool>`c.start_date is null and c.end_date is null`,
  incomplete: sql<SqlBool>`(c.end_date >= now() or c.end_date is null)`,
}
export const standsAs = (standing = ''): RawBuilder<SqlBool> =>
  lookup(standings, standing) ?? sql<SqlBool>`true`

/** For `cycles as c`. */
export const cycleStatus = sql<CycleStatus>`case
  when ${isRunning} then 'CURRENT'
  when c.start_date > now() then 'UPCOMING'
  when c.end_date < now() then 'COMPLETED'
  else 'DRAFT' end`

const cyclesOf = (db: Db, { user_id }: Member) =>
  db
    .selectFrom('cycles as c')
    .innerJoin('projects as p', 'p.id', 'c.project_id')
    .select(['c.id', 'c.workspace_id', 'c.project_id', 'c.name', 'c.description'])
    .select(['c.start_date', 'c.end_date', 'c.owned_by_id', 'c.view_props', 'c.sort_order'])
    .select(['c.external_source', 'c.external_id', 'c.progress_snapshot', 'c.logo_props'])
    .select(['c.version', 'c.archived_at', 'c.created_at', 'c.updated_at', 'c.created_by'])
    .select('p.timezone')
    .select([
      cycleStatus.as('status'),
      sql<boolean>`exists (
        select from favorites f where f.user_id = ${user_id} and f.entity_type = 'cycle'
          and f.entity_identifier = c.id and f.deleted_at is null
      )`.as('is_favorite'),
    ])

export type CycleRow = Awaited<ReturnType<typeof listCycles>>[number]

/** Favorites first, then the newest; none while the project is archived. */
export const listCycles = (
  db: Db,
  member: ProjectMember,
  { archived = false, standing }: { archived?: boolean; standing?: string } = {},
) =>
  cyclesOf(db, member)
    .where(inProject(member, 'c'))
    .where('p.archived_at', 'is', null)
    .where('c.archived_at', archived ? 'is not' : 'is', null)
    .where(standsAs(standing))
    .orderBy('is_favorite', 'desc')
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id')
    .execute()

export const findCycle = (db: Db, member: ProjectMember, id: string) =>
  cyclesOf(db, member).where('c.id', '=', id).where(inProject(member, 'c')).executeTakeFirst()

/** Locks the cycle, with the columns that decide whether it may be changed. */
export const lockCycle = (tx: Tx, member: ProjectMember, id: string) =>
  tx
    .selectFrom('cycles as c')
    .select(['c.id', 'c.name', 'c.start_date', 'c.end_date', 'c.owned_by_id', 'c.archived_at'])
    .select(['c.progress_snapshot', isOver.as('is_over')])
    .where('c.id', '=', id)
    .where(inProject(member, 'c'))
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Locks the cycle against changes and deletion while items are added. */
export const shareCycle = (tx: Tx, member: ProjectMember, id: string) =>
  tx
    .selectFrom('cycles as c')
    .select(['c.id', 'c.archived_at', isOver.as('is_over')])
    .where('c.id', '=', id)
    .where(inProject(member, 'c'))
    .forShare()
    .executeTakeFirst()

/**
 * In the projects where the caller has at least this role; without archived projects and cycles.
 */
const cyclesAcross = (db: Db, member: Member, leastRole: number) =>
  cyclesOf(db, member)
    .innerJoin('project_members as m', 'm.project_id', 'c.project_id')
    .select(sql<boolean>`m.role = 5 and not p.guest_view_all_features`.as('sees_only_own'))
    .where(inWorkspace(member, 'c'))
    .where('m.user_id', '=', member.user_id)
    .where('m.role', '>=', leastRole)
    .where('m.is_active', '=', true)
    .where('m.deleted_at', 'is', null)
    .where('p.archived_at', 'is', null)
    .where('p.deleted_at', 'is', null)
    .where('c.archived_at', 'is', null)

export const listCyclesOfWorkspace = (db: Db, member: Member) =>
  cyclesAcross(db, member, GUESTS_TOO).orderBy('c.created_at', 'desc').orderBy('c.id').execute()

const GUESTS_TOO = 5
const MEMBERS_ONLY = 15

export const listActiveCycles = (db: Db, member: Member, { size, page }: Slice) =>
  cyclesAcross(db, member, MEMBERS_ONLY)
    .where(isRunning)
    .where('p.cycle_view', '=', true)
    .orderBy('is_favorite', 'desc')
    .orderBy('c.end_date')
    .orderBy('c.id')
    .limit(size)
    .offset(page * size)
    .execute()

export const countActiveCycles = async (db: Db, member: Member): Promise<number> => {
  const { total } = await cyclesAcross(db, member, MEMBERS_ONLY)
    .where(isRunning)
    .where('p.cycle_view', '=', true)
    .clearSelect()
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** The project's time zone and the database's current time. */
export const readClock = async (db: Db, member: ProjectMember) =>
  db
    .selectFrom('projects')
    .select(['timezone', now.as('now')])
    .where('id', '=', member.project_id)
    .where(inWorkspace(member))
    .executeTakeFirstOrThrow()

export interface Span {
  start_date: string
  end_date: string
}

/** Includes archived cycles: in the application two cycles never share a day. */
export const isTaken = async (
  db: Db,
  member: ProjectMember,
  { start_date, end_date }: Span,
  but: string | null,
): Promise<boolean> => {
  const other = await db
    .selectFrom('cycles')
    .select('id')
    .where(inProject(member))
    .where('start_date', '<=', end_date)
    .where('end_date', '>=', start_date)
    .where(sql<SqlBool>`id is distinct from ${but}::uuid`)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

export const smallestSortOrder = async (db: Db, member: ProjectMember) => {
  const row = await db
    .selectFrom('cycles')
    .select(({ fn }) => fn.min('sort_order').as('first'))
    .where(inProject(member))
    .executeTakeFirst()
  return row?.first ?? undefined
}

type Values = Omit<InsertObject<Database, 'cycles'>, 'workspace_id' | 'project_id' | 'created_by'>

export const insertCycle = (
  db: Db,
  { workspace_id, project_id, user_id }: ProjectMember,
  values: Values,
) =>
  db
    .insertInto('cycles')
    .values({ ...values, workspace_id, project_id, created_by: user_id })
    .returning('id')
    .executeTakeFirstOrThrow()

type Change = UpdateObject<Database, 'cycles'>

export const updateCycle = (db: Db, member: ProjectMember, id: string, change: Change) =>
  db
    .updateTable('cycles')
    .set({ ...change, updated_at: now, updated_by: member.user_id })
    .where('id', '=', id)
    .where(inProject(member))
    .returning('archived_at')
    .executeTakeFirst()

/** Listed items only, of the whole cycle or of some state groups. */
export const listItemIds = async (
  db: Db,
  { project_id }: ProjectMember,
  cycle_id: string,
  groups: readonly StateGroup[] | null = null,
) => {
  const { rows } = await sql<{ id: string }>`
    select i.id from work_items i join states s on s.id = i.state_id
    where i.cycle_id = ${cycle_id} and i.project_id = ${project_id} and i.is_listed
      and (${groups}::text[] is null or s."group" = any(${groups}::text[]))`.execute(db)
  return rows.map(({ id }) => id)
}

/** Includes unlisted items: they must not refer to a deleted cycle either. */
export const leaveCycle = (db: Db, { project_id }: ProjectMember, cycle_id: string) =>
  sql`
    update work_items set cycle_id = null
    where cycle_id = ${cycle_id} and project_id = ${project_id}`.execute(db)

/** How many of its items have a parent. */
export const countSubItems = async (db: Db, member: ProjectMember, cycle_id: string) => {
  const own: RawBuilder<SqlBool> = member.sees_only_own
    ? sql`i.created_by = ${member.user_id}`
    : sql`true`
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from work_items i
    where i.cycle_id = ${cycle_id} and i.project_id = ${member.project_id} and i.is_listed
      and i.parent_id is not null and ${own}`.execute(db)
  return rows[0]?.total ?? 0
}

export const isItemHere = async (db: Db, { project_id }: ProjectMember, id: string) => {
  const { rows } = await sql<{ cycle_id: string | null }>`
    select i.cycle_id from work_items i
    where i.id = ${id} and i.project_id = ${project_id} and i.is_listed`.execute(db)
  return rows[0]
}

/** Cycles that are running, or were until yesterday. */
export const listCyclesToRecord = async (db: Db) => {
  const { rows } = await sql<{ id: string; timezone: string; start_date: string }>`
    select c.id, c.start_date, p.timezone from cycles c join projects p on p.id = c.project_id
    where c.deleted_at is null and p.deleted_at is null and c.start_date <= now()
      and c.end_date >= now() - interval '1 day'`.execute(db)
  return rows
}

/** A day is recorded once: later changes belong to a later day. */
export const insertDays = (db: Db, days: { cycle_id: string; day: string; counts: Numbers }[]) =>
  db
    .insertInto('cycle_days')
    .values(days.map(({ counts, ...day }) => ({ ...day, counts: JSON.stringify(counts) })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const listDays = (db: Db, cycle_id: string) =>
  db
    .selectFrom('cycle_days')
    .select(['day', 'counts'])
    .where('cycle_id', '=', cycle_id)
    .orderBy('day')
    .execute()

/** Sums the differences in `cycle_counts` into one row per kind; a deleted cycle has none. */
export const foldCycleCounts = (db: Db) =>
  sql`
    with taken as (
      delete from cycle_counts where id in (
        select id from cycle_counts where cycle_id in (
          select cycle_id from cycle_counts group by cycle_id, state_id, priority, estimate_point
          having count(*) > 1 limit 1000
        ) for update skip locked
      ) returning cycle_id, state_id, priority, estimate_point, visible
    )
    insert into cycle_counts (cycle_id, state_id, priority, estimate_point, visible)
      select taken.cycle_id, state_id, priority, estimate_point, sum(visible)
      from taken join cycles c on c.id = taken.cycle_id
      group by taken.cycle_id, state_id, priority, estimate_point having sum(visible) <> 0`.execute(
    db,
  )
