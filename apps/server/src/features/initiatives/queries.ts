import {
  ADMIN,
  type EpicStatus,
  GUEST,
  type Health,
  type Initiative,
  MEMBER,
  PUBLIC,
  type StateGroup,
  type WithId,
} from '@cairn/contract'
import { type ColumnType, type Generated, type RawBuilder, sql, type UpdateObject } from 'kysely'
import type { Member } from '#kernel/auth/member.ts'
import { type Database, type Db, now, type Row, type Tx } from '#kernel/database/schema.ts'
import { inWorkspace, visibleAcross, visibleUpdates } from '#product/scope-queries.ts'

type JsonColumn = ColumnType<Record<string, unknown>, string | undefined, string>

declare module '#kernel/database/schema.ts' {
  interface Database {
    initiatives: Row & {
      workspace_id: string
      name: string
      description_html: Generated<string>
      logo_props: JsonColumn
      lead_id: string | null
      sort_order: number
      start_date: string | null
      end_date: string | null
    }
  }
}

/** Projects `p` visible to the caller: secret ones only to their members and to admins. */
const isKnown = ({ user_id, workspace_role }: Member) => sql`(
  ${workspace_role}::int >= ${ADMIN} or p.network = ${PUBLIC} or exists (
    select from project_members pm where pm.project_id = p.id and pm.user_id = ${user_id}
      and pm.is_active and pm.deleted_at is null
  ))`

/** Only epics the caller may see: users who are not in a project see nothing of it. */
const initiativesFor = (member: Member) => sql`
  select n.id, n.workspace_id as workspace, n.name, n.description_html, n.lead_id, n.start_date,
    n.end_date, n.logo_props, n.sort_order, n.created_at, n.updated_at, n.created_by, n.updated_by,
    n.deleted_at, e.epic_ids, e.total_epics, e.completed_epics,
    array(
      select np.project_id from initiative_projects np
      join projects p on p.id = np.project_id and p.deleted_at is null and p.archived_at is null
      where np.initiative_id = n.id and ${isKnown(member)} order by np.project_id
    ) as project_ids,
    array(
      select nm.user_id from initiative_members nm
      join workspace_members w on w.workspace_id = n.workspace_id and w.user_id = nm.user_id
        and w.is_active and w.deleted_at is null
      where nm.initiative_id = n.id order by nm.user_id
    ) as member_ids
  from initiatives n left join lateral (
    select coalesce(array_agg(i.id order by i.id), '{}') as epic_ids, count(*)::int as total_epics,
      (count(*) filter (where s."group" = 'completed'))::int as completed_epics
    from initiative_epics ne join work_items i on i.id = ne.work_item_id
    join states s on s.id = i.state_id
    where ne.initiative_id = n.id and i.is_epic and i.deleted_at is null
      and i.archived_at is null and ${visibleAcross(member, 'i')}
  ) e on true
  where ${inWorkspace(member, 'n')}`

export const listInitiatives = async (db: Db, member: Member) => {
  const { rows } = await sql<Initiative>`
    ${initiativesFor(member)} order by n.sort_order, n.id`.execute(db)
  return rows
}

export const findInitiative = async (db: Db, member: Member, id: string) => {
  const { rows } = await sql<Initiative>`
    ${initiativesFor(member)} and n.id = ${id}`.execute(db)
  return rows[0]
}

/** Locked until the end of the transaction, so that checks stay valid. */
export const lockInitiative = async (tx: Tx, member: Member, id: string) => {
  await sql`
    select from initiatives where id = ${id} and ${inWorkspace(member)}
    for no key update`.execute(tx)
  return findInitiative(tx, member, id)
}

export const smallestSortOrder = async (db: Db, member: Member) => {
  const found = await db
    .selectFrom('initiatives')
    .select(({ fn }) => fn.min('sort_order').as('smallest'))
    .where(inWorkspace(member))
    .executeTakeFirst()
  return found?.smallest ?? undefined
}

export interface InitiativeValues {
  name?: string
  description_html?: string
  logo_props?: string
  lead_id?: string | null
  start_date?: string | null
  end_date?: string | null
  sort_order?: number
}

const nothing = { lead_id: null, start_date: null, end_date: null }

export const insertInitiative = (
  db: Db,
  { workspace_id, user_id }: Member,
  values: InitiativeValues & WithId & { name: string; sort_order: number },
) =>
  db
    .insertInto('initiatives')
    .values({ ...nothing, ...values, workspace_id, created_by: user_id })
    .returning('id')
    .executeTakeFirstOrThrow()

type Change = UpdateObject<Database, 'initiatives'>

export const updateInitiative = (db: Db, member: Member, id: string, change: Change) =>
  db
    .updateTable('initiatives')
    .set({ ...change, updated_at: now, updated_by: member.user_id })
    .where('id', '=', id)
    .where(inWorkspace(member))
    .execute()

/** Those of these epics that the caller may see. */
export const listVisibleEpics = async (db: Db, member: Member, ids: readonly string[]) => {
  const { rows } = await sql<{ id: string }>`
    select i.id from work_items i
    where i.id = any(${[...ids]}::uuid[]) and i.is_epic and i.deleted_at is null
      and ${visibleAcross(member, 'i')}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/**
 * The initiative must have been found in its scope and locked. Epics the caller cannot see stay in
 * it.
 */
export const replaceEpics = (
  tx: Tx,
  initiative_id: string,
  before: readonly string[],
  ids: readonly string[],
) =>
  sql`
    with gone as (
      delete from initiative_epics where initiative_id = ${initiative_id}
        and work_item_id = any(${[...before]}::uuid[])
        and not (work_item_id = any(${[...ids]}::uuid[]))
    )
    insert into initiative_epics (initiative_id, work_item_id)
      select ${initiative_id}, unnest(${[...ids]}::uuid[])
    on conflict do nothing`.execute(tx)

/** Those the caller cannot see, and archived ones, stay in it too. */
export const replaceProjects = (
  tx: Tx,
  initiative_id: string,
  before: readonly string[],
  ids: readonly string[],
) =>
  sql`
    with gone as (
      delete from initiative_projects where initiative_id = ${initiative_id}
        and project_id = any(${[...before]}::uuid[])
        and not (project_id = any(${[...ids]}::uuid[]))
    )
    insert into initiative_projects (initiative_id, project_id)
      select ${initiative_id}, unnest(${[...ids]}::uuid[])
    on conflict do nothing`.execute(tx)

export const replaceMembers = (tx: Tx, initiative_id: string, ids: readonly string[]) =>
  sql`
    with gone as (
      delete from initiative_members where initiative_id = ${initiative_id}
        and not (user_id = any(${[...ids]}::uuid[]))
    )
    insert into initiative_members (initiative_id, user_id)
      select ${initiative_id}, unnest(${[...ids]}::uuid[])
    on conflict do nothing`.execute(tx)

/** Users who see initiatives: all but guests. */
export const listReaders = async (db: Db, { workspace_id }: Member) => {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from workspace_members
    where workspace_id = ${workspace_id} and is_active and deleted_at is null
      and role > ${GUEST}`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

/** Those of these users who may lead or join initiatives: neither guests nor bots. */
export const listColleagues = async (
  db: Db,
  { workspace_id }: Member,
  user_ids: readonly string[],
) => {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from workspace_members
    where workspace_id = ${workspace_id} and user_id = any(${[...user_ids]}::uuid[]) and is_active
      and deleted_at is null and role >= ${MEMBER}
      and user_id not in (select id from users where is_bot)`.execute(db)
  return new Set(rows.map(({ user_id }) => user_id))
}

/** The health in the latest update the caller may see. */
const healthOf = (member: Member, about: RawBuilder<unknown>) => sql<Health | null>`(
  select su.health from status_updates su where ${about} and ${visibleUpdates(member)}
  order by su.created_at desc, su.id desc limit 1)`

interface GroupCount {
  group: StateGroup
  items: number
}

/**
 * Items by state group: cached counts where the caller sees the whole project, else their own items
 * there.
 */
export const countProjects = async (db: Db, member: Member, ids: readonly string[]) => {
  const { rows } = await sql<GroupCount & { id: string }>`
    with own as (
      select pm.project_id, pm.role > ${GUEST} or p.guest_view_all_features as sees_all
      from project_members pm join projects p on p.id = pm.project_id
      where pm.user_id = ${member.user_id} and pm.is_active and pm.deleted_at is null
        and pm.project_id = any(${[...ids]}::uuid[]) and ${inWorkspace(member, 'p')}
    ), counted as (
      select c.project_id, c.state_id, c.visible as n from work_item_counts c
      join own on own.project_id = c.project_id and own.sees_all
      union all
      select i.project_id, i.state_id, 1 from work_items i
      join own on own.project_id = i.project_id and not own.sees_all
      where i.is_listed and i.created_by = ${member.user_id}
    )
    select c.project_id as id, s."group", sum(c.n)::int as items from counted c
    join states s on s.id = c.state_id where s."group" <> 'triage'
    group by c.project_id, s."group"`.execute(db)
  return rows
}

export const listProjectHealths = async (db: Db, member: Member, ids: readonly string[]) => {
  const about = sql`su.project_id = p.id and su.work_item_id is null`
  const { rows } = await sql<{ id: string; health: Health | null }>`
    select p.id, ${healthOf(member, about)} as health from projects p
    where p.id = any(${[...ids]}::uuid[]) and ${inWorkspace(member, 'p')}`.execute(db)
  return rows
}

/** Epics by target date. */
export const listEpics = async (db: Db, member: Member, ids: readonly string[]) => {
  const { rows } = await sql<Omit<EpicStatus, 'progress'>>`
    select i.id, i.project_id, i.name, i.sequence_id, s."group" as state_group, i.start_date,
      i.target_date, array(
        select a.user_id from work_item_assignees a where a.work_item_id = i.id and a.is_live
      ) as assignee_ids,
      ${healthOf(member, sql`su.work_item_id = i.id`)} as health
    from work_items i join states s on s.id = i.state_id
    where i.id = any(${[...ids]}::uuid[]) and i.is_epic and i.deleted_at is null
      and i.archived_at is null and ${visibleAcross(member, 'i')}
    order by i.target_date, i.sequence_id`.execute(db)
  return rows
}

/** Direct children of epics that the caller may see. */
export const countEpics = async (db: Db, member: Member, ids: readonly string[]) => {
  const { rows } = await sql<GroupCount & { id: string }>`
    select i.parent_id as id, s."group", count(*)::int as items
    from work_items i join states s on s.id = i.state_id
    where i.parent_id = any(${[...ids]}::uuid[]) and i.is_listed and ${visibleAcross(member, 'i')}
    group by i.parent_id, s."group"`.execute(db)
  return rows
}

/** Items of these epics that are not counted in one of these projects already. */
export const countOutside = async (
  db: Db,
  member: Member,
  epics: readonly string[],
  projects: readonly string[],
) => {
  const { rows } = await sql<GroupCount>`
    select s."group", count(*)::int as items
    from work_items i join states s on s.id = i.state_id
    where i.parent_id = any(${[...epics]}::uuid[]) and i.is_listed
      and not (i.project_id = any(${[...projects]}::uuid[])) and ${visibleAcross(member, 'i')}
    group by s."group"`.execute(db)
  return rows
}
