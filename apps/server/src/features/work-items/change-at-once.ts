import { canChangeWorkItem, type WorkItemPatch } from '@cairn/contract'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { runWhole } from '#kernel/events/outbox.ts'
import { changeStatement, type Plain, plain } from './change-queries.ts'
import type { Kind } from './read.ts'

const isPlain = (patch: WorkItemPatch): patch is Plain =>
  Object.keys(patch).every((field) => (plain as readonly string[]).includes(field))

/**
 * Changes plain fields in one statement, with history, follower and event: one trip to the database
 * instead of two. Tells whether it did. Where it did not, because the item is not there, or somebody
 * else changed it in the same moment, nothing was done, and the long way finds out what to say.
 */
export async function changeAtOnce(
  db: Db,
  member: ProjectMember,
  id: string,
  patch: WorkItemPatch,
  kind?: Kind,
): Promise<boolean> {
  const name = patch.name?.trim()
  const mayChangeAll = canChangeWorkItem(member, { created_by: null })
  if (!isPlain(patch) || name === '' || !mayChangeAll) return false
  const fields = plain.filter((field) => patch[field] !== undefined)
  if (fields.length === 0) return false
  const { workspace_id, project_id, user_id } = member
  const statement = changeStatement(
    db,
    { fields, kind },
    {
      ...patch,
      ...(name && { name }),
      ...{ id, workspace_id, project_id, user_id, epoch: Date.now() / 1000 },
    },
  )
  const { rows } = await runWhole(db, statement, member)
  return rows.length > 0
}
