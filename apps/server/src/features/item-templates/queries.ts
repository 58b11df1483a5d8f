import { ADMIN, type TemplateItem } from '@cairn/contract'
import { type ColumnType, type Generated, sql, type UpdateObject } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import { type Database, type Db, now, type Row, type Tx } from '#kernel/database/schema.ts'
import { inProject } from '#product/scope-queries.ts'

declare module '#kernel/database/schema.ts' {
  interface Database {
    item_templates: Row & {
      workspace_id: string
      project_id: string
      name: string
      items: ColumnType<TemplateItem[], string, string>
      rule: string | null
      starts_on: string | null
      time: string | null
      is_paused: Generated<boolean>
      next_at: string | null
      recurs_as: string | null
      created_count: Generated<number>
    }
  }
}

const columns = [
  ...(['id', 'workspace_id', 'project_id', 'name', 'items', 'rule', 'starts_on', 'time'] as const),
  ...(['is_paused', 'next_at', 'recurs_as', 'created_count'] as const),
  ...(['created_at', 'updated_at', 'created_by', 'updated_by'] as const),
] as const

export const MAX_TEMPLATES = 200

export const listTemplates = (db: Db, member: ProjectMember) =>
  db
    .selectFrom('item_templates')
    .select(columns)
    .where(inProject(member))
    .orderBy('name')
    .orderBy('id')
    .execute()

export type TemplateRow = Awaited<ReturnType<typeof listTemplates>>[number]

export const lockTemplate = (tx: Tx, member: ProjectMember, id: string) =>
  tx
    .selectFrom('item_templates')
    .select(columns)
    .where(inProject(member))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const insertTemplate = (
  tx: Tx,
  { workspace_id, project_id, user_id }: ProjectMember,
  template: { id?: string | undefined; name: string; items: readonly TemplateItem[] },
) =>
  tx
    .insertInto('item_templates')
    .values({
      ...{ ...template, items: JSON.stringify(template.items) },
      ...{ workspace_id, project_id, created_by: user_id },
    })
    .returning(columns)
    .executeTakeFirstOrThrow()

type Change = UpdateObject<Database, 'item_templates'>

export const updateTemplate = (tx: Tx, member: ProjectMember, id: string, change: Change) =>
  tx
    .updateTable('item_templates')
    .set({ ...change, updated_at: now, updated_by: member.user_id })
    .where('id', '=', id)
    .where(inProject(member))
    .returning(columns)
    .executeTakeFirstOrThrow()

export const findTimezone = async (db: Db, { project_id, workspace_id }: ProjectMember) => {
  const { rows } = await sql<{ timezone: string }>`
    select timezone from projects
    where id = ${project_id} and workspace_id = ${workspace_id}`.execute(db)
  return rows[0]?.timezone ?? 'UTC'
}

/** A template that is due, and in whose name its item is created. */
export interface DueTemplate extends TemplateRow {
  timezone: string
  slug: string
  identifier: string
  email: string
  user_timezone: string
  /** Null if the user has left. */
  workspace_role: number | null
  project_role: number | null
}

/**
 * The next due template of any project, only for the job. Locked, and skipped while another server
 * has it: each item is created once.
 */
export const claimDueTemplate = async (tx: Tx) => {
  const { rows } = await sql<DueTemplate>`
    select t.*, p.timezone, w.slug, p.identifier, u.email, u.user_timezone,
      wm.role as workspace_role, pm.role as project_role
    from item_templates t join projects p on p.id = t.project_id
    join workspaces w on w.id = t.workspace_id left join users u on u.id = t.recurs_as
    left join project_members pm on pm.project_id = t.project_id and pm.user_id = t.recurs_as
      and pm.is_active and pm.deleted_at is null
    left join workspace_members wm on wm.workspace_id = t.workspace_id
      and wm.user_id = t.recurs_as and wm.is_active and wm.deleted_at is null
    where t.next_at <= now() and t.deleted_at is null and p.deleted_at is null
      and p.archived_at is null and w.deleted_at is null
    order by t.next_at limit 1 for update of t skip locked`.execute(tx)
  return rows[0]
}

/** Undefined if another server paused it, or a user did. */
export const pauseRecurrence = (tx: Tx, id: string) =>
  tx
    .updateTable('item_templates')
    .set({ is_paused: true, next_at: null })
    .where('id', '=', id)
    .where('is_paused', '=', false)
    .returning(columns)
    .executeTakeFirst()

export const listAdmins = async (tx: Tx, project_id: string): Promise<string[]> => {
  const { rows } = await sql<{ user_id: string }>`
    select pm.user_id from project_members pm join users u on u.id = pm.user_id
    where pm.project_id = ${project_id} and pm.is_active and pm.deleted_at is null
      and pm.role >= ${ADMIN} and u.is_active and not u.is_bot`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}
