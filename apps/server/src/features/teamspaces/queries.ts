import { ADMIN, MEMBER, PUBLIC, type Teamspace, type WithId } from '@cairn/contract'
import { type ColumnType, type Generated, sql, type UpdateObject } from 'kysely'
import type { Member } from '#kernel/auth/member.ts'
import { type Database, type Db, now, type Row, type Tx } from '#kernel/database/schema.ts'
import { inWorkspace, visibleTeamspaces } from '#product/scope-queries.ts'

type JsonColumn = ColumnType<Record<string, unknown>, string | undefined, string>

declare module '#kernel/database/schema.ts' {
  interface Database {
    teamspaces: Row & {
      workspace_id: string
      name: string
      description_html: Generated<string>
      logo_props: JsonColumn
      lead_id: string | null
      sort_order: number
    }
  }
}

/** Users who left the workspace and archived projects are not listed until they return. */
const shown = sql`
  t.id, t.workspace_id as workspace, t.name, t.description_html, t.logo_props, t.lead_id,
  t.sort_order, t.created_at, t.updated_at, t.created_by, t.updated_by, t.deleted_at,
  array(
    select tm.user_id from teamspace_members tm
    join workspace_members wm on wm.workspace_id = t.workspace_id and wm.user_id = tm.user_id
      and wm.is_active and wm.deleted_at is null and wm.role >= ${MEMBER}
    where tm.teamspace_id = t.id order by tm.user_id
  ) as member_ids,
  array(
    select tp.project_id from teamspace_projects tp
    join projects p on p.id = tp.project_id and p.deleted_at is null and p.archived_at is null
    where tp.teamspace_id = t.id order by tp.project_id
  ) as project_ids`

export const listTeamspaces = async (db: Db, member: Member) => {
  const { rows } = await sql<Teamspace>`
    select ${shown} from teamspaces t where ${visibleTeamspaces(member)}
    order by t.sort_order, t.id`.execute(db)
  return rows
}

export const findTeamspace = async (db: Db, member: Member, id: string) => {
  const { rows } = await sql<Teamspace>`
    select ${shown} from teamspaces t
    where t.id = ${id} and ${visibleTeamspaces(member)}`.execute(db)
  return rows[0]
}

/** Locked until the end of the transaction, so that checks stay valid. */
export const lockTeamspace = async (tx: Tx, member: Member, id: string) => {
  await sql`
    select from teamspaces where id = ${id} and ${inWorkspace(member)}
    for no key update`.execute(tx)
  return findTeamspace(tx, member, id)
}

export const smallestSortOrder = async (db: Db, member: Member) => {
  const found = await db
    .selectFrom('teamspaces')
    .select(({ fn }) => fn.min('sort_order').as('smallest'))
    .where(inWorkspace(member))
    .executeTakeFirst()
  return found?.smallest ?? undefined
}

export interface TeamspaceValues {
  name?: string
  description_html?: string
  logo_props?: string
  lead_id?: string | null
  sort_order?: number
}

export const insertTeamspace = (
  db: Db,
  { workspace_id, user_id }: Member,
  values: TeamspaceValues & WithId & { name: string; sort_order: number },
) =>
  db
    .insertInto('teamspaces')
    .values({ lead_id: null, ...values, workspace_id, created_by: user_id })
    .returning('id')
    .executeTakeFirstOrThrow()

type Change = UpdateObject<Database, 'teamspaces'>

export const updateTeamspace = (db: Db, member: Member, id: string, change: Change) =>
  db
    .updateTable('teamspaces')
    .set({ ...change, updated_at: now, updated_by: member.user_id })
    .where('id', '=', id)
    .where(inWorkspace(member))
    .execute()

/** Those of these users who are active members of the workspace, without guests and bots. */
export const listColleagues = async (
  db: Db,
  { workspace_id }: Member,
  user_ids: readonly string[],
) => {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from workspace_members
    where workspace_id = ${workspace_id} and user_id = any(${[...user_ids]}::uuid[])
      and is_active and deleted_at is null and role >= ${MEMBER}
      and user_id not in (select id from users where is_bot)`.execute(db)
  return new Set(rows.map(({ user_id }) => user_id))
}

/** Those of these projects that the user may see, except archived ones. */
export const listKnownProjects = async (
  db: Db,
  { workspace_id, workspace_role, user_id }: Member,
  project_ids: readonly string[],
) => {
  const { rows } = await sql<{ id: string }>`
    select p.id from projects p
    where p.workspace_id = ${workspace_id} and p.id = any(${[...project_ids]}::uuid[])
      and p.deleted_at is null and p.archived_at is null
      and (${workspace_role}::int >= ${ADMIN} or p.network = ${PUBLIC} or exists (
        select from project_members pm where pm.project_id = p.id and pm.user_id = ${user_id}
          and pm.is_active and pm.deleted_at is null
      ))`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

type Set = { table: 'teamspace_members' | 'teamspace_projects'; ids: readonly string[] }

const columnOf = ({ table }: Set) =>
  sql.ref(table === 'teamspace_members' ? 'user_id' : 'project_id')

/** The teamspace must have been found in its scope and locked. */
export const addToTeamspace = (tx: Tx, teamspace_id: string, set: Set) =>
  sql`
    insert into ${sql.table(set.table)} (teamspace_id, ${columnOf(set)})
      select ${teamspace_id}, unnest(${[...set.ids]}::uuid[])
    on conflict do nothing`.execute(tx)

export const takeFromTeamspace = (tx: Tx, teamspace_id: string, set: Set) =>
  sql`
    delete from ${sql.table(set.table)}
    where teamspace_id = ${teamspace_id}
      and ${columnOf(set)} = any(${[...set.ids]}::uuid[])`.execute(tx)

/** All users who see the teamspace: its members, and the admins. */
export const listReaders = async (db: Db, { workspace_id }: Member, teamspace_id: string) => {
  const { rows } = await sql<{ user_id: string }>`
    select w.user_id from workspace_members w
    where w.workspace_id = ${workspace_id} and w.is_active and w.deleted_at is null
      and (w.role >= ${ADMIN} or (w.role >= ${MEMBER} and exists (
        select from teamspace_members tm
        where tm.teamspace_id = ${teamspace_id} and tm.user_id = w.user_id
      )))`.execute(db)
  return rows.map(({ user_id }) => user_id)
}
