import { admitToProject } from '#features/projects/service.ts'
import type { Member } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { badRequest } from '#kernel/http/errors.ts'
import { lockVisibleProjects } from './queries.ts'

/**
 * All of them or none, with the workspace role: even if the user had a higher role there before.
 */
export const joinProjects = (db: Db, member: Member, ids: string[]) =>
  db.transaction().execute(async (tx) => {
    const projects = ids.length > 0 ? await lockVisibleProjects(tx, member, ids) : []
    const foreign = ids.find((wanted) => !projects.some(({ id }) => id === wanted))
    if (foreign) {
      throw badRequest({ project_ids: [`Invalid pk "${foreign}" - object does not exist.`] })
    }
    const { user_id, workspace_role: role } = member
    for (const { id } of projects) {
      await admitToProject(tx, member, id, [{ user_id, role }], { retainsRole: true })
    }
    return { message: 'Projects joined successfully' }
  })
