import type { ProjectUserPropertiesPatch } from '@cairn/contract'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { notFound } from '#kernel/http/errors.ts'
import { findVisible } from './analytics.ts'
import { findProperties, insertProperties, updateProperties } from './queries.ts'

/** How somebody wants a cycle shown. Made at first use, with the defaults. */
export async function readProperties(db: Db, member: ProjectMember, id: string) {
  await findVisible(db, member, id)
  const known = await findProperties(db, member, id)
  if (known) return known
  await insertProperties(db, member, id)
  const made = await findProperties(db, member, id)
  if (!made) throw notFound()
  return made
}

export const changeProperties = (
  db: Db,
  member: ProjectMember,
  id: string,
  patch: ProjectUserPropertiesPatch,
) =>
  db.transaction().execute(async (tx) => {
    await findVisible(tx, member, id)
    await insertProperties(tx, member, id)
    return updateProperties(tx, member, id, patch)
  })
