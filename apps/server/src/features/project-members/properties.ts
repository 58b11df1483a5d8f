import type {
  OwnProjectSettings,
  ProjectDisplay,
  ProjectUserProperties,
  ProjectUserPropertiesPatch,
} from '@cairn/contract'
import { emitToUsers } from '#features/projects/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { userProperties } from '#product/user-property-queries.ts'
import {
  dropOwnDisplay,
  findGivenDisplay,
  markOwnDisplay,
  storeDisplay,
  updateMembership,
} from './queries.ts'

const properties = userProperties<ProjectUserProperties>('project_user_properties', 'project')

/** Epics have separate settings. */
const keyOf = ({ workspace_id, project_id, user_id }: ProjectMember, of_epics: boolean) => ({
  ...{ workspace_id, project_id, user_id, of_epics },
})

export async function readProperties(db: Db, member: ProjectMember, { ofEpics = false } = {}) {
  const own = await properties.read(db, keyOf(member, ofEpics))
  return ofEpics ? own : { ...own, ...(await findGivenDisplay(db, member)) }
}

export const changeProperties = (
  db: Db,
  member: ProjectMember,
  patch: ProjectUserPropertiesPatch,
  { ofEpics = false } = {},
) => db.transaction().execute((tx) => saveProperties(tx, member, patch, ofEpics))

/** Saves a user's display settings for a project, inside the caller's transaction. */
export async function saveProperties(
  tx: Tx,
  member: ProjectMember,
  patch: ProjectUserPropertiesPatch,
  ofEpics = false,
): Promise<ProjectUserProperties> {
  const key = keyOf(member, ofEpics)
  if (ofEpics) return properties.change(tx, key, patch)
  const given = await findGivenDisplay(tx, member)
  if (!patch.display_filters && !patch.display_properties) {
    return { ...(await properties.change(tx, key, patch)), ...given }
  }
  // From now on the user has a separate display; unchanged parts stay as shown.
  const saved = await properties.change(tx, key, { ...given, ...patch })
  await markOwnDisplay(tx, member)
  return saved
}

/** Uses the project's display again, with its later changes. */
export const resetDisplay = (db: Db, member: ProjectMember) =>
  db.transaction().execute(async (tx) => {
    await dropOwnDisplay(tx, member)
    return readProperties(tx, member)
  })

/** For all project members who have not chosen a display. */
export const saveDisplay = (db: Db, member: ProjectMember, display: ProjectDisplay) =>
  storeDisplay(db, member, display)

const toJson = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, JSON.stringify(value)]))

/** Settings stored on a user's membership. A new sort order is emitted to their other browsers. */
export const saveSettings = (
  db: Db,
  member: ProjectMember,
  { sort_order, ...props }: OwnProjectSettings,
) =>
  db.transaction().execute(async (tx) => {
    const { project_id, user_id } = member
    const change = { ...toJson(props), ...(sort_order !== undefined && { sort_order }) }
    await updateMembership(tx, member, user_id, change)
    if (sort_order !== undefined) await emitToUsers(tx, member, project_id, [user_id])
  })
