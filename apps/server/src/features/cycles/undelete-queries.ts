import { ADMIN } from '@cairn/contract'
import { sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { undoable } from '#product/undo-queries.ts'

export const lockDeleted = async (
  tx: Tx,
  member: ProjectMember,
  id: string,
  fromTrash: boolean,
) => {
  const anybodys = member.project_role >= ADMIN
  const { rows } = await sql<{
    id: string
    name: string
    start_date: string | null
    end_date: string | null
    owned_by_id: string | null
  }>`
    select c.id, c.name, c.start_date, c.end_date, c.owned_by_id from cycles c
    where c.id = ${id} and ${undoable(member, 'c', { anybodys, fromTrash })} for no key update`.execute(
    tx,
  )
  return rows[0]
}

export const undeleteCycle = (tx: Tx, { project_id, user_id }: ProjectMember, id: string) =>
  sql`
    update cycles set deleted_at = null, updated_at = now(), updated_by = ${user_id}
    where id = ${id} and project_id = ${project_id}`.execute(tx)
