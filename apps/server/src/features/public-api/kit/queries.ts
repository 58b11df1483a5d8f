import { sql } from 'kysely'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import { pictureUrl } from '#kernel/database/picture-urls.ts'
import { auditColumns, type Db } from '#kernel/database/schema.ts'
import { inWorkspace, visibleAcross } from '#kernel/database/scope.ts'

/** The short forms that `expand` puts in the place of ids. */
export const listStatesLite = (db: Db, member: Member, ids: readonly string[]) =>
  db
    .selectFrom('states')
    .select(['id', 'name', 'color', 'group'])
    .where('id', 'in', ids)
    .where(inWorkspace(member))
    .execute()

export const listProjectsLite = (db: Db, member: Member, ids: readonly string[]) =>
  db
    .selectFrom('projects')
    .select([
      ...([
        'id',
        'identifier',
        'name',
        'cover_image',
        'icon_prop',
        'emoji',
        'description',
      ] as const),
      pictureUrl('cover_image_asset_id', 'cover_image').as('cover_image_url'),
    ])
    .where('id', 'in', ids)
    .where(inWorkspace(member))
    .execute()

export const listWorkspacesLite = (db: Db, { workspace_id }: Member, ids: readonly string[]) =>
  db
    .selectFrom('workspaces')
    .select(['id', 'name', 'slug'])
    .where('id', '=', workspace_id)
    .where('id', 'in', ids)
    .execute()

export const listItemsLite = async (db: Db, member: Member, ids: readonly string[]) => {
  const { rows } = await sql<{ id: string; sequence_id: number; project_id: string }>`
    select i.id, i.sequence_id, i.project_id from work_items i
    where i.id = any(${[...ids]}::uuid[]) and i.deleted_at is null
      and ${visibleAcross(member, 'i')}`.execute(db)
  return rows
}

/** Is or was somebody in the project? */
export const isOfProject = async (db: Db, { project_id }: ProjectMember, user_id: string) => {
  const found = await db
    .selectFrom('project_members')
    .select('id')
    .where('project_id', '=', project_id)
    .where('user_id', '=', user_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

const auditOf = (of: string) => sql.raw(auditColumns.map((name) => `${of}.${name}`).join(', '))

export const listPointsByIds = async (db: Db, member: Member, ids: readonly string[]) => {
  const { rows } = await sql<{ id: string }>`
    select e.id, e.estimate_id as estimate, e.key, e.value, e.description, e.external_source,
      e.external_id, e.project_id as project, e.workspace_id as workspace, ${auditOf('e')}
    from estimate_points e
    where e.id = any(${[...ids]}::uuid[]) and ${inWorkspace(member, 'e')}`.execute(db)
  return rows
}

export const listTypesByIds = async (db: Db, member: Member, ids: readonly string[]) => {
  const { rows } = await sql<{ id: string }>`
    select t.id, t.name, t.description, t.logo_props, t.is_epic, t.is_default, t.is_active, t.level,
      t.external_source, t.external_id, t.workspace_id as workspace, ${auditOf('t')},
      array(
        select p.id from projects p
        join project_members pm on pm.project_id = p.id and pm.user_id = ${member.user_id}
          and pm.is_active and pm.deleted_at is null
        where p.workspace_id = t.workspace_id and p.deleted_at is null
          and case when t.is_epic then p.is_epic_enabled else p.is_issue_type_enabled end
        order by p.id
      ) as project_ids
    from work_item_types t
    where t.id = any(${[...ids]}::uuid[]) and ${inWorkspace(member, 't')}`.execute(db)
  return rows
}

export const listModulesByIds = async (db: Db, member: Member, ids: readonly string[]) => {
  const { rows } = await sql<{ id: string }>`
    select m.id, m.name, m.description, m.description_text, m.description_html, m.start_date,
      m.target_date, m.status, m.lead_id as lead, m.view_props, m.sort_order, m.archived_at,
      m.logo_props, m.external_source, m.external_id, m.project_id as project,
      m.workspace_id as workspace, ${auditOf('m')},
      array(
        select mm.user_id from module_members mm
        join project_members pm on pm.project_id = m.project_id and pm.user_id = mm.user_id
          and pm.is_active and pm.deleted_at is null
        where mm.module_id = m.id order by mm.user_id
      ) as members
    from modules m
    where m.id = any(${[...ids]}::uuid[]) and ${inWorkspace(member, 'm')}`.execute(db)
  return rows
}
