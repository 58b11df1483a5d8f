import { ADMIN, GUEST, type ProjectDisplay, type ProjectMemberDetail } from '@cairn/contract'
import { sql, type UpdateObject } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import { auditColumns, type Database, type Db, now } from '#kernel/database/schema.ts'
import { givenRole } from '#product/given-role-queries.ts'
import { avatarUrl, pictureUrl } from '#product/picture-url-queries.ts'
import { inProject, inWorkspace } from '#product/scope-queries.ts'

/** Active members. Guests do not see other users' email addresses. */
const membersOf = (db: Db, member: ProjectMember) =>
  db
    .selectFrom('project_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .innerJoin('workspaces as w', 'w.id', 'm.workspace_id')
    .innerJoin('projects as p', 'p.id', 'm.project_id')
    .select(['m.id', 'm.role', givenRole('m').as('original_role'), 'm.comment', 'm.view_props'])
    .select(['m.default_props', 'm.preferences', 'm.sort_order', 'm.is_active'])
    .select(auditColumns.map((column) => `m.${column}` as const))
    .select([
      sql<ProjectMemberDetail['member']>`jsonb_build_object(
        'id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'avatar', u.avatar,
        'avatar_url', ${avatarUrl('u')}, 'is_bot', u.is_bot, 'display_name', u.display_name
      ) || case when ${member.project_role > GUEST} then jsonb_build_object(
        'email', u.email, 'last_login_medium', u.last_login_medium
      ) else '{}' end`.as('member'),
      sql<ProjectMemberDetail['workspace']>`jsonb_build_object(
        'id', w.id, 'name', w.name, 'slug', w.slug,
        'logo_url', ${pictureUrl('w.logo_asset_id', 'w.logo')})`.as('workspace'),
      sql<ProjectMemberDetail['project']>`jsonb_build_object(
        'id', p.id, 'identifier', p.identifier, 'name', p.name, 'cover_image', p.cover_image,
        'cover_image_url', ${pictureUrl('p.cover_image_asset_id', 'p.cover_image')},
        'logo_props', p.logo_props, 'description', p.description)`.as('project'),
    ])
    .where(inProject(member, 'm'))
    .where('m.is_active', '=', true)

export const findMember = (db: Db, member: ProjectMember, id: string) =>
  membersOf(db, member).where('m.id', '=', id).executeTakeFirst()

export const findOwn = (db: Db, member: ProjectMember) =>
  membersOf(db, member).where('m.user_id', '=', member.user_id).executeTakeFirst()

const rowColumns = [
  ...(['id', 'role', 'user_id as member', 'project_id as project', 'created_at'] as const),
  givenRole().as('original_role'),
] as const

/** The role shape of current members. */
const rowsOf = (db: Db, member: ProjectMember) =>
  db
    .selectFrom('project_members')
    .select(rowColumns)
    .where(inProject(member))
    .where('is_active', '=', true)

export const listRowsOf = (db: Db, member: ProjectMember, user_ids: string[]) =>
  rowsOf(db, member).where('user_id', 'in', user_ids).execute()

export const findRow = (db: Db, member: ProjectMember, id: string) =>
  rowsOf(db, member).where('id', '=', id).executeTakeFirst()

/** Whether there is another administrator. Service accounts do not count. */
export const hasOtherAdmin = async (db: Db, member: ProjectMember, user_id: string) => {
  const row = await rowsOf(db, member)
    .where('role', '=', ADMIN)
    .where('user_id', '!=', user_id)
    .where('user_id', 'not in', (bots) =>
      bots.selectFrom('users').select('id').where('is_bot', '=', true),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Those of these users who are in the workspace, with their role there. */
export const listColleagues = (db: Db, member: ProjectMember, user_ids: string[]) =>
  db
    .selectFrom('workspace_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .leftJoin('profiles as f', 'f.user_id', 'u.id')
    .select(['m.user_id', 'm.role', 'u.email', 'f.language'])
    .where(inWorkspace(member, 'm'))
    .where('m.is_active', '=', true)
    .where('u.is_bot', '=', false)
    .where('m.user_id', 'in', user_ids)
    .execute()

type Change = UpdateObject<Database, 'project_members'>

export const updateMembership = (db: Db, member: ProjectMember, user_id: string, change: Change) =>
  db
    .updateTable('project_members')
    .set({ ...change, updated_at: now, updated_by: member.user_id })
    .where(inProject(member))
    .where('user_id', '=', user_id)
    .where('is_active', '=', true)
    .returning(rowColumns)
    .executeTakeFirst()

/** Data for the mail to an added member. */
export const nameForMail = (db: Db, member: ProjectMember) =>
  db
    .selectFrom('projects as p')
    .innerJoin('workspaces as w', 'w.id', 'p.workspace_id')
    .innerJoin('users as u', (join) => join.on('u.id', '=', member.user_id))
    .select(['p.name as project', 'w.name as workspace', 'u.first_name', 'u.display_name'])
    .where('p.id', '=', member.project_id)
    .where(inWorkspace(member, 'p'))
    .executeTakeFirstOrThrow()

/** The project's display, if the user has not chosen one. */
export async function findGivenDisplay(
  db: Db,
  { workspace_id, project_id, user_id }: ProjectMember,
): Promise<ProjectDisplay | undefined> {
  const { rows } = await sql<ProjectDisplay>`
    select display_filters, display_properties from project_displays
    where project_id = ${project_id} and workspace_id = ${workspace_id} and not exists (
      select from project_user_properties
      where project_id = ${project_id} and user_id = ${user_id} and not of_epics
        and has_own_display and deleted_at is null
    )`.execute(db)
  return rows[0]
}

export const markOwnDisplay = (db: Db, { project_id, user_id }: ProjectMember) =>
  sql`
    update project_user_properties set has_own_display = true
    where project_id = ${project_id} and user_id = ${user_id} and not of_epics
      and not has_own_display and deleted_at is null`.execute(db)

export const dropOwnDisplay = (db: Db, { project_id, user_id }: ProjectMember) =>
  sql`
    update project_user_properties set has_own_display = false,
      display_filters = default, display_properties = default,
      updated_at = now(), updated_by = ${user_id}
    where project_id = ${project_id} and user_id = ${user_id} and not of_epics
      and deleted_at is null`.execute(db)

export async function storeDisplay(
  db: Db,
  { workspace_id, project_id, user_id }: ProjectMember,
  { display_filters, display_properties }: ProjectDisplay,
): Promise<ProjectDisplay> {
  const { rows } = await sql<ProjectDisplay>`
    insert into project_displays
      (project_id, workspace_id, display_filters, display_properties, updated_by)
    values (${project_id}, ${workspace_id}, ${JSON.stringify(display_filters)}::jsonb,
      ${JSON.stringify(display_properties)}::jsonb, ${user_id})
    on conflict (project_id) do update set updated_at = now(),
      display_filters = excluded.display_filters,
      display_properties = excluded.display_properties, updated_by = excluded.updated_by
    returning display_filters, display_properties`.execute(db)
  const [stored] = rows
  if (!stored) throw new Error('nothing was stored')
  return stored
}

/** A deleted value would hide all items, without a visible reason. */
export const dropFromFilters = (
  db: Db,
  { project_id }: ProjectMember,
  key: 'labels' | 'cycle' | 'module',
  ids: string[],
) =>
  sql`
    update project_user_properties set updated_at = now(), filters = jsonb_set(
      filters, array[${key}::text], coalesce((
        select jsonb_agg(one) from jsonb_array_elements_text(filters -> ${key}::text) one
        where not one = any(${ids}::text[])
      ), 'null'))
    where project_id = ${project_id} and deleted_at is null
      and filters -> ${key}::text ?| ${ids}::text[]`.execute(db)
