import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { workspaceAdmins, workspaceMembers } from '../core/policy.ts'
import { ADMIN } from '../core/roles.ts'
import { audit, Id, Json, Nullable, withId } from '../core/shapes.ts'
import { NewView, View, ViewPatch, viewAccess } from '../planning/views.ts'
import { ProjectUserProperties, ProjectUserPropertiesPatch } from '../project/project-members.ts'
import { groupedList } from '../work-item/work-item-lists.ts'
import type { Favorite } from './favorites.ts'

/** Members of a workspace around some projects. It grants no access to projects. */
export const Teamspace = Type.Object({
  id: Id,
  ...audit,
  workspace: Id,
  name: Type.String(),
  description_html: Type.String(),
  logo_props: Json,
  lead_id: Nullable(Id),
  member_ids: Type.Array(Id),
  project_ids: Type.Array(Id),
  sort_order: Type.Number(),
})
export type Teamspace = Static<typeof Teamspace>

const TeamspaceName = Type.String({ minLength: 1, maxLength: 255 })
const ids = Type.Array(Id, { maxItems: 1000 })

export const TeamspacePatch = Type.Partial(
  Type.Object({
    name: TeamspaceName,
    description_html: Type.String({ maxLength: 1_000_000 }),
    logo_props: Json,
    lead_id: Nullable(Id),
    /** The complete list of members, besides the lead. */
    member_ids: ids,
    project_ids: ids,
    sort_order: Type.Number(),
  }),
)
export type TeamspacePatch = Static<typeof TeamspacePatch>

export const NewTeamspace = Type.Object({ ...TeamspacePatch.properties, name: TeamspaceName })
export type NewTeamspace = Static<typeof NewTeamspace>

const { project, ...properties } = ProjectUserProperties.properties
const TeamspaceUserProperties = Type.Object({ ...properties, teamspace: Id })
export type TeamspaceUserProperties = Static<typeof TeamspaceUserProperties>

const all = '/api/workspaces/:slug/teamspaces/'
const one = `${all}:teamspace_id/` as const
const members = `${one}members/` as const
const projects = `${one}projects/` as const
const nothing = { 204: Type.Null() }

/**
 * In addition to workspace roles: its members can see a teamspace, its lead and admins can change
 * it.
 */
export const teamspacesApi = {
  list: endpoint(workspaceMembers, `GET ${all}`, { 200: Type.Array(Teamspace) }),
  create: endpoint(workspaceAdmins, `POST ${all}`, { body: withId(NewTeamspace), 201: Teamspace }),
  get: endpoint(workspaceMembers, `GET ${one}`, { 200: Teamspace }),
  change: endpoint(workspaceMembers, `PATCH ${one}`, { body: TeamspacePatch, 200: Teamspace }),
  remove: endpoint(workspaceAdmins, `DELETE ${one}`, nothing),
  addMembers: endpoint(workspaceMembers, `POST ${members}`, {
    body: Type.Object({ member_ids: ids }),
    201: Teamspace,
  }),
  removeMember: endpoint(workspaceMembers, `DELETE ${members}:user_id/`, nothing),
  leave: endpoint(workspaceMembers, `POST ${one}leave/`, nothing),
  addProjects: endpoint(workspaceMembers, `POST ${projects}`, {
    body: Type.Object({ project_ids: ids }),
    201: Teamspace,
  }),
  removeProject: endpoint(workspaceMembers, `DELETE ${projects}:project_id/`, nothing),
  properties: endpoint(workspaceMembers, `GET ${one}user-properties/`, {
    200: TeamspaceUserProperties,
  }),
  changeProperties: endpoint(workspaceMembers, `PATCH ${one}user-properties/`, {
    body: ProjectUserPropertiesPatch,
    201: TeamspaceUserProperties,
  }),
  items: endpoint(workspaceMembers, `GET ${one}issues/`, groupedList),
}

const views = `${one}views/` as const
const view = `${views}:id/` as const
const Access = Type.Integer({ enum: [viewAccess.private, viewAccess.public] })

export const teamViewsApi = {
  list: endpoint(workspaceMembers, `GET ${views}`, { 200: Type.Array(View) }),
  create: endpoint(workspaceMembers, `POST ${views}`, { body: withId(NewView), 201: View }),
  get: endpoint(workspaceMembers, `GET ${view}`, { 200: View }),
  change: endpoint(workspaceMembers, `PATCH ${view}`, { body: ViewPatch, 200: View }),
  remove: endpoint(workspaceMembers, `DELETE ${view}`, nothing),
  items: endpoint(workspaceMembers, `GET ${view}issues/`, groupedList),
  lock: endpoint(workspaceMembers, `POST ${view}lock/`, nothing),
  unlock: endpoint(workspaceMembers, `DELETE ${view}lock/`, nothing),
  changeAccess: endpoint(workspaceMembers, `POST ${view}access/`, {
    body: Type.Object({ access: Access }),
    ...nothing,
  }),
}

export type TeamspaceEvent =
  | { type: 'teamspace.saved'; teamspace: Teamspace }
  /** Deleted, or no longer visible to the recipients. */
  | { type: 'teamspace.removed'; id: string }

/** The teamspaces of a workspace after a live or optimistic event. */
export function applyTeamspaceEvent(teamspaces: Teamspace[], event: TeamspaceEvent): Teamspace[] {
  if (event.type === 'teamspace.removed') return teamspaces.filter(({ id }) => id !== event.id)
  const saved = event.teamspace
  const others = teamspaces.filter(({ id }) => id !== saved.id)
  return [...others, saved].sort((a, b) => a.sort_order - b.sort_order || (a.id < b.id ? -1 : 1))
}

/**
 * Updates the name in a teamspace's favorite. If it was removed, the favorite has its own event.
 */
export function applyTeamspaceEventToFavorites(
  favorites: Favorite[],
  { teamspace }: Extract<TeamspaceEvent, { type: 'teamspace.saved' }>,
): Favorite[] {
  const { id, name, logo_props } = teamspace
  return favorites.map((favorite) =>
    favorite.entity_type === 'teamspace' && favorite.entity_identifier === id
      ? { ...favorite, entity_data: { id, name, logo_props } }
      : favorite,
  )
}

interface Caller {
  user_id: string
  workspace_role: number
}

export const canChangeTeamspace = (
  { user_id, workspace_role }: Caller,
  { lead_id }: Pick<Teamspace, 'lead_id'>,
) => workspace_role >= ADMIN || lead_id === user_id
