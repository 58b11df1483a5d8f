import { ADMIN } from '@cairn/contract'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { badRequest } from '#kernel/http/errors.ts'
import { isOfWorkspace } from './queries.ts'

interface Claimed {
  created_by?: string | null
  created_at?: string | null
}

/**
 * Author and time of something imported. Only administrators may set another author; for others
 * these keys are ignored like any unknown key.
 */
export async function authorship(
  db: Db,
  member: ProjectMember,
  { created_by, created_at }: Claimed,
): Promise<{ author_id?: string; made_at?: string }> {
  if (member.project_role < ADMIN) return {}
  if (created_by && !(await isOfWorkspace(db, member, created_by))) {
    throw badRequest({ created_by: [`Invalid pk "${created_by}" - object does not exist.`] })
  }
  return {
    ...(created_by && { author_id: created_by }),
    ...(created_at && { made_at: created_at }),
  }
}
