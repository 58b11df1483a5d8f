import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyMember, anyProjectMember, projectMembers, workspaceAdmins } from '../core/policy.ts'
import { Choice, Id, Json, withId } from '../core/shapes.ts'
import { WorkItem } from '../work-item/work-items.ts'

const shared = {
  id: Id,
  name: Type.String(),
  description: Type.String(),
  logo_props: Json,
  is_epic: Type.Boolean(),
  is_default: Type.Boolean(),
  is_active: Type.Boolean(),
  level: Type.Number(),
}

const UsedType = Type.Object({
  ...shared,
  /** The caller's projects that use it. */
  project_ids: Type.Array(Id),
})
export type UsedType = Static<typeof UsedType>

/** The project defines which of them it uses: `type_ids`, `default_type`. */
const WorkItemType = Type.Object({
  ...shared,
  sort_order: Type.Number(),
  workspace_id: Id,
})
export type WorkItemType = Static<typeof WorkItemType>

const TypeName = Type.String({ minLength: 1, maxLength: 255 })

export const WorkItemTypePatch = Type.Partial(
  Type.Object({
    name: TypeName,
    description: Type.String({ maxLength: 1000 }),
    logo_props: Json,
    /** The default for projects that enable types. At most one: it replaces the previous one. */
    is_default: Type.Boolean(),
    /** If false, it is no longer offered; items keep it. */
    is_active: Type.Boolean(),
    sort_order: Type.Number(),
  }),
)
export type WorkItemTypePatch = Static<typeof WorkItemTypePatch>

/** A new type is added after the others. */
export const NewWorkItemType = Type.Object({
  name: TypeName,
  description: Type.Optional(WorkItemTypePatch.properties.description),
  logo_props: Type.Optional(Json),
})
export type NewWorkItemType = Static<typeof NewWorkItemType>

const count = Type.Integer()
const EpicAnalytics = Type.Object({
  backlog_issues: count,
  unstarted_issues: count,
  started_issues: count,
  completed_issues: count,
  cancelled_issues: count,
  overdue_issues: count,
  total_issues: count,
})
export type EpicAnalytics = Static<typeof EpicAnalytics>

const workspace = '/api/workspaces/:slug/'
const project = `${workspace}projects/:project_id/` as const
const all = `${workspace}issue-types/` as const
const one = `${all}:id/` as const

const conversion = { body: Type.Object({ to: Choice(['epic', 'issue']) }), 200: WorkItem }

export const workItemTypesApi = {
  list: endpoint(anyProjectMember, `GET ${project}issue-types/`, {
    200: Type.Array(UsedType),
  }),
  listOfWorkspace: endpoint(anyMember, `GET ${all}`, { 200: Type.Array(WorkItemType) }),
  create: endpoint(workspaceAdmins, `POST ${all}`, {
    body: withId(NewWorkItemType),
    201: WorkItemType,
  }),
  change: endpoint(workspaceAdmins, `PATCH ${one}`, { body: WorkItemTypePatch, 200: WorkItemType }),
  /** Its items get the replacement; without one it must have none. */
  remove: endpoint(workspaceAdmins, `DELETE ${one}`, {
    query: Type.Partial(Type.Object({ replacement: Id })),
    204: Type.Null(),
  }),
  convert: endpoint(projectMembers, `POST ${project}issues/:id/convert/`, conversion),
  convertEpic: endpoint(projectMembers, `POST ${project}epics/:id/convert/`, conversion),
  analytics: endpoint(anyProjectMember, `GET ${project}epics/:id/analytics/`, {
    200: EpicAnalytics,
  }),
}

export type WorkItemTypeEvent =
  | { type: 'work_item_type.saved'; work_item_type: WorkItemType }
  | { type: 'work_item_type.removed'; id: string; workspace_id: string }

/** Epics last, the others by `sort_order`. */
export const byTypeOrder = (a: WorkItemType, b: WorkItemType) =>
  Number(a.is_epic) - Number(b.is_epic) || a.sort_order - b.sort_order || (a.name < b.name ? -1 : 1)

/** A workspace's types after an event; of two defaults the one saved last wins. */
export function applyWorkItemTypeEvent(
  types: WorkItemType[],
  event: WorkItemTypeEvent,
): WorkItemType[] {
  if (event.type === 'work_item_type.removed') return types.filter(({ id }) => id !== event.id)
  const { work_item_type: saved } = event
  const others = types
    .filter(({ id }) => id !== saved.id)
    .map((other) =>
      saved.is_default && other.is_default ? { ...other, is_default: false } : other,
    )
  return [...others, saved].sort(byTypeOrder)
}
