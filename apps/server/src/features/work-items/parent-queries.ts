import { sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { visibleAcross } from '#product/scope-queries.ts'

export interface Parent {
  id: string
  is_epic: boolean
  project_id: string
  /** `TRAIL-7` */
  key: string
}

/** Two parallel changes could each be valid and create a cycle together. */
export const lockParents = (tx: Tx, { workspace_id }: ProjectMember) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`parents ${workspace_id}`}, 0))`.execute(tx)

export const findParent = async (tx: Tx, member: ProjectMember, id: string) => {
  const { rows } = await sql<Parent>`
    select i.id, i.is_epic, i.project_id, p.identifier || '-' || i.sequence_id as key
    from work_items i
    join projects p on p.id = i.project_id
    where i.id = ${id} and ${visibleAcross(member, 'i')} and i.deleted_at is null
      and i.archived_at is null and not i.in_triage`.execute(tx)
  return rows[0]
}

export const isBelow = async (tx: Tx, id: string, above: string) => {
  const { rows } = await sql<{ found: boolean }>`
    with recursive up as (
      select id, parent_id from work_items where id = ${id}
      union
      select i.id, i.parent_id from work_items i join up on up.parent_id = i.id
    )
    select exists (select from up where id = ${above}) as found`.execute(tx)
  return rows[0]?.found ?? false
}

/** The key of a former parent in a history row. */
export const keyOf = async (tx: Tx, { workspace_id }: ProjectMember, id: string | null) => {
  if (!id) return ''
  const { rows } = await sql<{ key: string }>`
    select p.identifier || '-' || i.sequence_id as key from work_items i
    join projects p on p.id = i.project_id
    where i.id = ${id} and i.workspace_id = ${workspace_id}`.execute(tx)
  return rows[0]?.key ?? ''
}
