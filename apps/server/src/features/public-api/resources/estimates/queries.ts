import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import { auditColumns, type Db } from '#kernel/database/schema.ts'
import { inProject, inWorkspace } from '#product/scope-queries.ts'

const place = ['project_id as project', 'workspace_id as workspace', ...auditColumns] as const
const external = ['external_source', 'external_id'] as const

export const findEstimate = (db: Db, member: ProjectMember, id: string) =>
  db
    .selectFrom('estimates')
    .select(['id', 'name', 'description', 'type', 'last_used', ...external, ...place])
    .where('id', '=', id)
    .where(inProject(member))
    .executeTakeFirst()

const pointColumns = [
  ...(['id', 'estimate_id as estimate', 'key', 'value', 'description'] as const),
  ...external,
  ...place,
] as const

/** For `expand`. */
export const listPointsByIds = (db: Db, member: Member, ids: readonly string[]) =>
  db
    .selectFrom('estimate_points')
    .select(pointColumns)
    .where('id', 'in', ids)
    .where(inWorkspace(member))
    .execute()

export const listPoints = (db: Db, member: ProjectMember, estimate_id: string) =>
  db
    .selectFrom('estimate_points')
    .select(pointColumns)
    .where('estimate_id', '=', estimate_id)
    .where(inProject(member))
    .orderBy('key')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
