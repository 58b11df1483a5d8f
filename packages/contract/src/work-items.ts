import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Page } from './pages.ts'
import { anyProjectMember, projectMembers } from './policy.ts'
import { ADMIN, MEMBER } from './roles.ts'
import { audit, Choice, DateTime, Day, Id, Nullable } from './shapes.ts'
import { stateGroups } from './states.ts'

/** From the most to the least pressing: the order of every priority menu. */
export const priorities = ['urgent', 'high', 'medium', 'low', 'none'] as const
export type Priority = (typeof priorities)[number]

const { deleted_at, ...rowAudit } = audit

export const WorkItem = Type.Object({
  id: Id,
  name: Type.String(),
  state_id: Id,
  state__group: Choice([...stateGroups, 'triage']),
  sort_order: Type.Number(),
  completed_at: Nullable(DateTime),
  estimate_point: Nullable(Id),
  priority: Choice(priorities),
  start_date: Nullable(Day),
  target_date: Nullable(Day),
  sequence_id: Type.Integer(),
  project_id: Id,
  parent_id: Nullable(Id),
  cycle_id: Nullable(Id),
  module_ids: Type.Array(Id),
  label_ids: Type.Array(Id),
  assignee_ids: Type.Array(Id),
  sub_issues_count: Type.Integer(),
  attachment_count: Type.Integer(),
  link_count: Type.Integer(),
  is_draft: Type.Boolean(),
  archived_at: Nullable(Day),
  type_id: Nullable(Id),
  is_epic: Type.Boolean(),
  ...rowAudit,
})
export type WorkItem = Static<typeof WorkItem>

export const WorkItemDetail = Type.Object({
  ...WorkItem.properties,
  description_html: Type.String(),
  is_subscribed: Type.Boolean(),
})
export type WorkItemDetail = Static<typeof WorkItemDetail>

const people = Type.Array(Id, { maxItems: 1000 })

export const NewWorkItem = Type.Object({
  name: Type.String({ maxLength: 255 }),
  description_html: Type.Optional(Type.String()),
  priority: Type.Optional(Choice(priorities)),
  state_id: Type.Optional(Nullable(Id)),
  label_ids: Type.Optional(people),
  assignee_ids: Type.Optional(people),
  start_date: Type.Optional(Nullable(Day)),
  target_date: Type.Optional(Nullable(Day)),
})
export type NewWorkItem = Static<typeof NewWorkItem>

export const WorkItemPatch = Type.Partial(
  Type.Object({ ...NewWorkItem.properties, sort_order: Type.Number() }),
)
export type WorkItemPatch = Static<typeof WorkItemPatch>

export const WorkItemGroup = Type.Object({
  results: Type.Array(WorkItem),
  total_results: Type.Integer(),
})
export type WorkItemGroup = Static<typeof WorkItemGroup>

/** Query values arrive as text; each is read by a closed grammar on the server. */
export const WorkItemListQuery = Type.Partial(
  Type.Object({
    order_by: Type.String(),
    group_by: Type.String(),
    state: Type.String(),
    per_page: Type.String(),
    cursor: Type.String(),
  }),
)
export type WorkItemListQuery = Static<typeof WorkItemListQuery>

const all = '/api/workspaces/:slug/projects/:project_id/issues/'
const one = `${all}:id/` as const

/** Rows of a flat list, or groups keyed by the group's id. */
const Results = Type.Unsafe<WorkItem[] | Record<string, WorkItemGroup>>({
  anyOf: [Type.Array(WorkItem), Type.Record(Type.String(), WorkItemGroup)],
})

export const workItemsApi = {
  list: endpoint(anyProjectMember, `GET ${all}`, { query: WorkItemListQuery, 200: Page(Results) }),
  create: endpoint(projectMembers, `POST ${all}`, {
    body: NewWorkItem,
    201: Type.Object({ ...WorkItem.properties, deleted_at }),
  }),
  get: endpoint(anyProjectMember, `GET ${one}`, { 200: WorkItemDetail }),
  change: endpoint(anyProjectMember, `PATCH ${one}`, { body: WorkItemPatch, 204: Type.Null() }),
  remove: endpoint(anyProjectMember, `DELETE ${one}`, { 204: Type.Null() }),
}

interface Caller {
  user_id: string
  project_role: number
}
interface Authored {
  created_by: string | null
}

/** Guests may change what they reported themselves. */
export const canChangeWorkItem = ({ user_id, project_role }: Caller, { created_by }: Authored) =>
  project_role >= MEMBER || created_by === user_id

export const canRemoveWorkItem = ({ user_id, project_role }: Caller, { created_by }: Authored) =>
  project_role >= ADMIN || created_by === user_id

export type WorkItemEvent =
  | { type: 'work_item.saved'; work_item: WorkItem }
  | { type: 'work_item.removed'; id: string; project_id: string }

/** The flat list after an event. Live updates and optimistic ones both go through here. */
export function applyWorkItemEvent(items: WorkItem[], event: WorkItemEvent): WorkItem[] {
  if (event.type === 'work_item.removed') return items.filter(({ id }) => id !== event.id)
  const saved = event.work_item
  const known = items.some(({ id }) => id === saved.id)
  return known ? items.map((item) => (item.id === saved.id ? saved : item)) : [saved, ...items]
}
