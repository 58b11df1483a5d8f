import { ADMIN } from '@cairn/contract'
import { sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { jsonList, saveUndoSnapshot, undoable } from '#product/undo-queries.ts'
import { favoritesSnapshot, filterSnapshot, viewSnapshot } from '#product/undo-reference-queries.ts'

/** What is restored with a module. */
export interface UndoSnapshot {
  favorites: object[]
  filters: object[]
  views: object[]
  items: string[]
  links: string[]
}

export const saveDeleted = (tx: Tx, member: ProjectMember, id: string) =>
  saveUndoSnapshot(
    tx,
    member,
    id,
    sql`jsonb_build_object(
      'favorites', ${jsonList(favoritesSnapshot(member, 'module', id))},
      'filters', ${jsonList(filterSnapshot(member, 'module', id))},
      'views', ${jsonList(viewSnapshot(member, 'module', id))},
      'items', (
        select coalesce(jsonb_agg(mi.work_item_id), '[]') from module_items mi
        where mi.module_id = ${id}
      ),
      'links', (
        select coalesce(jsonb_agg(l.id), '[]') from module_links l
        where l.module_id = ${id} and l.deleted_at is null
      ))`,
  )

export const lockDeleted = async (
  tx: Tx,
  member: ProjectMember,
  id: string,
  fromTrash: boolean,
) => {
  const anybodys = member.project_role >= ADMIN
  const { rows } = await sql<{ id: string; name: string; archived_at: string | null }>`
    select m.id, m.name, m.archived_at from modules m
    where m.id = ${id} and ${undoable(member, 'm', { anybodys, fromTrash })}
    for no key update`.execute(tx)
  return rows[0]
}

export const undeleteModule = (
  tx: Tx,
  { project_id, user_id }: ProjectMember,
  id: string,
  links: readonly string[],
) =>
  sql`
    with linked as (
      update module_links set deleted_at = null, updated_at = now(), updated_by = ${user_id}
      where module_id = ${id} and project_id = ${project_id} and id = any(${[...links]}::uuid[])
    )
    update modules set deleted_at = null, updated_at = now(), updated_by = ${user_id}
    where id = ${id} and project_id = ${project_id}`.execute(tx)

/** Puts back the items that are still in the project; returns these. */
export const returnItems = async (
  tx: Tx,
  { project_id }: ProjectMember,
  module_id: string,
  ids: readonly string[],
  is_live: boolean,
) => {
  const { rows } = await sql<{ id: string }>`
    insert into module_items (module_id, work_item_id, is_live)
    select ${module_id}, i.id, ${is_live} from work_items i
    where i.id = any(${[...ids]}::uuid[]) and i.project_id = ${project_id}
    on conflict do nothing returning work_item_id as id`.execute(tx)
  return rows.map(({ id }) => id)
}
