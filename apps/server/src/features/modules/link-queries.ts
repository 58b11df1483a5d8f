import type { ModuleLink, WithId } from '@cairn/contract'
import { type ColumnType, sql, type UpdateObject } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import { type Database, type Db, now, type Row } from '#kernel/database/schema.ts'
import { maybeUserLite } from '#product/lite-shape-queries.ts'
import { inProject } from '#product/scope-queries.ts'

declare module '#kernel/database/schema.ts' {
  interface Database {
    module_links: Row & {
      workspace_id: string
      project_id: string
      module_id: string
      title: string | null
      url: string
      metadata: ColumnType<Record<string, unknown>, string | undefined, string>
    }
  }
}

const shape = sql`
  l.id, l.title, l.url, l.metadata, l.module_id as module, l.project_id as project,
  l.workspace_id as workspace, l.created_at, l.updated_at, l.created_by, l.updated_by, l.deleted_at,
  ${maybeUserLite('u')} as created_by_detail`

export const listLinks = async (db: Db, member: ProjectMember, module_id: string) => {
  const { rows } = await sql<ModuleLink>`
    select ${shape} from module_links l left join users u on u.id = l.created_by
    where l.module_id = ${module_id} and ${inProject(member, 'l')}
    order by l.created_at desc, l.id desc`.execute(db)
  return rows
}

export const findLink = async (db: Db, member: ProjectMember, module_id: string, id: string) => {
  const { rows } = await sql<ModuleLink>`
    select ${shape} from module_links l left join users u on u.id = l.created_by
    where l.id = ${id} and l.module_id = ${module_id} and ${inProject(member, 'l')}`.execute(db)
  return rows[0]
}

export const insertLink = (
  db: Db,
  { workspace_id, project_id, user_id }: ProjectMember,
  link: WithId & { module_id: string; url: string; title: string | null; metadata: string },
) =>
  db
    .insertInto('module_links')
    .values({ ...link, workspace_id, project_id, created_by: user_id })
    .returning('id')
    .executeTakeFirstOrThrow()

export const updateLink = (
  db: Db,
  member: ProjectMember,
  id: string,
  change: UpdateObject<Database, 'module_links'>,
) =>
  db
    .updateTable('module_links')
    .set({ ...change, updated_at: now, updated_by: member.user_id })
    .where('id', '=', id)
    .where(inProject(member))
    .execute()

export const removeLinksOf = (db: Db, member: ProjectMember, module_id: string) =>
  db
    .updateTable('module_links')
    .set({ deleted_at: now, updated_at: now, updated_by: member.user_id })
    .where('module_id', '=', module_id)
    .where(inProject(member))
    .execute()
