import { ADMIN, GUEST, pageAccess, viewAccess } from '@cairn/contract'
import { sql as piece, raw, type Sql } from '@cairn/work-item-query'
import { type SqlBool, sql } from 'kysely'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import { toKysely } from '#kernel/database/run-statement.ts'

/**
 * The only access to a tenant's rows. Every statement of a feature's queries uses one of these, so
 * a row cannot be loaded by its id alone; `scope.test.ts` checks the sources for this. `of` is the
 * table's alias where a statement has several.
 */
const column = (name: string, of: string | undefined) => sql.ref(of ? `${of}.${name}` : name)

export const inWorkspace = ({ workspace_id }: Member, of?: string) =>
  sql<SqlBool>`${column('workspace_id', of)} = ${workspace_id}
    and ${column('deleted_at', of)} is null`

export const inProject = ({ project_id }: Pick<ProjectMember, 'project_id'>, of?: string) =>
  sql<SqlBool>`${column('project_id', of)} = ${project_id}
    and ${column('deleted_at', of)} is null`

/** Rows in some projects of a workspace. */
export const inProjects = (
  { workspace_id, project_ids }: { workspace_id: string; project_ids: readonly string[] },
  of?: string,
) =>
  sql<SqlBool>`${column('workspace_id', of)} = ${workspace_id}
    and ${column('project_id', of)} = any(${project_ids}::uuid[])
    and ${column('deleted_at', of)} is null`

/** What decides which rows of a project a user sees. */
export type Sight = Pick<ProjectMember, 'project_id' | 'user_id' | 'sees_only_own'>

/** Rows with an author, where some guests see only their own. */
export const visibleInProject = (member: Sight, of?: string) =>
  member.sees_only_own
    ? sql<SqlBool>`${inProject(member, of)} and ${column('created_by', of)} = ${member.user_id}`
    : inProject(member, of)

/**
 * Items across the workspace: of the user's projects without archived ones; where the user is a
 * guest who sees only their own items, only these. As the list engine's SQL.
 */
export const listedAcross = (member: Member, of = 'i'): Sql =>
  piece`${raw(of)}.workspace_id = ${member.workspace_id} and ${countedAcross(member, of)}`

/** The same by project and author alone: an index has both, and counts without the items. */
export const countedAcross = ({ workspace_id, user_id }: Member, of = 'i'): Sql => {
  const item = raw(of)
  return piece`exists (
    select from project_members pm join projects p on p.id = pm.project_id
    where pm.project_id = ${item}.project_id and pm.user_id = ${user_id} and pm.is_active
      and p.workspace_id = ${workspace_id}
      and pm.deleted_at is null and p.deleted_at is null and p.archived_at is null
      and (pm.role > 5 or p.guest_view_all_features or ${item}.created_by = ${user_id})
  )`
}

/**
 * The same of rows that few items have, like children. The projects are looked up once per statement,
 * and only where there is such a row at all.
 */
export const seenAcross = ({ workspace_id, user_id }: Member, of: string): Sql => {
  const row = raw(of)
  const projects = piece`select pm.project_id from project_members pm
    join projects p on p.id = pm.project_id
    where pm.user_id = ${user_id} and pm.is_active and pm.deleted_at is null
      and p.workspace_id = ${workspace_id} and p.deleted_at is null and p.archived_at is null`
  return piece`(${row}.project_id = any(array(
      ${projects} and (pm.role > 5 or p.guest_view_all_features)
    )) or (${row}.created_by = ${user_id} and ${row}.project_id = any(array(${projects}))))`
}

export const visibleAcross = (member: Member, of?: string) =>
  toKysely<SqlBool>(listedAcross(member, of))

/** Teamspaces of a user; admins see all of them, and guests none. */
export const visibleTeamspaces = (
  { workspace_id, user_id, workspace_role }: Member,
  of = 't',
) => sql<SqlBool>`${column('workspace_id', of)} = ${workspace_id}
  and ${column('deleted_at', of)} is null and ${workspace_role}::int > ${GUEST}
  and (${workspace_role}::int >= ${ADMIN} or exists (
    select from teamspace_members tm
    where tm.teamspace_id = ${column('id', of)} and tm.user_id = ${user_id}
  ))`

/**
 * Saved views: the user's own, and public ones of their projects and teamspaces and of the
 * workspace; guests who see only their own items see only their own views, and so do all workspace
 * guests.
 */
export const visibleViews = (member: Member, of = 'v') => {
  const { workspace_id, user_id, workspace_role } = member
  const view = sql.ref(of)
  const isOwn = sql<SqlBool>`${view}.owned_by = ${user_id}`
  return sql<SqlBool>`${view}.workspace_id = ${workspace_id} and ${view}.deleted_at is null
    and (${isOwn} or ${view}.access = ${viewAccess.public})
    and case when ${view}.teamspace_id is not null then exists (
        select from teamspaces t where t.id = ${view}.teamspace_id
          and ${visibleTeamspaces(member)}
      )
      when ${view}.project_id is null then ${isOwn} or ${workspace_role}::int > ${GUEST}
      else exists (
        select from project_members pm join projects p on p.id = pm.project_id
        where pm.project_id = ${view}.project_id and pm.user_id = ${user_id} and pm.is_active
          and pm.deleted_at is null and p.deleted_at is null and p.archived_at is null
          and (pm.role > ${GUEST} or p.guest_view_all_features or ${isOwn})
      ) end`
}

/**
 * Pages in the user's projects: their own and public ones; guests who see only their own items see
 * only their own pages.
 */
export const visiblePages = ({ workspace_id, user_id }: Member, of = 'pg') => {
  const page = sql.ref(of)
  const isOwn = sql<SqlBool>`${page}.owned_by = ${user_id}`
  return sql<SqlBool>`${page}.workspace_id = ${workspace_id} and ${page}.deleted_at is null
    and (${isOwn} or ${page}.access = ${pageAccess.public})
    and exists (
      select from project_pages pp join projects p on p.id = pp.project_id
      join project_members pm on pm.project_id = p.id and pm.user_id = ${user_id} and pm.is_active
        and pm.deleted_at is null
      where pp.page_id = ${page}.id and p.deleted_at is null and p.archived_at is null
        and (pm.role > ${GUEST} or p.guest_view_all_features or ${isOwn})
    )`
}

/**
 * Status updates: those of initiatives for all but workspace guests, those of projects and epics
 * for project members; guests who see only their own items see none, since they write none.
 */
export const visibleUpdates = (member: Member, of = 'su') => {
  const update = sql.ref(of)
  return sql<SqlBool>`${update}.workspace_id = ${member.workspace_id} and ${update}.deleted_at is null
    and case when ${update}.initiative_id is not null then
      ${member.workspace_role}::int > ${GUEST} and exists (
        select from initiatives n where n.id = ${update}.initiative_id and n.deleted_at is null
      )
      else ${visibleAcross(member, of)} and (${update}.work_item_id is null or exists (
        select from work_items e
        where e.id = ${update}.work_item_id and e.is_epic and e.deleted_at is null
      )) end`
}

/** Pages of one project, visible to the user or not. */
export const pagesOfProject = (
  { workspace_id, project_id }: Pick<ProjectMember, 'workspace_id' | 'project_id'>,
  of = 'pg',
) => {
  const page = sql.ref(of)
  return sql<SqlBool>`${page}.workspace_id = ${workspace_id} and ${page}.deleted_at is null
    and exists (
      select from project_pages pp
      where pp.page_id = ${page}.id and pp.project_id = ${project_id}
    )`
}
