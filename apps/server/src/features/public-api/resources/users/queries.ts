import { GUEST } from '@cairn/contract'
import type { MemberV1, UserV1 } from '@cairn/contract/v1'
import { type RawBuilder, sql } from 'kysely'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import { avatarUrl } from '#kernel/database/picture-urls.ts'
import type { Db } from '#kernel/database/schema.ts'

const userColumns = sql`
  u.id, u.first_name, u.last_name, u.display_name, u.avatar, ${avatarUrl('u')} as avatar_url`

export const findUser = async (db: Db, user_id: string) => {
  const { rows } = await sql<UserV1>`
    select ${userColumns}, u.email from users u where u.id = ${user_id}`.execute(db)
  return rows[0]
}

const isGuest = (reader: Member & { project_role?: number }) =>
  reader.workspace_role === GUEST || reader.project_role === GUEST

/** Of rows somebody may read; guests learn no addresses. */
export const listUsersByIds = async (db: Db, reader: Member, ids: readonly string[]) => {
  const email = isGuest(reader) ? sql`` : sql`, u.email`
  const { rows } = await sql<UserV1>`
    select ${userColumns}${email} from users u where u.id = any(${[...ids]}::uuid[])`.execute(db)
  return rows
}

export interface WantedMembers {
  /** Of a column's text a part, with a percent sign at both ends. */
  containing: { column: 'first_name' | 'last_name' | 'display_name' | 'email'; pattern: string }[]
  role: number | undefined
  is_active: boolean
  is_bot: boolean | undefined
}

/** Guests learn no addresses, also not by looking for a part of one. */
export const listMembers = async (
  db: Db,
  { project_id, project_role }: ProjectMember,
  { containing, role, is_active, is_bot }: WantedMembers,
) => {
  const email = project_role === GUEST ? sql`null::text` : sql`u.email`
  const parts = containing.map(
    ({ column, pattern }): RawBuilder<unknown> =>
      sql`and ${column === 'email' ? email : sql.ref(`u.${column}`)} ilike ${pattern}`,
  )
  const { rows } = await sql<Omit<MemberV1, 'role_slug' | 'email'> & { email: string | null }>`
    select ${userColumns}, ${email} as email, m.role, m.is_active, u.is_bot
    from project_members m join users u on u.id = m.user_id
    where m.project_id = ${project_id} and m.deleted_at is null and m.is_active = ${is_active}
      and (${role ?? null}::int is null or m.role = ${role ?? null})
      and (${is_bot ?? null}::boolean is null or u.is_bot = ${is_bot ?? null})
      ${sql.join(parts, sql` `)}
    order by lower(u.display_name), u.id`.execute(db)
  return rows
}
