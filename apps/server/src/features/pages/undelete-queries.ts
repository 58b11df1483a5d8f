import { pageAccess } from '@cairn/contract'
import { sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { isInTrash, jsonList, saveUndoSnapshot } from '#product/undo-queries.ts'
import { favoritesSnapshot } from '#product/undo-reference-queries.ts'

/** What goes along with a page. */
export interface UndoSnapshot {
  favorites: object[]
  children: string[]
}

export const saveDeleted = (tx: Tx, member: ProjectMember, id: string) =>
  saveUndoSnapshot(
    tx,
    member,
    id,
    sql`jsonb_build_object(
      'favorites', ${jsonList(favoritesSnapshot(member, 'page', id))},
      'children', (
        select coalesce(jsonb_agg(c.id), '[]') from pages c
        where c.parent_id = ${id} and c.workspace_id = ${member.workspace_id}
          and c.deleted_at is null
      ))`,
  )

/** Private ones are their owners'. */
export const undeletePage = async (tx: Tx, member: ProjectMember, id: string) => {
  const { workspace_id, project_id, user_id } = member
  const { numAffectedRows = 0n } = await sql`
    update pages g set deleted_at = null, updated_at = now(), updated_by = ${user_id}
    where g.id = ${id} and g.workspace_id = ${workspace_id} and ${isInTrash('g')}
      and (g.access = ${pageAccess.public} or g.owned_by = ${user_id})
      and exists (
        select from project_pages pp where pp.page_id = g.id and pp.project_id = ${project_id}
      )`.execute(tx)
  return numAffectedRows > 0n
}

export const attachChildren = async (
  tx: Tx,
  { workspace_id, user_id }: ProjectMember,
  id: string,
  children: readonly string[],
) => {
  const { rows } = await sql<{ id: string }>`
    update pages set parent_id = ${id}, updated_at = now(), updated_by = ${user_id}
    where id = any(${[...children]}::uuid[]) and workspace_id = ${workspace_id}
      and parent_id is null and deleted_at is null
    returning id`.execute(tx)
  return rows.map((row) => row.id)
}
