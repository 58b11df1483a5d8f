import type { Generated } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Row } from '#kernel/database/schema.ts'
import { inProject } from '#kernel/database/scope.ts'

declare module '#kernel/database/schema.ts' {
  interface Database {
    labels: Row & {
      workspace_id: string
      project_id: string
      parent_id: string | null
      name: string
      color: Generated<string>
      sort_order: Generated<number>
    }
  }
}

export const listLabels = (db: Db, member: ProjectMember) =>
  db
    .selectFrom('labels')
    .select(['id', 'name', 'color', 'parent_id as parent'])
    .select(['project_id', 'workspace_id', 'sort_order'])
    .where(inProject(member))
    .orderBy('sort_order')
    .orderBy('name')
    .execute()

interface NewLabel {
  name: string
  color: string
  sort_order: number
}

export const insertLabels = (
  db: Db,
  { workspace_id, project_id, user_id }: ProjectMember,
  labels: NewLabel[],
) =>
  db
    .insertInto('labels')
    .values(labels.map((label) => ({ ...label, workspace_id, project_id, created_by: user_id })))
    .returning('id')
    .execute()
