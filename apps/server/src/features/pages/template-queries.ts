import type { PageTemplate, WithId } from '@cairn/contract'
import { type ColumnType, type Generated, sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import { type Db, now, type Row, type Tx } from '#kernel/database/schema.ts'
import { inProject } from '#product/scope-queries.ts'

declare module '#kernel/database/schema.ts' {
  interface Database {
    page_templates: Row & {
      workspace_id: string
      project_id: string
      name: string
      color: Generated<string>
      logo_props: ColumnType<Record<string, unknown>, string | undefined, string>
      description_html: Generated<string>
    }
  }
}

const columns = [
  ...(['id', 'workspace_id as workspace', 'project_id as project', 'name', 'color'] as const),
  ...(['logo_props', 'created_at', 'updated_at', 'created_by', 'updated_by'] as const),
] as const

export const MAX_TEMPLATES = 200

export const listTemplates = (db: Db, member: ProjectMember): Promise<PageTemplate[]> =>
  db
    .selectFrom('page_templates')
    .select(columns)
    .where(inProject(member))
    .orderBy('name')
    .orderBy('id')
    .execute()

export const findTemplate = (db: Db, member: ProjectMember, id: string) =>
  db
    .selectFrom('page_templates')
    .select([...columns, 'description_html'])
    .where(inProject(member))
    .where('id', '=', id)
    .executeTakeFirst()

export const lockTemplate = (tx: Tx, member: ProjectMember, id: string) =>
  tx
    .selectFrom('page_templates')
    .select([...columns, 'description_html'])
    .where(inProject(member))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

interface NewTemplate extends WithId {
  name: string
  color: string
  logo_props: string
  description_html: string
}

export const insertTemplate = (
  tx: Tx,
  { workspace_id, project_id, user_id }: ProjectMember,
  template: NewTemplate,
): Promise<PageTemplate> =>
  tx
    .insertInto('page_templates')
    .values({ ...template, workspace_id, project_id, created_by: user_id })
    .returning(columns)
    .executeTakeFirstOrThrow()

export const renameTemplate = (tx: Tx, member: ProjectMember, id: string, name: string) =>
  tx
    .updateTable('page_templates')
    .set({ name, updated_at: now, updated_by: member.user_id })
    .where('id', '=', id)
    .where(inProject(member))
    .returning(columns)
    .executeTakeFirstOrThrow()

export const deleteTemplate = (tx: Tx, member: ProjectMember, id: string) =>
  tx
    .updateTable('page_templates')
    .set({ deleted_at: now, updated_by: member.user_id })
    .where('id', '=', id)
    .where(inProject(member))
    .execute()

/** The template's own pictures; pages created from it have their own copies. */
export const discardTemplatePictures = (
  tx: Tx,
  { workspace_id, project_id, user_id }: ProjectMember,
  ids: readonly string[],
) =>
  sql`
    update assets set deleted_at = now(), updated_by = ${user_id}
    where workspace_id = ${workspace_id} and project_id = ${project_id} and page_id is null
      and entity_type = 'PAGE_DESCRIPTION' and id = any(${[...ids]}::uuid[])
      and deleted_at is null`.execute(tx)
