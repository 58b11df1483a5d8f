import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyProjectMember, projectMembers, workspaceMembers } from '../core/policy.ts'
import { ADMIN, MEMBER } from '../core/roles.ts'
import { audit, Choice, Id, Nullable, withId } from '../core/shapes.ts'

export const healths = ['on_track', 'at_risk', 'off_track'] as const
export type Health = (typeof healths)[number]

/** A status update of a project, an epic or an initiative, with its health. */
export const StatusUpdate = Type.Object({
  id: Id,
  ...audit,
  workspace: Id,
  /** The project, also that of the epic; null for an initiative. */
  project_id: Nullable(Id),
  epic_id: Nullable(Id),
  initiative_id: Nullable(Id),
  health: Choice(healths),
  text: Type.String(),
})
export type StatusUpdate = Static<typeof StatusUpdate>

const UpdateText = Type.String({ minLength: 1, maxLength: 10_000 })

export const NewStatusUpdate = Type.Object({ health: Choice(healths), text: UpdateText })
export type NewStatusUpdate = Static<typeof NewStatusUpdate>

export const StatusUpdatePatch = Type.Partial(NewStatusUpdate)
export type StatusUpdatePatch = Static<typeof StatusUpdatePatch>

/** How many of the newest; 20 by default. */
const query = Type.Object({
  limit: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,2}$' })),
})

const workspace = '/api/workspaces/:slug/'
const ofProject = `${workspace}projects/:project_id/updates/` as const
const ofEpic = `${workspace}projects/:project_id/epics/:id/updates/` as const
const ofInitiative = `${workspace}initiatives/:id/updates/` as const
const one = `${workspace}updates/:id/` as const
const updates = Type.Array(StatusUpdate)
const creation = { body: withId(NewStatusUpdate), 201: StatusUpdate }

export const statusUpdatesApi = {
  listOfProject: endpoint(anyProjectMember, `GET ${ofProject}`, { query, 200: updates }),
  createForProject: endpoint(projectMembers, `POST ${ofProject}`, creation),
  listOfEpic: endpoint(anyProjectMember, `GET ${ofEpic}`, { query, 200: updates }),
  createForEpic: endpoint(projectMembers, `POST ${ofEpic}`, creation),
  /** Updates of the initiative, and of its projects and epics that the caller may see. */
  listOfInitiative: endpoint(workspaceMembers, `GET ${ofInitiative}`, { query, 200: updates }),
  createForInitiative: endpoint(workspaceMembers, `POST ${ofInitiative}`, creation),
  change: endpoint(workspaceMembers, `PATCH ${one}`, {
    body: StatusUpdatePatch,
    200: StatusUpdate,
  }),
  remove: endpoint(workspaceMembers, `DELETE ${one}`, { 204: Type.Null() }),
}

export type StatusUpdateEvent =
  | { type: 'status_update.saved'; update: StatusUpdate }
  | {
      type: 'status_update.removed'
      id: string
      workspace_id: string
      project_id: string | null
      epic_id: string | null
      initiative_id: string | null
    }

/** Newest first. */
export function applyStatusUpdateEvent(
  known: StatusUpdate[],
  event: StatusUpdateEvent,
): StatusUpdate[] {
  if (event.type === 'status_update.removed') return known.filter(({ id }) => id !== event.id)
  const others = known.filter(({ id }) => id !== event.update.id)
  return [event.update, ...others].sort((a, b) => (a.created_at < b.created_at ? 1 : -1))
}

interface Caller {
  user_id: string
  workspace_role: number
  /** In the project of the update, if it has one. */
  project_role: number
}

/** Its author, and admins of the project, or of the workspace for an initiative. */
export function canChangeStatusUpdate(
  { user_id, workspace_role, project_role }: Caller,
  { created_by, project_id }: Pick<StatusUpdate, 'created_by' | 'project_id'>,
): boolean {
  const role = project_id === null ? workspace_role : project_role
  return role >= ADMIN || (created_by === user_id && role >= MEMBER)
}
