import type { Slice } from '@cairn/contract'
import { sql } from 'kysely'
import { type Db, now } from '#kernel/database/schema.ts'
import { avatarUrl } from '#product/picture-url-queries.ts'

/** Matches any part of a name or the address; an empty search matches all users. */
const people = (db: Db, search: string) =>
  db
    .selectFrom('users')
    .where('is_bot', '=', false)
    .where(
      sql<boolean>`strpos(
        lower(concat_ws(' ', first_name, last_name, display_name, email)), lower(${search})
      ) > 0`,
    )

export const listUsers = (db: Db, search: string, { size, page }: Slice) =>
  people(db, search)
    .select([
      'id',
      'email',
      'first_name',
      'last_name',
      'display_name',
      avatarUrl('users').as('avatar_url'),
      'is_active',
      'last_login_medium',
      'last_login_time',
      'date_joined',
    ])
    .orderBy('date_joined', 'desc')
    .orderBy('id')
    .limit(size)
    .offset(page * size)
    .execute()

export const countUsers = async (db: Db, search: string) => {
  const { total } = await people(db, search)
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** Undefined if there is no such user. */
export const setActive = (db: Db, id: string, is_active: boolean) =>
  db
    .updateTable('users')
    .set({ is_active, updated_at: now })
    .where('id', '=', id)
    .where('is_bot', '=', false)
    .returning('id')
    .executeTakeFirst()

export const findPerson = (db: Db, id: string) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'is_active'])
    .where('id', '=', id)
    .where('is_bot', '=', false)
    .executeTakeFirst()
