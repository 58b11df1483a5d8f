import { type Generated, sql } from 'kysely'
import type { Member } from '#kernel/auth/member.ts'
import { auditColumns, type Db, type Row } from '#kernel/database/schema.ts'
import { inWorkspace } from '#kernel/database/scope.ts'

declare module '#kernel/database/schema.ts' {
  interface Database {
    workspaces: Row & {
      name: string
      slug: string
      logo: string | null
      owner_id: string
      organization_size: string | null
      timezone: Generated<string>
    }
    workspace_members: Row & {
      workspace_id: string
      user_id: string
      role: number
      is_active: Generated<boolean>
    }
  }
}

/** The workspaces a person is an active member of, with their role there. */
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
      'w.logo as logo_url',
      'w.owner_id as owner',
      'w.organization_size',
      'w.timezone',
      'm.role',
      sql<null>`null`.as('logo_asset'),
      sql<number>`(
        select count(*)::int from workspace_members o join users u on u.id = o.user_id
        where o.workspace_id = w.id and o.is_active and o.deleted_at is null and not u.is_bot
      )`.as('total_members'),
    ])
    .where('m.user_id', '=', user_id)
    .where('m.is_active', '=', true)
    .where('m.deleted_at', 'is', null)
    .where('w.deleted_at', 'is', null)

export const listWorkspaces = (db: Db, user_id: string) =>
  workspacesOf(db, user_id).orderBy('w.created_at', 'desc').execute()

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
  created_by: string
}

export const insertMemberships = (db: Db, values: MembershipValues[]) =>
  db.insertInto('workspace_members').values(values).execute()

/** Past members too: history still has to name them. */
export const listMembers = (db: Db, member: Member, withEmail: boolean) =>
  db
    .selectFrom('workspace_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(auditColumns.map((column) => `m.${column}` as const))
    .select([
      'm.id',
      'm.role',
      'm.is_active',
      sql<MemberUser>`json_build_object(
        'id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'avatar', u.avatar,
        'avatar_url', nullif(u.avatar, ''), 'is_bot', u.is_bot, 'display_name', u.display_name,
        'email', case when ${withEmail} then u.email end)`.as('member'),
    ])
    .where(inWorkspace(member, 'm'))
    .where('u.is_bot', '=', false)
    .orderBy('m.created_at', 'desc')
    .orderBy('m.id')
    .execute()

interface MemberUser {
  id: string
  first_name: string
  last_name: string
  avatar: string
  avatar_url: string | null
  is_bot: boolean
  display_name: string
  email?: string
}
