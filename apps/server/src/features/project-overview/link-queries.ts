import type { WithId } from '@cairn/contract'
import { sql, type UpdateObject } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import { auditColumns, type Database, type Db, now, type Row } from '#kernel/database/schema.ts'
import { inProject } from '#product/scope-queries.ts'

declare module '#kernel/database/schema.ts' {
  interface Database {
    project_links: Row & {
      workspace_id: string
      project_id: string
      title: string | null
      url: string
    }
  }
}

const columns = [
  'id',
  'title',
  'url',
  'project_id as project',
  'workspace_id as workspace',
  ...auditColumns,
] as const

export const listLinks = (db: Db, member: ProjectMember) =>
  db
    .selectFrom('project_links')
    .select(columns)
    .where(inProject(member))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()

export const insertLink = (
  db: Db,
  { workspace_id, project_id, user_id }: ProjectMember,
  link: WithId & { url: string; title: string | null },
) =>
  db
    .insertInto('project_links')
    .values({ ...link, workspace_id, project_id, created_by: user_id })
    .returning(columns)
    .executeTakeFirstOrThrow()

export const updateLink = (
  db: Db,
  member: ProjectMember,
  id: string,
  change: UpdateObject<Database, 'project_links'>,
) =>
  db
    .updateTable('project_links')
    .set({ ...change, updated_at: now, updated_by: member.user_id })
    .where('id', '=', id)
    .where(inProject(member))
    .returning(columns)
    .executeTakeFirst()

/** For the limit of links per project: an overview is read as a whole. */
export const countLinks = async (db: Db, member: ProjectMember) => {
  const found = await db
    .selectFrom('project_links')
    .select(sql<number>`count(*)::int`.as('total'))
    .where(inProject(member))
    .executeTakeFirstOrThrow()
  return found.total
}
