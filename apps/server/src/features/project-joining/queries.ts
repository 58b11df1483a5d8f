import type { Member } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { inWorkspace } from '#kernel/database/scope.ts'

/** Held until the end: one that becomes private meanwhile is joined before, or not at all. */
export const holdProjects = (db: Db, member: Member, ids: string[]) =>
  db
    .selectFrom('projects')
    .select(['id', 'network'])
    .where(inWorkspace(member))
    .where('archived_at', 'is', null)
    .where('id', 'in', ids)
    .orderBy('id')
    .forShare()
    .execute()
