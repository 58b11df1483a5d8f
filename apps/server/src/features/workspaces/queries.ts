import type { WorkspaceListQuery } from '@cairn/contract'
import { type ColumnType, type Generated, sql } from 'kysely'
import type { Member } from '#kernel/auth/member.ts'
import { auditColumns, type Db, now, type Row } from '#kernel/database/schema.ts'
import { pictureUrl } from '#product/picture-url-queries.ts'

type JsonColumn = ColumnType<Record<string, unknown>, string | undefined, string>

declare module '#kernel/database/schema.ts' {
  interface Database {
    workspaces: Row & {
      name: string
      slug: string
      logo: string | null
      logo_asset_id: string | null
      owner_id: string
      organization_size: string | null
      timezone: Generated<string>
    }
    workspace_members: Row & {
      workspace_id: string
      user_id: string
      role: number
      is_active: Generated<boolean>
      company_role: ColumnType<string | null, string | null | undefined, string | null>
      view_props: JsonColumn
      default_props: JsonColumn
      issue_props: JsonColumn
    }
  }
}

/** The workspaces a user is an active member of, with their role there. */
const workspacesOf = (db: Db, user_id: string) =>
  db
    .selectFrom('workspaces as w')
    .innerJoin('workspace_members as m', 'm.workspace_id', 'w.id')
    .select(auditColumns.map((column) => `w.${column}` as const))
    .select([
      'w.id',
      'w.name',
      'w.slug',
      'w.logo',
      'w.owner_id as owner',
      'w.organization_size',
      'w.timezone',
      'm.role',
      pictureUrl('w.logo_asset_id', 'w.logo').as('logo_url'),
      'w.logo_asset_id as logo_asset',
      sql<number>`(
        select count(*)::int from workspace_members o join users u on u.id = o.user_id
        where o.workspace_id = w.id and o.is_active and o.deleted_at is null and not u.is_bot
      )`.as('total_members'),
    ])
    .where('m.user_id', '=', user_id)
    .where('m.is_active', '=', true)
    .where('m.deleted_at', 'is', null)
    .where('w.deleted_at', 'is', null)

export const listWorkspaces = (
  db: Db,
  user_id: string,
  { search = '', owner }: WorkspaceListQuery,
) =>
  workspacesOf(db, user_id)
    .where(sql<boolean>`strpos(lower(w.name), lower(${search})) > 0`)
    .$if(owner !== undefined, (workspaces) => workspaces.where('w.owner_id', '=', owner ?? ''))
    .orderBy('w.created_at', 'desc')
    .execute()

export const listWorkspacesByName = (db: Db, user_id: string) =>
  workspacesOf(db, user_id).orderBy(sql`lower(w.name)`).orderBy('w.id').execute()

export const findWorkspace = (db: Db, user_id: string, id: string) =>
  workspacesOf(db, user_id).where('w.id', '=', id).executeTakeFirstOrThrow()

export const isSlugTaken = async (db: Db, slug: string) => {
  const row = await db
    .selectFrom('workspaces')
    .select('id')
    .where(sql`lower(slug)`, '=', slug.toLowerCase())
    .executeTakeFirst()
  return row !== undefined
}

interface WorkspaceValues {
  name: string
  slug: string
  organization_size: string | null
  timezone: string
  owner_id: string
}

export const insertWorkspace = (db: Db, values: WorkspaceValues) =>
  db
    .insertInto('workspaces')
    .values({ ...values, created_by: values.owner_id })
    .returning('id')
    .executeTakeFirstOrThrow()

interface MembershipValues {
  workspace_id: string
  user_id: string
  role: number
  company_role?: string | null
  created_by: string
}

export const insertMemberships = (db: Db, values: MembershipValues[]) =>
  db.insertInto('workspace_members').values(values).execute()

interface WorkspaceChange {
  name?: string
  organization_size?: string | null
  timezone?: string
  logo?: string | null
  logo_asset_id?: string | null
}

export const updateWorkspace = (
  db: Db,
  { workspace_id, user_id }: Member,
  change: WorkspaceChange,
) =>
  db
    .updateTable('workspaces')
    .set({ ...change, updated_at: now, updated_by: user_id })
    .where('id', '=', workspace_id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()

/** Locks its row, so that each logo is replaced once. */
export const lockLogo = (db: Db, { workspace_id }: Member) =>
  db
    .selectFrom('workspaces')
    .select('logo_asset_id as logo_asset')
    .where('id', '=', workspace_id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Its slug becomes available. */
export const markWorkspaceDeleted = (db: Db, { workspace_id, user_id }: Member) =>
  db
    .updateTable('workspaces')
    .set({
      slug: sql`slug || '__' || floor(extract(epoch from now()))::bigint`,
      deleted_at: now,
      updated_at: now,
      updated_by: user_id,
    })
    .where('id', '=', workspace_id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()

/** Read from the schema, so that no new table is forgotten. */
const listTenantTables = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ table_name: string }>`
    select table_name from information_schema.columns
    where table_schema = current_schema() and column_name in ('workspace_id', 'deleted_at')
    group by table_name having count(*) = 2 order by table_name`.execute(db)
  return rows.map(({ table_name }) => table_name)
}

/** One timestamp for all of it later shows what was deleted together. */
export async function markContentsDeleted(db: Db, { workspace_id }: Member) {
  for (const table of await listTenantTables(db)) {
    await sql`update ${sql.table(table)} set deleted_at = now()
      where workspace_id = ${workspace_id} and deleted_at is null`.execute(db)
  }
}

export const forgetLastWorkspace = (db: Db, { workspace_id }: Member) =>
  db
    .updateTable('profiles')
    .set({ last_workspace_id: null })
    .where('last_workspace_id', '=', workspace_id)
    .execute()

/** The active members, by role: each role is sent only what it may see. */
export const listPeopleByRole = async (db: Db, workspace_id: string) => {
  const { rows } = await sql<{ role: number; user_ids: string[] }>`
    select m.role, array_agg(m.user_id order by m.created_at, m.id) as user_ids
    from workspace_members m join users u on u.id = m.user_id and u.is_active and not u.is_bot
    where m.workspace_id = ${workspace_id} and m.is_active and m.deleted_at is null
    group by m.role`.execute(db)
  return rows
}
