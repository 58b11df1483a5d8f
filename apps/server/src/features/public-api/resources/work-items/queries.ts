import type { External, HitV1, WorkItemV1 } from '@cairn/contract/v1'
import { raw } from '@cairn/work-item-query'
import { type RawBuilder, sql } from 'kysely'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { inProject, visibleAcross, visibleInProject } from '#product/scope-queries.ts'
import { propertyValuesText } from '#product/work-item-property-queries.ts'

/** The contract's work item, from `work_items as i`. */
export const itemText = `
  i.id, i.type_id, i.type_id as type, i.name, i.description_html, i.description_stripped,
  replace(encode(i.description_binary, 'base64'), chr(10), '') as description_binary,
  i.priority, i.start_date, i.target_date, i.sequence_id, i.sort_order, i.completed_at,
  i.archived_at, i.is_draft, i.point, i.external_source, i.external_id,
  i.project_id as project, i.workspace_id as workspace, i.parent_id as parent,
  i.state_id as state, i.estimate_point,
  array(
    select a.user_id from work_item_assignees a where a.work_item_id = i.id and a.is_live
    order by a.user_id
  ) as assignees,
  array(
    select l.label_id from work_item_labels l where l.work_item_id = i.id order by l.label_id
  ) as labels,
  ${propertyValuesText} as property_values,
  i.created_at, i.updated_at, i.created_by, i.updated_by, i.deleted_at,
  i.updated_at as last_activity_at`

const rowColumns = sql.raw(itemText)

/** For the list engine: complete items, and search results. */
export const itemColumns = raw(itemText)
const hitText = `
  i.id, i.name, i.sequence_id, i.project_id, i.workspace_id, i.type_id, i.state_id, i.priority,
  i.target_date, i.start_date,
  (select p.identifier from projects p where p.id = i.project_id) as project_identifier`
export const hitColumns = raw(hitText)

/** Neither archived nor in intake, nor in an archived project. */
const readable = sql`i.deleted_at is null and i.archived_at is null and not i.in_triage
  and not i.is_draft
  and (select p.archived_at is null from projects p where p.id = i.project_id)`

const findWhere = async (db: Db, member: ProjectMember, condition: RawBuilder<unknown>) => {
  const { rows } = await sql<WorkItemV1>`
    select ${rowColumns} from work_items i
    where ${visibleInProject(member, 'i')} and ${readable} and ${condition}`.execute(db)
  return rows[0]
}

export const findItem = (db: Db, member: ProjectMember, id: string) =>
  findWhere(db, member, sql`i.id = ${id}`)

const isPair = ({ external_source = null, external_id = null }: External) =>
  sql`i.external_source = ${external_source} and i.external_id = ${external_id}`

export const findItemByExternalId = (db: Db, member: ProjectMember, pair: External) =>
  findWhere(db, member, isPair(pair))

/** Regardless of visibility: the pair is taken. */
export const findIdByExternalId = async (db: Db, member: ProjectMember, pair: External) => {
  const { rows } = await sql<{ id: string }>`
    select i.id from work_items i where ${inProject(member, 'i')} and ${isPair(pair)}`.execute(db)
  return rows[0]?.id
}

/** For `expand`, and for ids whose visibility was checked. */
export const listItemsByIds = async (db: Db, member: Member, ids: readonly string[]) => {
  const { rows } = await sql<WorkItemV1>`
    select ${rowColumns} from work_items i
    where i.id = any(${[...ids]}::uuid[]) and i.deleted_at is null
      and ${visibleAcross(member, 'i')}`.execute(db)
  return rows
}

export const listHitsByIds = async (db: Db, member: Member, ids: readonly string[]) => {
  const { rows } = await sql<HitV1>`
    select ${sql.raw(hitText)} from work_items i
    where i.id = any(${[...ids]}::uuid[]) and i.is_listed and ${visibleAcross(member, 'i')}
    order by array_position(${[...ids]}::uuid[], i.id)`.execute(db)
  return rows
}

/** For each of these items the module it was added to first. */
export const listFirstModules = async (
  db: Db,
  { workspace_id }: Member,
  ids: readonly string[],
) => {
  const { rows } = await sql<{ item: string; module: string }>`
    select distinct on (mi.work_item_id) mi.work_item_id as item, mi.module_id as module
    from module_items mi join modules m on m.id = mi.module_id
    where mi.work_item_id = any(${[...ids]}::uuid[]) and mi.is_live
      and m.workspace_id = ${workspace_id} and m.deleted_at is null
    order by mi.work_item_id, m.created_at, m.id`.execute(db)
  return new Map(rows.map(({ item, module }) => [item, module]))
}

/** Whether the member may see the item. Includes archived and intake items. */
export const findReachable = async (db: Db, member: ProjectMember, id: string) => {
  const { rows } = await sql<{ id: string }>`
    select i.id from work_items i
    where i.id = ${id} and ${visibleInProject(member, 'i')}
      and (select p.archived_at is null from projects p where p.id = i.project_id)`.execute(db)
  return rows[0]
}
