import type { ModuleUserProperties, ProjectUserPropertiesPatch } from '@cairn/contract'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { userProperties } from '#product/user-property-queries.ts'
import { findModule } from './queries.ts'
import { moduleNotFound } from './read.ts'

const properties = userProperties<ModuleUserProperties>(
  'module_user_properties',
  'project',
  'module',
)

const keyOf = ({ workspace_id, project_id, user_id }: ProjectMember, module_id: string) => ({
  ...{ workspace_id, project_id, user_id, module_id },
})

async function refuseUnknown(db: Db, member: ProjectMember, id: string) {
  const module = await findModule(db, member, id)
  if (!module) throw moduleNotFound()
}

/** A user's display settings for a module. */
export async function readProperties(db: Db, member: ProjectMember, id: string) {
  await refuseUnknown(db, member, id)
  return properties.read(db, keyOf(member, id))
}

export const changeProperties = (
  db: Db,
  member: ProjectMember,
  id: string,
  patch: ProjectUserPropertiesPatch,
) =>
  db.transaction().execute(async (tx) => {
    await refuseUnknown(tx, member, id)
    return properties.change(tx, keyOf(member, id), patch)
  })
