import { ADMIN, GUEST, MEMBER } from '@cairn/contract'
import { type ColumnType, type Generated, sql } from 'kysely'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import { auditColumns, type Db, type Row } from '#kernel/database/schema.ts'
import { inProject, inWorkspace } from '#kernel/database/scope.ts'

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
      logo_props: ColumnType<Record<string, unknown>, string | undefined, string>
      module_view: Generated<boolean>
      cycle_view: Generated<boolean>
      issue_views_view: Generated<boolean>
      page_view: Generated<boolean>
      intake_view: Generated<boolean>
      guest_view_all_features: Generated<boolean>
      archived_at: string | null
      timezone: Generated<string>
    }
    project_members: Row & {
      workspace_id: string
      project_id: string
      user_id: string
      role: number
      is_active: Generated<boolean>
      sort_order: Generated<number>
    }
    work_item_numbers: { project_id: string; last_number: Generated<number> }
  }
}

const projectsFor = (db: Db, member: Member) =>
  db
    .selectFrom('projects as p')
    .leftJoin('project_members as m', (join) =>
      join
        .onRef('m.project_id', '=', 'p.id')
        .on('m.user_id', '=', member.user_id)
        .on('m.is_active', '=', true)
        .on('m.deleted_at', 'is', null),
    )
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
      'p.logo_props',
      'p.module_view',
      'p.cycle_view',
      'p.issue_views_view',
      'p.page_view',
      'p.intake_view',
      'p.intake_view as inbox_view',
      'p.guest_view_all_features',
      'p.archived_at',
      'p.timezone',
      'm.role as member_role',
      'm.sort_order',
      sql<boolean>`false`.as('is_favorite'),
      sql<null>`null`.as('anchor'),
      sql<string[]>`array(
        select o.user_id from project_members o
        where o.project_id = p.id and o.is_active and o.deleted_at is null
        order by o.created_at, o.id
      )`.as('members'),
    ])
    .where(inWorkspace(member, 'p'))

/** Admins see all of the workspace, members also the public ones, guests their own. */
export function listProjects(db: Db, member: Member) {
  const all = projectsFor(db, member).orderBy('m.sort_order').orderBy('p.name')
  if (member.workspace_role === ADMIN) return all.execute()
  const open = member.workspace_role === GUEST ? sql<boolean>`false` : sql<boolean>`p.network = 2`
  return all.where((eb) => eb.or([eb('m.id', 'is not', null), open])).execute()
}

export const findProject = (db: Db, member: Member, id: string) =>
  projectsFor(db, member).where('p.id', '=', id).executeTakeFirst()

interface ProjectValues {
  name: string
  identifier: string
  description: string
  network: number
  logo_props: string
  project_lead_id: string | null
}

export const insertProject = (db: Db, { workspace_id, user_id }: Member, values: ProjectValues) =>
  db
    .insertInto('projects')
    .values({ ...values, workspace_id, created_by: user_id })
    .returning('id')
    .executeTakeFirstOrThrow()

export const openNumbers = (db: Db, project_id: string) =>
  db.insertInto('work_item_numbers').values({ project_id }).execute()

/** A new project goes to the top of its people's lists. */
const topOfList = (workspace_id: string, user_id: string) => sql<number>`coalesce(
  (select min(sort_order) - 10000 from project_members
    where workspace_id = ${workspace_id} and user_id = ${user_id} and deleted_at is null), 65535)`

export const insertProjectMember = (
  db: Db,
  { workspace_id, user_id: created_by }: Member,
  { project_id, user_id, role }: { project_id: string; user_id: string; role: number },
) =>
  db
    .insertInto('project_members')
    .values({
      workspace_id,
      project_id,
      user_id,
      role,
      created_by,
      sort_order: topOfList(workspace_id, user_id),
    })
    .execute()

/** Is this person an active member of the workspace? */
export const isColleague = async (db: Db, member: Member, user_id: string) => {
  const row = await db
    .selectFrom('workspace_members')
    .select('id')
    .where(inWorkspace(member))
    .where('user_id', '=', user_id)
    .where('is_active', '=', true)
    .executeTakeFirst()
  return row !== undefined
}

/** Who sees the project in their list without being in it. */
export const listOnlookers = async (
  db: Db,
  member: Member,
  { network, members }: { network: number; members: string[] },
): Promise<string[]> => {
  const rows = await db
    .selectFrom('workspace_members')
    .select('user_id')
    .where(inWorkspace(member))
    .where('is_active', '=', true)
    .where('role', '>=', network === 2 ? MEMBER : ADMIN)
    .where('user_id', 'not in', members)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

export const listProjectMembers = (db: Db, member: ProjectMember) =>
  db
    .selectFrom('project_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.id', 'm.role', 'm.user_id as member', 'm.project_id as project'])
    .select(['m.role as original_role', 'm.created_at'])
    .where(inProject(member, 'm'))
    .where('m.is_active', '=', true)
    .where('u.is_bot', '=', false)
    .orderBy('m.created_at')
    .execute()

export const findIdentifiers = (db: Db, member: Member, name: string) =>
  db
    .selectFrom('projects')
    .select(['id', 'identifier as name', 'id as project'])
    .where(inWorkspace(member))
    .where('identifier', '=', name)
    .execute()
