import { sql } from 'kysely'
import type { Db } from '#kernel/database/schema.ts'

export const findDisplayName = async (db: Db, user_id: string) => {
  const { rows } = await sql<{ display_name: string }>`
    select display_name from users where id = ${user_id}`.execute(db)
  return rows[0]?.display_name ?? ''
}
