import type {
  OwnProjectSettings,
  ProjectUserProperties,
  ProjectUserPropertiesPatch,
} from '@cairn/contract'
import { emitToUsers } from '#features/projects/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { userProperties } from '#product/user-property-queries.ts'
import { updateMembership } from './queries.ts'

const properties = userProperties<ProjectUserProperties>('project_user_properties', 'project')

/** Epics have settings of their own. */
const keyOf = ({ workspace_id, project_id, user_id }: ProjectMember, of_epics: boolean) => ({
  ...{ workspace_id, project_id, user_id, of_epics },
})

export const readProperties = (db: Db, member: ProjectMember, { ofEpics = false } = {}) =>
  properties.read(db, keyOf(member, ofEpics))

export const changeProperties = (
  db: Db,
  member: ProjectMember,
  patch: ProjectUserPropertiesPatch,
  { ofEpics = false } = {},
) => db.transaction().execute((tx) => saveProperties(tx, member, patch, ofEpics))

/** How somebody wants a project shown, inside whatever else is being done. */
export const saveProperties = (
  tx: Tx,
  member: ProjectMember,
  patch: ProjectUserPropertiesPatch,
  ofEpics = false,
) => properties.change(tx, keyOf(member, ofEpics), patch)

const toJson = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, JSON.stringify(value)]))

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
    if (sort_order !== undefined) await emitToUsers(tx, member, project_id, [user_id])
  })
