import { type FoundEntities, GUEST, pageAccess } from '@cairn/contract'
import { sql } from 'kysely'
import { cycleStatus } from '#features/cycles/service.ts'
import type { Member } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { avatarUrl } from '#product/picture-url-queries.ts'
import { visibleAcross, visiblePages } from '#product/scope-queries.ts'

export interface Sought {
  /** Escaped, with a percent sign at both ends. */
  pattern: string
  /** One of the caller's projects; null: all of them. */
  project_id: string | null
  most: number
}

type Rows<Type extends keyof FoundEntities> = NonNullable<FoundEntities[Type]>[number]

const PUBLIC = 2

/** The projects the caller is a member of. */
const ownProjects = ({ workspace_id, user_id }: Member) => sql`
  select p.* from projects p
  join project_members pm on pm.project_id = p.id and pm.user_id = ${user_id} and pm.is_active
    and pm.deleted_at is null
  where p.workspace_id = ${workspace_id} and p.deleted_at is null and p.archived_at is null`

/**
 * Users who can be mentioned in a text of the workspace or project; and the author of the item it
 * is about.
 */
export const findPeople = async (
  db: Db,
  member: Member,
  { pattern, project_id, most }: Sought,
  issue_id: string | null,
) => {
  const { workspace_id } = member
  const among = project_id
    ? sql`
      select user_id, created_at from project_members
      where project_id = ${project_id} and workspace_id = ${workspace_id}
        and is_active and deleted_at is null and role > ${GUEST}
      union all
      select i.created_by, i.created_at from work_items i
      where i.id = ${issue_id} and i.project_id = ${project_id} and ${visibleAcross(member, 'i')}`
    : sql`
      select user_id, created_at from workspace_members
      where workspace_id = ${workspace_id} and is_active and deleted_at is null`
  const { rows } = await sql<Rows<'user_mention'>>`
    select u.id as member__id, u.display_name as member__display_name,
      ${avatarUrl('u')} as member__avatar_url
    from (select user_id, max(created_at) as since from (${among}) o group by user_id) m
    join users u on u.id = m.user_id and u.is_active and not u.is_bot
    where u.display_name ilike ${pattern} or u.first_name ilike ${pattern}
      or u.last_name ilike ${pattern}
    order by m.since desc, u.id limit ${most}`.execute(db)
  return rows
}

/** Also public ones the caller has not joined, unless they are a guest. */
export const findProjects = async (db: Db, member: Member, { pattern, most }: Sought) => {
  const { workspace_id, user_id, workspace_role, slug } = member
  const { rows } = await sql<Rows<'project'>>`
    select p.id, p.name, p.identifier, p.logo_props, ${slug}::text as workspace__slug
    from projects p
    where p.workspace_id = ${workspace_id} and p.deleted_at is null and p.archived_at is null
      and (p.name ilike ${pattern} or p.identifier ilike ${pattern})
      and (${workspace_role > GUEST} and p.network = ${PUBLIC} or exists (
        select from project_members pm where pm.project_id = p.id and pm.user_id = ${user_id}
          and pm.is_active and pm.deleted_at is null
      ))
    order by p.created_at desc, p.id limit ${most}`.execute(db)
  return rows
}

export const findCycles = async (db: Db, member: Member, { pattern, project_id, most }: Sought) => {
  const { rows } = await sql<Rows<'cycle'>>`
    select c.id, c.name, c.project_id, p.identifier as project__identifier,
      ${cycleStatus} as status, ${member.slug}::text as workspace__slug
    from cycles c join (${ownProjects(member)}) p on p.id = c.project_id
    where c.deleted_at is null and c.archived_at is null and c.name ilike ${pattern}
      and (${project_id}::uuid is null or p.id = ${project_id})
    order by c.created_at desc, c.id limit ${most}`.execute(db)
  return rows
}

export const findModules = async (
  db: Db,
  member: Member,
  { pattern, project_id, most }: Sought,
) => {
  const { rows } = await sql<Rows<'module'>>`
    select m.id, m.name, m.project_id, p.identifier as project__identifier, m.status,
      ${member.slug}::text as workspace__slug
    from modules m join (${ownProjects(member)}) p on p.id = m.project_id
    where m.deleted_at is null and m.archived_at is null and m.name ilike ${pattern}
      and (${project_id}::uuid is null or p.id = ${project_id})
    order by m.created_at desc, m.id limit ${most}`.execute(db)
  return rows
}

/**
 * Public pages only, since others read the text. Outside a project: those of the whole workspace.
 */
export const findPages = async (db: Db, member: Member, { pattern, project_id, most }: Sought) => {
  const { rows } = await sql<Rows<'page'>>`
    select pg.id, pg.name, pg.logo_props, ${project_id}::uuid as projects__id,
      ${member.slug}::text as workspace__slug
    from pages pg
    where ${visiblePages(member)} and pg.archived_at is null and pg.access = ${pageAccess.public}
      and pg.name ilike ${pattern}
      and case when ${project_id}::uuid is null then pg.is_global else exists (
        select from project_pages pp where pp.page_id = pg.id and pp.project_id = ${project_id}
      ) end
    order by pg.created_at desc, pg.id limit ${most}`.execute(db)
  return rows
}
