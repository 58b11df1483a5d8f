import type { Module, ModuleRow, ModuleStatus, WithId } from '@cairn/contract'
import { type ColumnType, type Generated, sql, type UpdateObject } from 'kysely'
import { nextMoment } from '#features/work-items/service.ts'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import { type Database, type Db, now, type Row, type Tx } from '#kernel/database/schema.ts'
import { inProject, inWorkspace, visibleInProject } from '#product/scope-queries.ts'

type JsonColumn = ColumnType<Record<string, unknown>, string | undefined, string>
type NullableJson = ColumnType<Record<string, unknown> | null, string | null, string | null>

declare module '#kernel/database/schema.ts' {
  interface Database {
    modules: Row & {
      workspace_id: string
      project_id: string
      name: string
      description: Generated<string>
      description_text: NullableJson
      description_html: NullableJson
      start_date: string | null
      target_date: string | null
      status: Generated<ModuleStatus>
      lead_id: string | null
      view_props: JsonColumn
      sort_order: number
      logo_props: JsonColumn
      archived_at: string | null
      external_source: string | null
      external_id: string | null
    }
  }
}

/** Users who left the project are not listed until they rejoin. */
const row = sql`
  m.id, m.workspace_id, m.project_id, m.name, m.description, m.description_text,
  m.description_html, m.start_date, m.target_date, m.status, m.lead_id, m.view_props, m.sort_order,
  m.logo_props, m.external_source, m.external_id, m.archived_at, m.created_at, m.updated_at,
  m.created_by, m.updated_by,
  array(
    select mm.user_id from module_members mm
    join project_members pm on pm.project_id = m.project_id and pm.user_id = mm.user_id
      and pm.is_active and pm.deleted_at is null
    where mm.module_id = m.id order by mm.user_id
  ) as member_ids`

const isFavorite = ({ user_id }: Member) => sql`exists (
    select from favorites f where f.user_id = ${user_id} and f.entity_type = 'module'
      and f.entity_identifier = m.id and f.deleted_at is null
  )`

type Listed = ModuleRow & Pick<Module, 'is_favorite'>

/** Favorites first, then the newest. */
export const listModules = async (
  db: Db,
  member: ProjectMember,
  { archived }: { archived: boolean },
) => {
  const { rows } = await sql<Listed>`
    select ${row}, ${isFavorite(member)} as is_favorite from modules m
    where ${inProject(member, 'm')} and (m.archived_at is not null) = ${archived}
    order by is_favorite desc, m.created_at desc, m.id`.execute(db)
  return rows
}

/** Live modules of all projects the caller is a member of, except archived projects. */
export const listModulesOfWorkspace = async (db: Db, member: Member) => {
  const { rows } = await sql<Listed & { sees_only_own: boolean }>`
    select ${row}, ${isFavorite(member)} as is_favorite,
      own.role = 5 and not p.guest_view_all_features as sees_only_own
    from modules m
    join projects p on p.id = m.project_id and p.deleted_at is null and p.archived_at is null
    join project_members own on own.project_id = p.id and own.user_id = ${member.user_id}
      and own.is_active and own.deleted_at is null
    where ${inWorkspace(member, 'm')} and m.archived_at is null
    order by m.created_at desc, m.id`.execute(db)
  return rows
}

export const findModule = async (db: Db, member: ProjectMember, id: string) => {
  const { rows } = await sql<Listed>`
    select ${row}, ${isFavorite(member)} as is_favorite from modules m
    where m.id = ${id} and ${inProject(member, 'm')}`.execute(db)
  return rows[0]
}

/** Locked until the end of the transaction, so that checks stay valid. */
export const lockModule = async (tx: Tx, member: ProjectMember, id: string) => {
  await sql`
    select from modules where id = ${id} and ${inProject(member)} for no key update`.execute(tx)
  return findModule(tx, member, id)
}

/** Those of these modules that are live; locked against archiving and deletion. */
export const findLive = async (tx: Tx, member: ProjectMember, ids: readonly string[]) => {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from modules
    where id = any(${[...ids]}::uuid[]) and archived_at is null and ${inProject(member)}
    order by id for share`.execute(tx)
  return rows
}

export const smallestSortOrder = async (db: Db, member: ProjectMember) => {
  const found = await db
    .selectFrom('modules')
    .select(({ fn }) => fn.min('sort_order').as('smallest'))
    .where(inProject(member))
    .executeTakeFirst()
  return found?.smallest ?? undefined
}

export interface ModuleValues {
  name?: string
  description?: string
  description_text?: string | null
  description_html?: string | null
  start_date?: string | null
  target_date?: string | null
  status?: ModuleStatus
  lead_id?: string | null
  view_props?: string
  sort_order?: number
  logo_props?: string
  external_source?: string | null
  external_id?: string | null
}

const nothing = {
  ...{ description_text: null, description_html: null, start_date: null, target_date: null },
  ...{ lead_id: null, archived_at: null, external_source: null, external_id: null },
}

export const insertModule = (
  db: Db,
  { workspace_id, project_id, user_id }: ProjectMember,
  values: ModuleValues & WithId & { name: string; sort_order: number },
) =>
  db
    .insertInto('modules')
    .values({ ...nothing, ...values, workspace_id, project_id, created_by: user_id })
    .returning('id')
    .executeTakeFirstOrThrow()

export const updateModule = (
  db: Db,
  member: ProjectMember,
  id: string,
  change: UpdateObject<Database, 'modules'>,
) =>
  db
    .updateTable('modules')
    .set({ ...change, updated_at: now, updated_by: member.user_id })
    .where('id', '=', id)
    .where(inProject(member))
    .returning('archived_at')
    .executeTakeFirst()

/** The module must have been found in its scope and locked. */
export const replaceMembers = (tx: Tx, module_id: string, user_ids: readonly string[]) =>
  sql`
    with gone as (
      delete from module_members
      where module_id = ${module_id} and not (user_id = any(${[...user_ids]}::uuid[]))
    )
    insert into module_members (module_id, user_id)
      select ${module_id}, unnest(${[...user_ids]}::uuid[])
    on conflict do nothing`.execute(tx)

/** Those of these items that lists show. */
export const listVisibleItems = async (
  db: Db,
  member: ProjectMember,
  ids: readonly string[],
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from work_items
    where id = any(${[...ids]}::uuid[]) and is_listed and ${inProject(member)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** An epic among them: epics cannot be in modules. */
export const findEpic = async (db: Db, member: ProjectMember, ids: readonly string[]) => {
  const { rows } = await sql<{ id: string }>`
    select id from work_items
    where id = any(${[...ids]}::uuid[]) and is_epic and ${inProject(member)} limit 1`.execute(db)
  return rows[0]?.id
}

/** Locks all items of a module, or some of them, in the order used by all bulk locks. */
export const lockItems = async (
  tx: Tx,
  member: ProjectMember,
  module_id: string,
  among?: readonly string[],
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select i.id from work_items i
    where ${inProject(member, 'i')}
      and i.id in (select work_item_id from module_items where module_id = ${module_id})
      and (${among ? [...among] : null}::uuid[] is null
        or i.id = any(${among ? [...among] : null}::uuid[]))
    order by i.id for no key update`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Removes locked items from a module. */
export const deleteItems = (tx: Tx, module_id: string, ids: readonly string[]) =>
  sql`
    delete from module_items
    where module_id = ${module_id} and work_item_id = any(${[...ids]}::uuid[])`.execute(tx)

/** An archived module is no longer shown on its items. */
export const showOnItems = (tx: Tx, module_id: string, is_live: boolean) =>
  sql`update module_items set is_live = ${is_live} where module_id = ${module_id}`.execute(tx)

/** Updates `updated_at` of locked items whose module changed, for clients that cache items. */
export const touchItems = (tx: Tx, member: ProjectMember, ids: readonly string[]) =>
  sql`
    update work_items set updated_at = ${nextMoment}, updated_by = ${member.user_id}
    where id = any(${[...ids]}::uuid[]) and ${inProject(member)}`.execute(tx)

/** The project roles of those of these users who are members. */
export const listRoles = async (db: Db, member: ProjectMember, ids: readonly string[]) => {
  const { rows } = await sql<{ user_id: string; role: number }>`
    select user_id, role from project_members
    where user_id = any(${[...ids]}::uuid[]) and is_active and ${inProject(member)}`.execute(db)
  return new Map(rows.map(({ user_id, role }) => [user_id, role]))
}

/** How many of its items have a parent, and the current day in the project's time zone. */
export const readAround = async (db: Db, member: ProjectMember, module_id: string) => {
  const { rows } = await sql<{ sub_issues: number; today: string }>`
    select (
      select count(*)::int from work_items i join module_items mi on mi.work_item_id = i.id
      where mi.module_id = ${module_id} and i.is_listed and i.parent_id is not null
        and ${visibleInProject(member, 'i')}
    ) as sub_issues, to_char(now() at time zone p.timezone, 'YYYY-MM-DD') as today
    from projects p where p.id = ${member.project_id}`.execute(db)
  return rows[0] ?? { sub_issues: 0, today: '' }
}
