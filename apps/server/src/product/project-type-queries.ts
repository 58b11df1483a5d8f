import type { WorkItemType } from '@cairn/contract'
import { sql } from 'kysely'
import type { Member } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { inWorkspace } from './scope-queries.ts'

/** Of `work_item_types as t`. */
export const typeColumns = sql`
  t.id, t.name, t.description, t.logo_props, t.is_epic, t.is_default, t.is_active, t.level,
  t.sort_order, t.workspace_id`

/** In display order: epics last. */
export const typeOrder = sql`t.is_epic, t.sort_order, t.name, t.id`

export const listTypesOfWorkspace = async (db: Db, member: Member) => {
  const { rows } = await sql<WorkItemType>`
    select ${typeColumns} from work_item_types t where ${inWorkspace(member, 't')}
    order by ${typeOrder}`.execute(db)
  return rows
}

/** Held until the end of the transaction: names, order and the only default depend on all types. */
export const lockTypes = (tx: Tx, { workspace_id }: Member) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`types ${workspace_id}`}, 0))`.execute(tx)

export interface NewType {
  id?: string | undefined
  name: string
  description?: string
  /** As JSON text. */
  logo_props?: string
  is_default?: boolean
  sort_order: number
}

export const insertType = async (tx: Tx, { workspace_id, user_id }: Member, type: NewType) => {
  const { id = null, description = '', logo_props = '{}', is_default = false } = type
  const { rows } = await sql<WorkItemType>`
    insert into work_item_types as t (id, workspace_id, name, description, logo_props, is_default,
      sort_order, created_by)
    values (coalesce(${id}::uuid, gen_random_uuid()), ${workspace_id}, ${type.name}, ${description},
      ${logo_props}::jsonb, ${is_default}, ${type.sort_order}, ${user_id})
    returning ${typeColumns}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('an insert without a row')
  return row
}

export interface ChosenType {
  type_id: string
  is_default: boolean
}

/** Types selected for a project, even if types are disabled. */
export const listChosenTypes = async (db: Db, member: Member, project_id: string) => {
  const { rows } = await sql<ChosenType>`
    select pt.type_id, pt.is_default from project_work_item_types pt
    join work_item_types t on t.id = pt.type_id and ${inWorkspace(member, 't')}
    where pt.project_id = ${project_id} order by ${typeOrder}`.execute(db)
  return rows
}

/** Replaces the types selected before. */
export async function replaceChosenTypes(
  tx: Tx,
  project_id: string,
  type_ids: readonly string[],
  default_type: string | null,
) {
  await sql`delete from project_work_item_types where project_id = ${project_id}`.execute(tx)
  await sql`
    insert into project_work_item_types (project_id, type_id, is_default)
    select ${project_id}, id, coalesce(id = ${default_type}::uuid, false)
    from unnest(${[...type_ids]}::uuid[]) id`.execute(tx)
}

const isUsed = sql`pt.project_id = p.id and p.is_issue_type_enabled`

/** Of `projects as p`: the types its items can have, and the one they get without a choice. */
export const projectTypes = {
  type_ids: sql<string[]>`array(
    select pt.type_id from project_work_item_types pt where ${isUsed} order by pt.type_id
  )`,
  default_type: sql<string | null>`(
    select pt.type_id from project_work_item_types pt where ${isUsed} and pt.is_default
  )`,
}

/** The default type of a project for items created without one, if any. */
export const defaultTypeOf = (project_id: string) => sql<string | null>`(
  select pt.type_id from project_work_item_types pt
  join projects p on ${isUsed} join work_item_types t on t.id = pt.type_id and t.is_active
  where pt.project_id = ${project_id} and pt.is_default
)`
