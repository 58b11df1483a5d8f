import type { RelatedItem, RelationEntry, RelationType } from '@cairn/contract'
import { sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { visibleAcross } from '#product/scope-queries.ts'

export type StoredType = RelatedItem['relation_type']

/** For `work_items as o`. */
const visibleTo = (member: ProjectMember) => sql<boolean>`
  ${visibleAcross(member, 'o')} and o.deleted_at is null`

/** The other end of each relation with the stored type, and whether this item is its source. */
const endsOf = (ids: readonly string[]) => sql`
  select work_item_id as own, related_id as other, type, true as is_source, created_at
  from work_item_relations
  where work_item_id = any(${[...ids]}::uuid[]) and deleted_at is null
  union all
  select related_id, work_item_id, type, false, created_at from work_item_relations
  where related_id = any(${[...ids]}::uuid[]) and deleted_at is null`

interface Stored {
  type: StoredType
  is_source: boolean
}

export const listRelated = async (db: Db, member: ProjectMember, ids: readonly string[]) => {
  const { rows } = await sql<Stored & { own: string } & Omit<RelationEntry, 'relation_type'>>`
    select r.own, r.type, r.is_source, o.id, o.name, o.state_id, o.sort_order, o.priority, o.sequence_id,
      o.project_id, o.type_id, o.is_epic, o.created_at, o.updated_at, o.created_by, o.updated_by,
      array(
        select l.label_id from work_item_labels l where l.work_item_id = o.id order by l.label_id
      ) as label_ids,
      array(
        select a.user_id from work_item_assignees a where a.work_item_id = o.id and a.is_live
        order by a.user_id
      ) as assignee_ids
    from (${endsOf(ids)}) r
    join work_items o on o.id = r.other
    where ${visibleTo(member)} and o.archived_at is null and not o.in_triage
    order by o.created_at desc, o.id desc`.execute(db)
  return rows
}

/** Those of these items that are related to the item, with the stored type. */
export const readRelated = async (
  db: Db,
  member: ProjectMember,
  work_item_id: string,
  others: readonly string[],
) => {
  const { rows } = await sql<RelatedItem>`
    select r.type as relation_type, o.id, o.project_id, o.sequence_id, o.name, o.state_id,
      o.priority, o.created_by, o.created_at, o.updated_by, o.updated_at
    from (${endsOf([work_item_id])}) r
    join work_items o on o.id = r.other
    where ${visibleTo(member)} and o.id = any(${[...others]}::uuid[])
    order by o.created_at desc, o.id desc`.execute(db)
  return rows
}

export interface End {
  id: string
  project_id: string
  identifier: string
  role: number
  /** `TRAIL-7` */
  key: string
}

/** Those of these items that are visible, with the caller's role in their projects. */
export const findEnds = async (tx: Tx, member: ProjectMember, ids: readonly string[]) => {
  const { rows } = await sql<End>`
    select o.id, o.project_id, p.identifier, pm.role, p.identifier || '-' || o.sequence_id as key
    from work_items o
    join projects p on p.id = o.project_id
    join project_members pm on pm.project_id = o.project_id and pm.user_id = ${member.user_id}
      and pm.is_active and pm.deleted_at is null
    where o.id = any(${[...ids]}::uuid[]) and ${visibleTo(member)} and o.archived_at is null
      and not o.in_triage`.execute(tx)
  return rows
}

/** Locks in the order of ids, so that two requests from both ends cannot deadlock. */
export const lockEnds = (tx: Tx, { workspace_id }: ProjectMember, ids: readonly string[]) =>
  sql`
    select id from work_items where id = any(${[...ids]}::uuid[]) and workspace_id = ${workspace_id}
    order by id for no key update`.execute(tx)

interface NewRelation {
  type: StoredType
  /** Whether the item itself is the source of the stored type, or the others. */
  isSource: boolean
}

/** Returns those that were not related yet, by any type. */
export const insertRelations = async (
  tx: Tx,
  { workspace_id, project_id, user_id }: ProjectMember,
  work_item_id: string,
  others: readonly string[],
  { type, isSource }: NewRelation,
) => {
  const ends = isSource ? sql`${work_item_id}::uuid, other` : sql`other, ${work_item_id}::uuid`
  const { rows } = await sql<{ other: string }>`
    insert into work_item_relations
      (workspace_id, project_id, created_by, type, work_item_id, related_id)
    select ${workspace_id}, ${project_id}, ${user_id}, ${type}, ${ends}
    from unnest(${[...others]}::uuid[]) other
    on conflict do nothing
    returning case when work_item_id = ${work_item_id} then related_id else work_item_id end
      as other`.execute(tx)
  return rows.map(({ other }) => other)
}

/** Between two items, in either direction. */
export const deleteRelation = async (
  tx: Tx,
  { workspace_id, user_id }: ProjectMember,
  work_item_id: string,
  other: string,
) => {
  const { rows } = await sql<{ type: RelationType & StoredType; is_source: boolean }>`
    update work_item_relations set deleted_at = now(), updated_at = now(), updated_by = ${user_id}
    where workspace_id = ${workspace_id} and deleted_at is null
      and least(work_item_id, related_id) = least(${work_item_id}::uuid, ${other}::uuid)
      and greatest(work_item_id, related_id) = greatest(${work_item_id}::uuid, ${other}::uuid)
    returning type, work_item_id = ${work_item_id} as is_source`.execute(tx)
  return rows[0]
}
