import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { notFound } from '#kernel/http/errors.ts'
import { findReachable } from './queries.ts'

/** For sub-resources of an item: throws if the item is not visible to the member. */
export async function reachItem(db: Db, member: ProjectMember, id: string): Promise<string> {
  const item = await findReachable(db, member, id)
  if (!item) throw notFound()
  return item.id
}
