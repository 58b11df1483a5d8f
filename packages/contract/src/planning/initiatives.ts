import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { workspaceMembers } from '../core/policy.ts'
import { ADMIN } from '../core/roles.ts'
import { audit, Choice, Day, Id, Json, Nullable, withId } from '../core/shapes.ts'
import { stateGroups } from '../project/states.ts'
import { ProgressCounts } from './progress.ts'
import { healths } from './status-updates.ts'

/** The goal of several projects and epics, with its dates and lead. */
export const Initiative = Type.Object({
  id: Id,
  ...audit,
  workspace: Id,
  name: Type.String(),
  description_html: Type.String(),
  lead_id: Nullable(Id),
  start_date: Nullable(Day),
  end_date: Nullable(Day),
  logo_props: Json,
  member_ids: Type.Array(Id),
  /** Only projects visible to the caller. */
  project_ids: Type.Array(Id),
  epic_ids: Type.Array(Id),
  sort_order: Type.Number(),
  /** Only epics the caller may see. */
  total_epics: Type.Integer(),
  completed_epics: Type.Integer(),
})
export type Initiative = Static<typeof Initiative>

const InitiativeName = Type.String({ minLength: 1, maxLength: 255 })
const ids = Type.Array(Id, { maxItems: 1000 })

export const InitiativePatch = Type.Partial(
  Type.Object({
    name: InitiativeName,
    description_html: Type.String({ maxLength: 1_000_000 }),
    lead_id: Nullable(Id),
    start_date: Nullable(Day),
    end_date: Nullable(Day),
    logo_props: Json,
    member_ids: ids,
    project_ids: ids,
    epic_ids: ids,
    sort_order: Type.Number(),
  }),
)
export type InitiativePatch = Static<typeof InitiativePatch>

export const NewInitiative = Type.Object({ ...InitiativePatch.properties, name: InitiativeName })
export type NewInitiative = Static<typeof NewInitiative>

const Status = Type.Object({
  /** Health of its last update; null if there is none the caller may see. */
  health: Nullable(Choice(healths)),
  progress: ProgressCounts,
})

const EpicStatus = Type.Object({
  id: Id,
  project_id: Id,
  name: Type.String(),
  sequence_id: Type.Integer(),
  state_group: Choice(stateGroups),
  start_date: Nullable(Day),
  target_date: Nullable(Day),
  assignee_ids: Type.Array(Id),
  ...Status.properties,
})
export type EpicStatus = Static<typeof EpicStatus>

/** Progress of an initiative, counted over what the caller may see. */
export const InitiativeOverview = Type.Object({
  /** Over all items; an item in both an epic and its project counts once. */
  progress: ProgressCounts,
  projects: Type.Array(Type.Object({ id: Id, ...Status.properties })),
  epics: Type.Array(EpicStatus),
})
export type InitiativeOverview = Static<typeof InitiativeOverview>

const all = '/api/workspaces/:slug/initiatives/'
const one = `${all}:id/` as const

export const initiativesApi = {
  list: endpoint(workspaceMembers, `GET ${all}`, { 200: Type.Array(Initiative) }),
  create: endpoint(workspaceMembers, `POST ${all}`, {
    body: withId(NewInitiative),
    201: Initiative,
  }),
  get: endpoint(workspaceMembers, `GET ${one}`, { 200: Initiative }),
  overview: endpoint(workspaceMembers, `GET ${one}overview/`, { 200: InitiativeOverview }),
  change: endpoint(workspaceMembers, `PATCH ${one}`, { body: InitiativePatch, 200: Initiative }),
  remove: endpoint(workspaceMembers, `DELETE ${one}`, { 204: Type.Null() }),
}

/** Progress differs by user, so events only report that it changed. */
export type InitiativeEvent =
  | { type: 'initiative.saved'; id: string; workspace_id: string }
  | { type: 'initiative.removed'; id: string; workspace_id: string }

interface Caller {
  user_id: string
  workspace_role: number
}
type Owned = Pick<Initiative, 'created_by' | 'lead_id'>

export const canRemoveInitiative = (
  { user_id, workspace_role }: Caller,
  { created_by }: Pick<Owned, 'created_by'>,
) => workspace_role >= ADMIN || created_by === user_id

export const canChangeInitiative = (caller: Caller, initiative: Owned) =>
  canRemoveInitiative(caller, initiative) || initiative.lead_id === caller.user_id

/** Its members may post updates too. */
export const canUpdateInitiative = (
  caller: Caller,
  initiative: Owned & Pick<Initiative, 'member_ids'>,
) => canChangeInitiative(caller, initiative) || initiative.member_ids.includes(caller.user_id)
