import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { Page } from '../core/envelopes.ts'
import { byToken, workspaceAdmins, workspaceMembers } from '../core/policy.ts'
import { audit, Id, Json, Nullable } from '../core/shapes.ts'
import { TeamspacePatch } from '../workspace/teamspaces.ts'
import { ListQuery, ShapeQuery } from './lists.ts'
import { workspace } from './paths.ts'
import { UserV1 } from './users.ts'

export const TeamspaceV1 = Type.Object({
  id: Id,
  ...audit,
  name: Type.String(),
  description_html: Type.String(),
  logo_props: Json,
  lead: Nullable(Id),
  sort_order: Type.Number(),
  workspace: Id,
})
export type TeamspaceV1 = Static<typeof TeamspaceV1>

const { name, description_html, logo_props, sort_order } = TeamspacePatch.properties

const Patch = Type.Partial(
  Type.Object({ name, description_html, logo_props, sort_order, lead: Nullable(Id) }),
)
export type TeamspacePatchV1 = Static<typeof Patch>

const NewTeamspace = Type.Object({
  ...Patch.properties,
  name: Type.String({ minLength: 1, maxLength: 255 }),
})
export type NewTeamspaceV1 = Static<typeof NewTeamspace>

/** A project as part of a teamspace or initiative. */
export const PartProjectV1 = Type.Object({
  id: Id,
  identifier: Type.String(),
  name: Type.String(),
  cover_image: Nullable(Type.String()),
  cover_image_url: Nullable(Type.String()),
  icon_prop: Type.Unknown(),
  emoji: Nullable(Type.String()),
  description: Type.String(),
})

const ids = Type.Array(Id, { minItems: 1, maxItems: 1000 })
const people = { body: Type.Object({ member_ids: ids }) }
const places = { body: Type.Object({ project_ids: ids }) }

const all = `${workspace}teamspaces/` as const
const one = `${all}:teamspace_id/` as const
const nothing = { 204: Type.Null() }
const inside = byToken(workspaceMembers)

/**
 * Its members can see a teamspace; its lead and admins can change it. It grants no access to
 * projects.
 */
export const teamspacesV1 = {
  list: endpoint(inside, `GET ${all}`, { query: ListQuery, 200: Page(Type.Array(TeamspaceV1)) }),
  create: endpoint(byToken(workspaceAdmins), `POST ${all}`, {
    body: NewTeamspace,
    201: TeamspaceV1,
  }),
  get: endpoint(inside, `GET ${one}`, { query: ShapeQuery, 200: TeamspaceV1 }),
  change: endpoint(inside, `PATCH ${one}`, { body: Patch, 200: TeamspaceV1 }),
  remove: endpoint(byToken(workspaceAdmins), `DELETE ${one}`, nothing),
  members: endpoint(inside, `GET ${one}members/`, {
    query: ListQuery,
    200: Page(Type.Array(UserV1)),
  }),
  addMembers: endpoint(inside, `POST ${one}members/`, { ...people, 201: Type.Array(UserV1) }),
  removeMembers: endpoint(inside, `DELETE ${one}members/`, { ...people, ...nothing }),
  projects: endpoint(inside, `GET ${one}projects/`, {
    query: ListQuery,
    200: Page(Type.Array(PartProjectV1)),
  }),
  addProjects: endpoint(inside, `POST ${one}projects/`, {
    ...places,
    201: Type.Array(PartProjectV1),
  }),
  removeProjects: endpoint(inside, `DELETE ${one}projects/`, { ...places, ...nothing }),
}
