import {
  ADMIN,
  GUEST,
  MEMBER,
  type Project,
  type ProjectMember as ProjectMemberRow,
  PUBLIC,
  type Slice,
} from '@cairn/contract'
import {
  type ColumnType,
  type Generated,
  type InsertObject,
  type RawBuilder,
  type SqlBool,
  sql,
  type UpdateObject,
} from 'kysely'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import { auditColumns, type Database, type Db, now, type Row } from '#kernel/database/schema.ts'
import { givenRole } from '#product/given-role-queries.ts'
import { pictureUrl } from '#product/picture-url-queries.ts'
import { projectTypes } from '#product/project-type-queries.ts'
import { inProject, inWorkspace } from '#product/scope-queries.ts'

type JsonColumn = ColumnType<Record<string, unknown>, string | undefined, string>

declare module '#kernel/database/schema.ts' {
  interface Database {
    projects: Row & {
      workspace_id: string
      name: string
      identifier: string
      description: Generated<string>
      network: Generated<number>
      default_assignee_id: string | null
      project_lead_id: string | null
      emoji: string | null
      icon_prop: ColumnType<Record<string, unknown> | null, string | null, string | null>
      logo_props: JsonColumn
      cover_image: string | null
      cover_image_asset_id: string | null
      module_view: Generated<boolean>
      cycle_view: Generated<boolean>
      issue_views_view: Generated<boolean>
      page_view: Generated<boolean>
      intake_view: Generated<boolean>
      is_time_tracking_enabled: Generated<boolean>
      is_issue_type_enabled: Generated<boolean>
      is_epic_enabled: Generated<boolean>
      guest_view_all_features: Generated<boolean>
      members_can_publish: Generated<boolean>
      archive_in: Generated<number>
      close_in: Generated<number>
      default_state_id: string | null
      estimate_id: string | null
      archived_at: string | null
      timezone: Generated<string>
      start_date: string | null
      target_date: string | null
      external_source: string | null
      external_id: string | null
    }
    project_members: Row & {
      workspace_id: string
      project_id: string
      user_id: string
      role: number
      /** The assigned role, if the workspace role has lowered it since. */
      given_role: Generated<number | null>
      is_active: Generated<boolean>
      sort_order: Generated<number>
      comment: string | null
      view_props: JsonColumn
      default_props: JsonColumn
      preferences: JsonColumn
    }
    work_item_numbers: { project_id: string; last_number: Generated<number> }
  }
}

/** The workspace's projects with the caller's own membership in each. */
const projectsWithOwn = (db: Db, member: Member) =>
  db
    .selectFrom('projects as p')
    .leftJoin('project_members as m', (join) =>
      join
        .onRef('m.project_id', '=', 'p.id')
        .on('m.user_id', '=', member.user_id)
        .on('m.is_active', '=', true)
        .on('m.deleted_at', 'is', null),
    )
    .where(inWorkspace(member, 'p'))

/** Rows of `project_members as o` in the project `p`, without bots. */
const isPresent = sql<SqlBool>`
  o.project_id = p.id and o.is_active and o.deleted_at is null
  and o.user_id not in (select id from users where is_bot)`

const projectsFor = (db: Db, member: Member) =>
  projectsWithOwn(db, member)
    .select(auditColumns.map((column) => `p.${column}` as const))
    .select([
      'p.id',
      'p.name',
      'p.identifier',
      'p.description',
      'p.network',
      'p.workspace_id as workspace',
      'p.default_assignee_id as default_assignee',
      'p.project_lead_id as project_lead',
      'p.emoji',
      'p.icon_prop',
      'p.logo_props',
      'p.cover_image',
      'p.cover_image_asset_id as cover_image_asset',
      pictureUrl('p.cover_image_asset_id', 'p.cover_image').as('cover_image_url'),
      'p.module_view',
      'p.cycle_view',
      'p.issue_views_view',
      'p.page_view',
      'p.intake_view',
      'p.intake_view as inbox_view',
      'p.is_time_tracking_enabled',
      'p.is_issue_type_enabled',
      'p.is_epic_enabled',
      'p.guest_view_all_features',
      'p.members_can_publish',
      'p.archive_in',
      'p.close_in',
      'p.default_state_id as default_state',
      projectTypes.type_ids.as('type_ids'),
      projectTypes.default_type.as('default_type'),
      'p.estimate_id as estimate',
      'p.archived_at',
      'p.timezone',
      'p.start_date',
      'p.target_date',
      'p.external_source',
      'p.external_id',
      'm.role as member_role',
      'm.sort_order',
      sql<null>`null`.as('description_text'),
      sql<null>`null`.as('description_html'),
      sql<string | null>`(
        select b.anchor from deploy_boards b
        where b.entity_identifier = p.id and b.entity_name = 'project' and b.deleted_at is null
          and not b.is_disabled
      )`.as('anchor'),
      sql<boolean>`exists (
        select from favorites f
        where f.user_id = ${member.user_id} and f.entity_type = 'project'
          and f.entity_identifier = p.id and f.deleted_at is null
      )`.as('is_favorite'),
      sql<string[]>`array(
        select o.user_id from project_members o where ${isPresent} order by o.created_at, o.id
      )`.as('members'),
    ])

/** Admins see all projects, members their own and public ones, guests their own. */
const isVisible = ({ workspace_role }: Member): RawBuilder<SqlBool> => {
  if (workspace_role === ADMIN) return sql`true`
  return workspace_role === GUEST
    ? sql`m.id is not null`
    : sql`(m.id is not null or p.network = ${PUBLIC})`
}

/** To select other columns: `p`, and the caller's own membership as `m`. */
export const visibleProjects = (db: Db, member: Member) =>
  projectsWithOwn(db, member).where(isVisible(member))

export const listProjects = (db: Db, member: Member): Promise<Project[]> =>
  projectsFor(db, member)
    .where(isVisible(member))
    .orderBy('m.sort_order')
    .orderBy('p.name')
    .execute()

export const pageOfProjects = (
  db: Db,
  member: Member,
  { size, page }: Slice,
  order: RawBuilder<unknown>,
): Promise<Project[]> =>
  projectsFor(db, member)
    .where(isVisible(member))
    .orderBy(order)
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id')
    .limit(size)
    .offset(page * size)
    .execute()

export const countProjects = async (db: Db, member: Member): Promise<number> => {
  const { total } = await projectsWithOwn(db, member)
    .select(sql<number>`count(*)::int`.as('total'))
    .where(isVisible(member))
    .executeTakeFirstOrThrow()
  return total
}

export const listProjectsLite = (db: Db, member: Member) =>
  projectsWithOwn(db, member)
    .select(['p.id', 'p.name', 'p.identifier', 'm.sort_order', 'p.logo_props'])
    .select(['m.role as member_role', 'p.archived_at', 'p.workspace_id as workspace'])
    .select(['p.cycle_view', 'p.issue_views_view', 'p.module_view', 'p.page_view'])
    .select(['p.intake_view as inbox_view', 'p.guest_view_all_features', 'p.is_epic_enabled'])
    .select([projectTypes.type_ids.as('type_ids'), projectTypes.default_type.as('default_type')])
    .select(['p.project_lead_id as project_lead', 'p.network', 'p.created_at', 'p.updated_at'])
    .select(['p.created_by', 'p.updated_by'])
    .where(isVisible(member))
    .orderBy('m.sort_order')
    .orderBy('p.name')
    .execute()

/** From cached counts, so that the cost depends on the number of states, not of items. */
export const countContents = (db: Db, member: Member, ids: string[] | undefined) => {
  const contents = (table: string) => sql<number>`(
    select count(*)::int from ${sql.table(table)} o where o.project_id = p.id and o.deleted_at is null
  )`
  return projectsWithOwn(db, member)
    .innerJoinLateral(
      sql<{ total: number; completed: number }>`(
        select coalesce(sum(c.visible) filter (where s."group" <> 'triage'), 0)::int as total,
          coalesce(sum(c.visible) filter (where s."group" = 'completed'), 0)::int as completed
        from work_item_counts c
        join states s on s.id = c.state_id and s.workspace_id = ${member.workspace_id}
        where c.project_id = p.id
      )`.as('items'),
      (join) => join.onTrue(),
    )
    .select([
      'p.id',
      'items.total as total_issues',
      'items.completed as completed_issues',
      sql<number>`(
        select count(*)::int from project_members o where ${isPresent}
      )`.as('total_members'),
      contents('cycles').as('total_cycles'),
      contents('modules').as('total_modules'),
    ])
    .where(isVisible(member))
    .$if(ids !== undefined, (projects) => projects.where('p.id', 'in', ids ?? []))
    .orderBy('p.id')
    .execute()
}

export const findProject = (db: Db, member: Member, id: string): Promise<Project | undefined> =>
  projectsFor(db, member).where('p.id', '=', id).executeTakeFirst()

/** Whether it is visible to the user; locked against archiving until the transaction ends. */
export const isProjectVisible = async (db: Db, member: Member, id: string): Promise<boolean> => {
  const row = await projectsWithOwn(db, member)
    .select('p.id')
    .where('p.id', '=', id)
    .where('p.archived_at', 'is', null)
    .where(isVisible(member))
    .forShare('p')
    .executeTakeFirst()
  return row !== undefined
}

/** Locked until the end of the transaction, so that checks stay valid. */
export const lockProject = (db: Db, member: Member, id: string) =>
  db
    .selectFrom('projects')
    .select(['id', 'name', 'archived_at', 'start_date', 'target_date'])
    .where('id', '=', id)
    .where(inWorkspace(member))
    .forNoKeyUpdate()
    .executeTakeFirst()

export const isEstimateOf = async (
  db: Db,
  { workspace_id }: Member,
  project_id: string,
  id: string,
) => {
  const { rows } = await sql`
    select from estimates where id = ${id} and project_id = ${project_id}
      and workspace_id = ${workspace_id} and deleted_at is null`.execute(db)
  return rows.length > 0
}

type Change = UpdateObject<Database, 'projects'>

export const updateProject = (db: Db, member: Member, id: string, change: Change) =>
  db
    .updateTable('projects')
    .set({ ...change, updated_at: now, updated_by: member.user_id })
    .where('id', '=', id)
    .where(inWorkspace(member))
    .returning('archived_at')
    .executeTakeFirst()

/** Read from the schema, so that no new table is forgotten. */
const listProjectTables = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ table_name: string }>`
    select table_name from information_schema.columns
    where table_schema = current_schema() and column_name in ('project_id', 'deleted_at')
    group by table_name having count(*) = 2 order by table_name`.execute(db)
  return rows.map(({ table_name }) => table_name)
}

/** One timestamp for all of it later shows what was deleted together. */
export async function markProjectContentsDeleted(db: Db, project_id: string) {
  for (const table of await listProjectTables(db)) {
    await sql`update ${sql.table(table)} set deleted_at = now()
      where project_id = ${project_id} and deleted_at is null`.execute(db)
  }
}

/** Removes all users' favorites in this project, of any kind. */
export const removeFavoritesOfProject = (db: Db, project_id: string) =>
  db
    .deleteFrom('favorites')
    .where('project_id', '=', project_id)
    .returning(['id', 'user_id'])
    .execute()

type Values = InsertObject<Database, 'projects'>

export const insertProject = (
  db: Db,
  { workspace_id, user_id }: Member,
  values: Omit<Values, 'workspace_id' | 'created_by'>,
) =>
  db
    .insertInto('projects')
    .values({ ...values, workspace_id, created_by: user_id } as Values)
    .returning('id')
    .executeTakeFirstOrThrow()

/** The current cover; its row is locked, so that each cover is replaced once. */
export const lockCover = (db: Db, member: Member, id: string) =>
  db
    .selectFrom('projects')
    .select('cover_image_asset_id as cover_image_asset')
    .where(inWorkspace(member))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const updateCover = (db: Db, member: Member, id: string, asset_id: string | null) =>
  db
    .updateTable('projects')
    .set({ cover_image_asset_id: asset_id, updated_at: now, updated_by: member.user_id })
    .$if(asset_id !== null, (update) => update.set({ cover_image: '' }))
    .where(inWorkspace(member))
    .where('id', '=', id)
    .execute()

export const openNumbers = (db: Db, project_id: string) =>
  db.insertInto('work_item_numbers').values({ project_id }).execute()

interface Entrant {
  user_id: string
  role: number
}

/**
 * A new project goes to the top of its members' lists. Former members return with the new role: the
 * old one may have been revoked. Current members keep theirs with `retainsRole`.
 */
export const upsertProjectMembers = async (
  db: Db,
  { workspace_id, user_id }: Member,
  project_id: string,
  people: Entrant[],
  { retainsRole }: { retainsRole: boolean },
) => {
  const { rows } = await sql<ProjectMemberRow>`
    insert into project_members
      (workspace_id, project_id, user_id, role, created_by, sort_order)
    select ${workspace_id}, ${project_id}, w.user_id, w.role, ${user_id}, coalesce((
      select min(o.sort_order) - 10000 from project_members o
      where o.workspace_id = ${workspace_id} and o.user_id = w.user_id and o.deleted_at is null
    ), 65535)
    from unnest(
      ${people.map((person) => person.user_id)}::uuid[], ${people.map(({ role }) => role)}::int[]
    ) as w (user_id, role)
    on conflict (project_id, user_id) where deleted_at is null do update set
      role = case when ${retainsRole} and project_members.is_active then project_members.role
        else excluded.role end,
      given_role = case when ${retainsRole} and project_members.is_active
        then project_members.given_role end,
      is_active = true, updated_at = now(), updated_by = ${user_id}
    returning id, role, user_id as member, project_id as project, ${givenRole()} as original_role,
      created_at`.execute(db)
  return rows
}

/** For an active member of the workspace, without bots. */
export const roleOfColleague = async (db: Db, member: Member, user_id: string) => {
  const row = await db
    .selectFrom('workspace_members')
    .select('role')
    .where(inWorkspace(member))
    .where('user_id', '=', user_id)
    .where('is_active', '=', true)
    .where('user_id', 'not in', (bots) =>
      bots.selectFrom('users').select('id').where('is_bot', '=', true),
    )
    .executeTakeFirst()
  return row?.role
}

/** All users who see the project in their list. */
export const listAudience = async (
  db: Db,
  { workspace_id }: Member,
  project_id: string,
): Promise<string[]> => {
  const { rows } = await sql<{ user_id: string }>`
    select w.user_id from workspace_members w
    join projects p on p.id = ${project_id} and p.workspace_id = w.workspace_id
    left join project_members m on m.project_id = p.id and m.user_id = w.user_id
      and m.is_active and m.deleted_at is null
    where w.workspace_id = ${workspace_id} and w.is_active and w.deleted_at is null
      and (w.role = ${ADMIN} or m.id is not null
        or (w.role = ${MEMBER} and p.network = ${PUBLIC}))`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

interface Personal {
  user_id: string
  member_role: number | null
  sort_order: number | null
  is_favorite: boolean
}

/** The personal fields of the project for each of these users. */
export const listPersonal = async (db: Db, project_id: string, user_ids: readonly string[]) => {
  const { rows } = await sql<Personal>`
    select u.user_id, m.role as member_role, m.sort_order, f.id is not null as is_favorite
    from unnest(${user_ids}::uuid[]) as u (user_id)
    left join project_members m on m.project_id = ${project_id} and m.user_id = u.user_id
      and m.is_active and m.deleted_at is null
    left join favorites f on f.user_id = u.user_id and f.entity_type = 'project'
      and f.entity_identifier = ${project_id} and f.deleted_at is null`.execute(db)
  return rows
}

/** Active users, without bots, who are still in the workspace too. */
export const listProjectMembers = (db: Db, member: ProjectMember): Promise<ProjectMemberRow[]> =>
  db
    .selectFrom('project_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .innerJoin('workspace_members as w', (join) =>
      join.onRef('w.workspace_id', '=', 'm.workspace_id').onRef('w.user_id', '=', 'm.user_id'),
    )
    .select(['m.id', 'm.role', 'm.user_id as member', 'm.project_id as project'])
    .select([givenRole('m').as('original_role'), 'm.created_at'])
    .where(inProject(member, 'm'))
    .where('m.is_active', '=', true)
    .where('w.is_active', '=', true)
    .where('w.deleted_at', 'is', null)
    .where('u.is_bot', '=', false)
    .orderBy('m.created_at')
    .orderBy('m.id')
    .execute()

/** Whether it is taken, and by which project if the caller may see it. */
export const findIdentifiers = (db: Db, member: Member, name: string) =>
  projectsWithOwn(db, member)
    .select(['p.id', 'p.identifier as name', 'p.id as project'])
    .select(sql<boolean>`${isVisible(member)}`.as('is_visible'))
    .where('p.identifier', '=', name)
    .execute()
