import type { OwnProjectSettings, ProjectUserPropertiesPatch } from '@cairn/contract'
import { tellPersonally } from '#features/projects/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { notFound } from '#kernel/http/errors.ts'
import { findProperties, insertProperties, updateMembership, updateProperties } from './queries.ts'

/** Made at first use, with the defaults. Epics have settings of their own. */
export async function readProperties(db: Db, member: ProjectMember, { ofEpics = false } = {}) {
  const known = await findProperties(db, member, ofEpics)
  if (known) return known
  await insertProperties(db, member, ofEpics)
  const made = await findProperties(db, member, ofEpics)
  if (!made) throw notFound()
  return made
}

const toJson = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, JSON.stringify(value)]))

export const changeProperties = (
  db: Db,
  member: ProjectMember,
  patch: ProjectUserPropertiesPatch,
  { ofEpics = false } = {},
) => db.transaction().execute((tx) => keepProperties(tx, member, patch, ofEpics))

/** How somebody wants a project shown, inside whatever else is being done. */
export async function keepProperties(
  tx: Tx,
  member: ProjectMember,
  patch: ProjectUserPropertiesPatch,
  ofEpics = false,
) {
  await insertProperties(tx, member, ofEpics)
  return updateProperties(tx, member, ofEpics, toJson(patch))
}

/** What a person keeps on their membership. Their other browsers hear where the project stands now. */
export const saveSettings = (
  db: Db,
  member: ProjectMember,
  { sort_order, ...props }: OwnProjectSettings,
) =>
  db.transaction().execute(async (tx) => {
    const { project_id, user_id } = member
    const change = { ...toJson(props), ...(sort_order !== undefined && { sort_order }) }
    await updateMembership(tx, member, user_id, change)
    if (sort_order !== undefined) await tellPersonally(tx, member, project_id, [user_id])
  })
