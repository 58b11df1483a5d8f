import { visibleProjects } from '#features/projects/service.ts'
import type { Member } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'

/**
 * Those of these projects visible to the user: to others a secret project looks like a missing one.
 * Locked until the end: a project that becomes secret meanwhile is joined before, or not at all.
 */
export const lockVisibleProjects = (db: Db, member: Member, ids: string[]) =>
  visibleProjects(db, member)
    .select('p.id')
    .where('p.archived_at', 'is', null)
    .where('p.id', 'in', ids)
    .orderBy('p.id')
    .forShare('p')
    .execute()
