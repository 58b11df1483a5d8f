import { ADMIN } from '@cairn/contract'
import { sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { saveUndoSnapshot, undoable } from '#product/undo-queries.ts'
import { nextMoment } from './queries.ts'

export interface Children {
  children: string[]
}

/** The children of a deleted epic: they are attached again when it is restored. */
export const saveChildren = (tx: Tx, member: ProjectMember, id: string, children: string[]) =>
  saveUndoSnapshot(tx, member, id, sql`${JSON.stringify({ children } satisfies Children)}::jsonb`)

interface Deleted {
  id: string
  created_by: string | null
  is_epic: boolean
}

export async function lockDeleted(
  tx: Tx,
  member: ProjectMember,
  ids: string[],
  fromTrash: boolean,
) {
  const anybodys = member.project_role >= ADMIN
  const { rows } = await sql<Deleted>`
    select i.id, i.created_by, i.is_epic from work_items i
    where i.id = any(${ids}::uuid[]) and not i.in_triage
      and ${undoable(member, 'i', { anybodys, fromTrash })}
    order by i.id for no key update`.execute(tx)
  return rows
}

/** Includes children deleted at the same time; skips items whose parent is deleted. */
export async function undeleteTrees(tx: Tx, { project_id, user_id }: ProjectMember, ids: string[]) {
  const { rows } = await sql<{ id: string }>`
    with recursive tree as (
      select i.id, i.deleted_at from work_items i
      where i.id = any(${ids}::uuid[]) and i.project_id = ${project_id}
      union
      select i.id, i.deleted_at from work_items i join tree on i.parent_id = tree.id
      where i.deleted_at = tree.deleted_at
    )
    update work_items set deleted_at = null, updated_at = ${nextMoment}, updated_by = ${user_id},
      parent_id = (
        select p.id from work_items p
        where p.id = work_items.parent_id
          and (p.deleted_at is null or p.id in (select id from tree))
      )
    from tree where work_items.id = tree.id
    returning work_items.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Attaches an epic's former children that have no parent now. */
export const attachRows = async (
  tx: Tx,
  member: ProjectMember,
  epic: string,
  children: readonly string[],
) => {
  const { rows } = await sql<{ id: string; project_id: string }>`
    update work_items set parent_id = ${epic}, updated_at = ${nextMoment},
      updated_by = ${member.user_id}
    where id = any(${children}::uuid[]) and workspace_id = ${member.workspace_id}
      and parent_id is null and deleted_at is null
    returning id, project_id`.execute(tx)
  return rows
}

/** Puts back those of these items that are in no cycle now. */
export const returnToCycle = async (
  tx: Tx,
  member: ProjectMember,
  cycle_id: string,
  ids: readonly string[],
) => {
  const { rows } = await sql<{ id: string; is_listed: boolean }>`
    update work_items set cycle_id = ${cycle_id}, updated_by = ${member.user_id},
      updated_at = case when is_listed then ${nextMoment} else updated_at end
    where id = any(${[...ids]}::uuid[]) and project_id = ${member.project_id} and cycle_id is null
    returning id, is_listed`.execute(tx)
  return rows
}
