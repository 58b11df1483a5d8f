import type { Db } from '#kernel/database/schema.ts'
import { notFound } from '#kernel/http/errors.ts'
import { findUser } from './queries.ts'

export async function readMe(db: Db, user_id: string) {
  const user = await findUser(db, user_id)
  if (!user) throw notFound()
  return user
}
