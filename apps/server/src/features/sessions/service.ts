import type { Db } from '#kernel/database/schema.ts'
import { notFound } from '#kernel/http/errors.ts'
import { removeSession } from './queries.ts'

export { endSessionsOf } from './queries.ts'

export async function revokeSession(db: Db, user_id: string, id: string): Promise<void> {
  if (!(await removeSession(db, user_id, id))) throw notFound()
}
