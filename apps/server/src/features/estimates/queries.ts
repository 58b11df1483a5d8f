import type { EstimateType, WithId } from '@cairn/contract'
import { type Generated, sql, type UpdateObject } from 'kysely'
import { nextMoment } from '#features/work-items/service.ts'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import {
  auditColumns,
  type Database,
  type Db,
  now,
  type Row,
  type Tx,
} from '#kernel/database/schema.ts'
import { inProject, inWorkspace } from '#product/scope-queries.ts'

declare module '#kernel/database/schema.ts' {
  interface Database {
    estimates: Row & {
      workspace_id: string
      project_id: string
      name: string
      description: Generated<string>
      type: EstimateType
      last_used: Generated<boolean>
      external_source: Generated<string | null>
      external_id: Generated<string | null>
    }
    estimate_points: Row & {
      workspace_id: string
      project_id: string
      estimate_id: string
      key: number
      value: string
      description: Generated<string>
      external_source: Generated<string | null>
      external_id: Generated<string | null>
    }
  }
}

const place = ['project_id as project', 'workspace_id as workspace', ...auditColumns] as const
const columns = ['id', 'name', 'description', 'type', 'last_used', ...place] as const
const pointColumns = [
  'id',
  'estimate_id as estimate',
  'key',
  'value',
  'description',
  ...place,
] as const

export const listEstimates = (db: Db, member: ProjectMember) =>
  db.selectFrom('estimates').select(columns).where(inProject(member)).orderBy('name').execute()

/** The active ones of the projects the caller is a member of, except archived projects. */
export const listActiveEstimates = (db: Db, member: Member) =>
  db
    .selectFrom('estimates as e')
    .innerJoin('projects as p', 'p.estimate_id', 'e.id')
    .innerJoin('project_members as m', 'm.project_id', 'e.project_id')
    .select(columns.map((column) => `e.${column}` as const))
    .where(inWorkspace(member, 'e'))
    .where('p.archived_at', 'is', null)
    .where('p.deleted_at', 'is', null)
    .where('m.user_id', '=', member.user_id)
    .where('m.is_active', '=', true)
    .where('m.deleted_at', 'is', null)
    .orderBy('e.name')
    .orderBy('e.id')
    .execute()

export const listPoints = (db: Db, member: Member, estimate_ids: readonly string[]) =>
  db
    .selectFrom('estimate_points')
    .select(pointColumns)
    .where(inWorkspace(member))
    .where('estimate_id', 'in', estimate_ids)
    .orderBy('key')
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const findEstimate = (db: Db, member: ProjectMember, id: string) =>
  db
    .selectFrom('estimates')
    .select(columns)
    .where('id', '=', id)
    .where(inProject(member))
    .executeTakeFirst()

export const findPoint = (db: Db, member: ProjectMember, id: string) =>
  db
    .selectFrom('estimate_points')
    .select(pointColumns)
    .where('id', '=', id)
    .where(inProject(member))
    .executeTakeFirst()

export const findActiveEstimate = async (db: Db, member: ProjectMember) => {
  const row = await db
    .selectFrom('projects')
    .select('estimate_id')
    .where('id', '=', member.project_id)
    .where(inWorkspace(member))
    .executeTakeFirst()
  return row?.estimate_id ?? undefined
}

/** The project's only system: the active one, or the one used until estimates were switched off. */
export const findSystem = async (db: Db, member: ProjectMember) => {
  const row = await db
    .selectFrom('estimates as e')
    .innerJoin('projects as p', 'p.id', 'e.project_id')
    .select('e.id')
    .where(inProject(member, 'e'))
    .where((where) =>
      where.or([where('e.id', '=', where.ref('p.estimate_id')), where('e.last_used', '=', true)]),
    )
    .orderBy(sql`e.id is not distinct from p.estimate_id`, 'desc')
    .executeTakeFirst()
  return row?.id
}

interface ProjectRole {
  project_id: string
  identifier: string
  role: number
}

/** The project of an estimate, or of one of its points, with the caller's role in it. */
export const findProjectRole = async (
  db: Db,
  { workspace_id, user_id }: Member,
  table: 'estimates' | 'estimate_points',
  id: string,
) => {
  const { rows } = await sql<ProjectRole>`
    select p.id as project_id, p.identifier, pm.role
    from ${sql.table(table)} e
    join projects p on p.id = e.project_id and p.deleted_at is null and p.archived_at is null
    join project_members pm on pm.project_id = p.id and pm.user_id = ${user_id} and pm.is_active
      and pm.deleted_at is null
    where e.id = ${id} and e.workspace_id = ${workspace_id} and e.deleted_at is null`.execute(db)
  return rows[0]
}

/** The external system something comes from, and its id there. */
export interface ExternalRef {
  external_source?: string | null
  external_id?: string | null
}

interface NewEstimate extends ExternalRef {
  name: string
  type: EstimateType
  last_used: boolean
  description?: string
}

export const insertEstimate = (
  db: Db,
  { workspace_id, project_id, user_id }: ProjectMember,
  estimate: NewEstimate,
) =>
  db
    .insertInto('estimates')
    .values({ ...estimate, workspace_id, project_id, created_by: user_id })
    .returning('id')
    .executeTakeFirstOrThrow()

interface NewPoint extends ExternalRef, WithId {
  estimate_id: string
  key: number
  value: string
  description?: string
}

export const insertPoints = (
  db: Db,
  { workspace_id, project_id, user_id }: ProjectMember,
  points: NewPoint[],
) =>
  db
    .insertInto('estimate_points')
    .values(points.map((point) => ({ ...point, workspace_id, project_id, created_by: user_id })))
    .returning(pointColumns)
    .execute()

export const updateEstimate = (
  db: Db,
  member: ProjectMember,
  id: string,
  change: UpdateObject<Database, 'estimates'>,
) =>
  db
    .updateTable('estimates')
    .set({ ...change, updated_at: now, updated_by: member.user_id })
    .where('id', '=', id)
    .where(inProject(member))
    .execute()

/** Only one system is the last used; returns the previous one. */
export const clearLastUsed = (db: Db, member: ProjectMember) =>
  db
    .updateTable('estimates')
    .set({ last_used: false, updated_at: now, updated_by: member.user_id })
    .where(inProject(member))
    .where('last_used', '=', true)
    .returning('id')
    .execute()

export const updatePoint = (
  db: Db,
  member: ProjectMember,
  id: string,
  change: UpdateObject<Database, 'estimate_points'>,
) =>
  db
    .updateTable('estimate_points')
    .set({ ...change, updated_at: now, updated_by: member.user_id })
    .where('id', '=', id)
    .where(inProject(member))
    .returning(pointColumns)
    .executeTakeFirst()

export const removePoints = (db: Db, member: ProjectMember, ids: readonly string[]) =>
  db
    .updateTable('estimate_points')
    .set({ deleted_at: now, updated_at: now, updated_by: member.user_id })
    .where('id', 'in', ids)
    .where(inProject(member))
    .execute()

/** Shifts the points behind the gap. */
export const closeGap = (db: Db, member: ProjectMember, estimate_id: string, key: number) =>
  db
    .updateTable('estimate_points')
    .set({ key: sql`key - 1`, updated_at: now, updated_by: member.user_id })
    .where('estimate_id', '=', estimate_id)
    .where('key', '>', key)
    .where(inProject(member))
    .returning(pointColumns)
    .execute()

/**
 * Every item with that point, including archived ones, locked in the order used by all bulk locks.
 */
export const moveItems = async (tx: Tx, member: ProjectMember, from: string, to: string | null) => {
  const theirs = sql`estimate_point = ${from} and ${inProject(member)}`
  await sql`select from work_items where ${theirs} order by id for no key update`.execute(tx)
  const { rows } = await sql<{ id: string }>`
    update work_items set estimate_point = ${to}, updated_at = ${nextMoment},
      updated_by = ${member.user_id}
    where ${theirs} returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

export const setActiveEstimate = (
  tx: Tx,
  { workspace_id, project_id, user_id }: ProjectMember,
  { from, to }: { from: string; to: string | null },
) =>
  sql<{ id: string }>`
    update projects set estimate_id = ${to}, updated_at = now(), updated_by = ${user_id}
    where id = ${project_id} and workspace_id = ${workspace_id} and estimate_id = ${from}
    returning id`.execute(tx)
