import { GUEST } from '@cairn/contract'
import type { UserV1 } from '@cairn/contract/v1'
import { type RawBuilder, sql } from 'kysely'
import type { Member } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { avatarUrl } from '#product/picture-url-queries.ts'

const columns = sql`
  u.id, u.first_name, u.last_name, u.display_name, u.avatar, ${avatarUrl('u')} as avatar_url`

export const findUser = async (db: Db, user_id: string) => {
  const { rows } = await sql<UserV1>`
    select ${columns}, u.email from users u where u.id = ${user_id}`.execute(db)
  return rows[0]
}

const isGuest = (reader: Member & { project_role?: number }) =>
  reader.workspace_role === GUEST || reader.project_role === GUEST

/** Guests see no email addresses, and cannot search by a part of one. */
export const addressFor = (reader: Member): RawBuilder<string | null> =>
  isGuest(reader) ? sql`null::text` : sql`u.email`

/** For rows the reader may see. */
export const listUsersByIds = async (db: Db, reader: Member, ids: readonly string[]) => {
  const email = isGuest(reader) ? sql`` : sql`, u.email`
  const { rows } = await sql<UserV1>`
    select ${columns}${email} from users u where u.id = any(${[...ids]}::uuid[])`.execute(db)
  return rows
}
