import { canChangeWorkItem, type WorkItemPatch } from '@cairn/contract'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { runWhole } from '#kernel/events/outbox.ts'
import { changeStatement, type Direct, direct } from './change-queries.ts'
import type { Kind } from './read.ts'

const isDirect = (patch: WorkItemPatch): patch is Direct =>
  patch.state_id !== null &&
  Object.keys(patch).every((field) => (direct as readonly string[]).includes(field))

/**
 * Changes an item in one statement, with history, subscribers and event: one database round trip
 * instead of three or four. Returns whether it did. If not, because the item or a row the patch
 * references is missing, or another user changed it at the same time, nothing was written, and the
 * long path finds the response.
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
  if (!isDirect(patch) || name === '' || !mayChangeAll) return false
  const fields = direct.filter((field) => patch[field] !== undefined)
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
