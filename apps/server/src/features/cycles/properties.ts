import type { CycleUserProperties, ProjectUserPropertiesPatch } from '@cairn/contract'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { userProperties } from '#product/user-property-queries.ts'
import { findVisible } from './analytics.ts'

const properties = userProperties<CycleUserProperties>('cycle_user_properties', 'project', 'cycle')

const keyOf = ({ workspace_id, project_id, user_id }: ProjectMember, cycle_id: string) => ({
  ...{ workspace_id, project_id, user_id, cycle_id },
})

/** A user's display settings for a cycle. */
export async function readProperties(db: Db, member: ProjectMember, id: string) {
  await findVisible(db, member, id)
  return properties.read(db, keyOf(member, id))
}

export const changeProperties = (
  db: Db,
  member: ProjectMember,
  id: string,
  patch: ProjectUserPropertiesPatch,
) =>
  db.transaction().execute(async (tx) => {
    await findVisible(tx, member, id)
    return properties.change(tx, keyOf(member, id), patch)
  })
