import { GUEST, type Priority, type StateGroup } from '@cairn/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Member } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { avatarUrl, pictureUrl } from '#product/picture-url-queries.ts'

/** The caller's projects, except archived ones, and whether the caller sees all of their items. */
const projectsOf = ({ workspace_id, user_id }: Member) => sql`
  select p.id, p.logo_props, m.sort_order,
    m.role > ${GUEST} or p.guest_view_all_features as sees_all
  from project_members m
  join projects p on p.id = m.project_id and p.deleted_at is null and p.archived_at is null
  where m.workspace_id = ${workspace_id} and m.user_id = ${user_id}
    and m.is_active and m.deleted_at is null`

/** Of `work_items as i`, in `projects as p`: what the caller's lists show. */
const visibleTo = ({ user_id }: Member): RawBuilder<boolean> => sql<boolean>`
  i.is_listed and (p.sees_all or i.created_by = ${user_id})`

/**
 * Starts from the user's own rows: the cost depends on their items, not on the size of the
 * projects.
 */
const itemsOf = (theirs: RawBuilder<unknown>, member: Member) => sql`
  select i.project_id, i.cycle_id, i.priority, s."group"
  from (${theirs}) own
  join work_items i on i.id = own.work_item_id
  join projects_seen p on p.id = i.project_id
  join states s on s.id = i.state_id
  where ${visibleTo(member)}`

/** Without assignments in projects they left. */
const assignedTo = (member: Member, person_id: string) =>
  itemsOf(
    sql`select work_item_id from work_item_assignees where user_id = ${person_id} and is_live`,
    member,
  )

const followedBy = (member: Member, person_id: string) =>
  itemsOf(sql`select work_item_id from work_item_subscribers where user_id = ${person_id}`, member)

const createdBy = (member: Member, author_id: string) => sql`
  select i.project_id
  from projects_seen p
  join work_items i on i.project_id = p.id and i.created_by = ${author_id}
  where ${visibleTo(member)}`

/** The first of these projects the caller is not a member of. */
export const findForeignProject = async (
  db: Db,
  { workspace_id, user_id }: Member,
  ids: string[],
) => {
  const { rows } = await sql<{ id: string }>`
    select wanted.id from unnest(${ids}::uuid[]) as wanted (id) where not exists (
      select 1 from project_members m
      where m.project_id = wanted.id and m.workspace_id = ${workspace_id} and m.user_id = ${user_id}
        and m.is_active and m.deleted_at is null
    ) limit 1`.execute(db)
  return rows[0]?.id
}

const seenAmong = (member: Member, project_ids: string[]) => sql`
  select * from (${projectsOf(member)}) p
  where ${project_ids.length === 0} or p.id = any(${project_ids}::uuid[])`

interface Counted {
  as: 'assigned' | 'created' | 'subscribed'
  group: StateGroup | null
  priority: Priority | null
  count: number
}

/** Assigned items by state group and priority; created and subscribed ones in one row each. */
export const countItemsOf = async (
  db: Db,
  member: Member,
  user_id: string,
  project_ids: string[],
) => {
  const { rows } = await sql<Counted>`
    with projects_seen as (${seenAmong(member, project_ids)})
    select 'assigned' as "as", "group", priority, count(*)::int as count
      from (${assignedTo(member, user_id)}) items group by "group", priority
    union all
    select 'created', null, null, count(*)::int from (${createdBy(member, user_id)}) items
    union all
    select 'subscribed', null, null, count(*)::int
      from (${followedBy(member, user_id)}) items`.execute(db)
  return rows
}

interface CycleRow {
  cycle__id: string
  cycle__name: string
  cycle__project_id: string
  is_present: boolean
}

/** Running or upcoming cycles with items of this user. */
export const listCyclesOf = async (
  db: Db,
  member: Member,
  user_id: string,
  project_ids: string[],
) => {
  const { rows } = await sql<CycleRow>`
    with projects_seen as (${seenAmong(member, project_ids)})
    select c.id as cycle__id, c.name as cycle__name, c.project_id as cycle__project_id,
      c.start_date <= now() as is_present
    from cycles c
    where c.id in (select cycle_id from (${assignedTo(member, user_id)}) items)
      and c.deleted_at is null and c.archived_at is null and c.end_date >= now()
    order by c.start_date, c.id`.execute(db)
  return rows
}

export interface ProjectCounts {
  id: string
  logo_props: Record<string, unknown>
  created_issues: number
  assigned_issues: number
  completed_issues: number
  pending_issues: number
}

export const countItemsByProject = async (db: Db, member: Member, user_id: string) => {
  const { rows } = await sql<ProjectCounts>`
    with projects_seen as (${projectsOf(member)}),
    assigned as (
      select project_id, count(*)::int as total,
        (count(*) filter (where "group" = 'completed'))::int as completed,
        (count(*) filter (where "group" in ('backlog', 'unstarted', 'started')))::int as pending
      from (${assignedTo(member, user_id)}) items group by project_id
    ), created as (
      select project_id, count(*)::int as total
      from (${createdBy(member, user_id)}) items group by project_id
    )
    select p.id, p.logo_props, coalesce(created.total, 0) as created_issues,
      coalesce(assigned.total, 0) as assigned_issues,
      coalesce(assigned.completed, 0) as completed_issues,
      coalesce(assigned.pending, 0) as pending_issues
    from projects_seen p
    left join assigned on assigned.project_id = p.id
    left join created on created.project_id = p.id
    order by p.sort_order, p.id`.execute(db)
  return rows
}

/** A current or former member of the workspace. */
export const findColleague = (db: Db, { workspace_id }: Member, user_id: string) =>
  db
    .selectFrom('workspace_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.email', 'u.first_name', 'u.last_name', 'u.display_name', 'u.date_joined'])
    .select([
      'u.user_timezone',
      pictureUrl('u.cover_image_asset_id', 'u.cover_image').as('cover_image_url'),
      avatarUrl('u').as('avatar_url'),
    ])
    .where(sql<boolean>`m.workspace_id = ${workspace_id} and m.deleted_at is null`)
    .where('m.user_id', '=', user_id)
    .where('u.is_bot', '=', false)
    .executeTakeFirst()
