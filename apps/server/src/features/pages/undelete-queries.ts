import { pageAccess } from '@cairn/contract'
import { sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { isInTrash, jsonList, saveUndoSnapshot } from '#product/undo-queries.ts'

/** What is restored with a page. */
export interface UndoSnapshot {
  favorites: object[]
}

/** `items` are its sub-pages. */
export const saveDeleted = (tx: Tx, member: ProjectMember, id: string, ids: readonly string[]) =>
  saveUndoSnapshot(
    tx,
    member,
    id,
    sql`jsonb_build_object(
      'favorites', ${jsonList(sql`select f.* from favorites f
        where f.workspace_id = ${member.workspace_id} and f.entity_type = 'page'
          and f.entity_identifier = any(${[...ids]}::uuid[]) and f.deleted_at is null`)},
      'items', to_jsonb(array_remove(${[...ids]}::uuid[], ${id}::uuid)))`,
  )

/** Including pages deleted with it. Private ones only by their owner. */
export const undeleteBranch = async (tx: Tx, member: ProjectMember, id: string) => {
  const { workspace_id, project_id, user_id } = member
  const { rows } = await sql<{ id: string }>`
    with recursive branch as (
      select g.id, g.deleted_at from pages g
      where g.id = ${id} and g.workspace_id = ${workspace_id} and ${isInTrash('g')}
        and (g.access = ${pageAccess.public} or g.owned_by = ${user_id})
        and exists (
          select from project_pages pp where pp.page_id = g.id and pp.project_id = ${project_id}
        )
      union
      select c.id, c.deleted_at from pages c join branch b on c.parent_id = b.id
      where c.deleted_at = b.deleted_at
    )
    update pages pg set deleted_at = null, updated_at = now(), updated_by = ${user_id}
    where pg.id in (select id from branch) and pg.workspace_id = ${workspace_id}
    returning pg.id`.execute(tx)
  return rows.map((row) => row.id)
}
