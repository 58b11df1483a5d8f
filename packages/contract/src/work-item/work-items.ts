import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyMember, anyProjectMember, projectAdmins, projectMembers } from '../core/policy.ts'
import { ADMIN, MEMBER } from '../core/roles.ts'
import {
  audit,
  Choice,
  DateTime,
  Day,
  Id,
  Json,
  Nullable,
  RichJson,
  rowAudit,
  withId,
} from '../core/shapes.ts'
import {
  PropertyChanges,
  PropertyValues,
  RemovedPropertyValues,
} from '../project/property-values.ts'
import { stateGroups } from '../project/states.ts'
import { PropertyMapping } from '../project/work-item-properties.ts'

/** In descending urgency: the order of all priority menus. */
export const priorities = ['urgent', 'high', 'medium', 'low', 'none'] as const
export type Priority = (typeof priorities)[number]

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
  /** Of the properties of its type. */
  property_values: PropertyValues,
  ...rowAudit,
})
export type WorkItem = Static<typeof WorkItem>

export const WorkItemDetail = Type.Object({
  ...WorkItem.properties,
  description_html: Type.String(),
  is_subscribed: Type.Boolean(),
})
export type WorkItemDetail = Static<typeof WorkItemDetail>

const relationTypes = ['blocked_by', 'relates_to', 'duplicate', 'start_before', 'finish_before']

/** The other item of a relation, with the type as it is stored. */
export const RelatedItem = Type.Object({
  id: Id,
  project_id: Id,
  sequence_id: Type.Integer(),
  name: Type.String(),
  relation_type: Choice(relationTypes),
  state_id: Id,
  priority: Choice(priorities),
  created_by: Nullable(Id),
  created_at: DateTime,
  updated_at: DateTime,
  updated_by: Nullable(Id),
})
export type RelatedItem = Static<typeof RelatedItem>

const people = Type.Array(Id, { maxItems: 1000 })

const Outside = Type.Optional(Nullable(Type.String({ maxLength: 255 })))

export const NewWorkItem = Type.Object({
  name: Type.String({ maxLength: 255 }),
  description_html: Type.Optional(Type.String()),
  description: Type.Optional(RichJson),
  description_binary: Type.Optional(Nullable(Type.String())),
  parent_id: Type.Optional(Nullable(Id)),
  estimate_point: Type.Optional(Nullable(Id)),
  type_id: Type.Optional(Nullable(Id)),
  external_source: Outside,
  external_id: Outside,
  priority: Type.Optional(Choice(priorities)),
  state_id: Type.Optional(Nullable(Id)),
  label_ids: Type.Optional(people),
  assignee_ids: Type.Optional(people),
  start_date: Type.Optional(Nullable(Day)),
  target_date: Type.Optional(Nullable(Day)),
  sort_order: Type.Optional(Type.Number()),
  property_values: Type.Optional(PropertyChanges),
})
export type NewWorkItem = Static<typeof NewWorkItem>

/**
 * Cycle and modules of a new item, all or nothing. Separate from the item, because they are not its
 * own fields.
 */
export const Plan = Type.Object({
  cycle_id: Type.Optional(Nullable(Id)),
  module_ids: Type.Optional(people),
})
export type Plan = Static<typeof Plan>

const PlannedItem = Type.Object({
  ...NewWorkItem.properties,
  plan: Type.Optional(Plan),
  /** Adds the sub-items of a template of the project. */
  template_id: Type.Optional(Id),
})
export type PlannedItem = Static<typeof PlannedItem>

export const WorkItemPatch = Type.Partial(
  Type.Object({
    ...NewWorkItem.properties,
    /** With another `type_id`: where the values go. */
    property_mapping: PropertyMapping,
  }),
)
export type WorkItemPatch = Static<typeof WorkItemPatch>

const project = '/api/workspaces/:slug/projects/:project_id/'
const nothing = { 204: Type.Null() }

const Reaction = Type.Object({ id: Id, actor: Id, issue: Id, reaction: Type.String() })

/** What `expand` adds to an item, each only if requested. */
const expansions = {
  parent: Type.Optional(
    Nullable(Type.Object({ id: Id, sequence_id: Type.Integer(), project_id: Id })),
  ),
  issue_reactions: Type.Optional(Type.Array(Reaction)),
  issue_link: Type.Optional(
    Type.Array(
      Type.Object({
        id: Id,
        issue_id: Id,
        title: Nullable(Type.String()),
        url: Type.String(),
        metadata: Json,
        created_by_id: Nullable(Id),
        created_at: DateTime,
      }),
    ),
  ),
  issue_attachments: Type.Optional(
    Type.Array(
      Type.Object({
        id: Id,
        asset: Type.String(),
        attributes: Json,
        issue_id: Id,
        created_by: Nullable(Id),
        updated_at: DateTime,
        updated_by: Nullable(Id),
        asset_url: Type.String(),
      }),
    ),
  ),
  issue_relation: Type.Optional(Type.Array(RelatedItem)),
  issue_related: Type.Optional(Type.Array(RelatedItem)),
}

export const ExpandedWorkItem = Type.Object({ ...WorkItemDetail.properties, ...expansions })
export type ExpandedWorkItem = Static<typeof ExpandedWorkItem>

const expandable = {
  query: Type.Partial(Type.Object({ expand: Type.String() })),
  200: ExpandedWorkItem,
}

/** Ids by state group, only groups that occur. */
const StateDistribution = Type.Record(Type.String(), Type.Array(Id))

export const SubItems = Type.Object({
  sub_issues: Type.Unsafe<WorkItem[] | Record<string, WorkItem[]>>({
    anyOf: [Type.Array(WorkItem), Type.Record(Type.String(), Type.Array(WorkItem))],
  }),
  state_distribution: StateDistribution,
})
export type SubItems = Static<typeof SubItems>

const ids = Type.Object({ issue_ids: Type.Optional(Type.Array(Id, { maxItems: 10_000 })) })
const Archived = Type.Object({ archived_at: Day })
const Message = Type.Object({ message: Type.String() })

function childrenAt<Path extends string>(path: Path) {
  return {
    children: endpoint(anyProjectMember, `GET ${path}`, {
      query: Type.Partial(Type.Object({ order_by: Type.String(), group_by: Type.String() })),
      200: SubItems,
    }),
    addChildren: endpoint(projectMembers, `POST ${path}`, {
      body: Type.Object({ sub_issue_ids: Type.Optional(Type.Array(Id, { maxItems: 1000 })) }),
      200: SubItems,
    }),
  }
}

/** Every endpoint of items exists for epics too; only their children have another name. */
function itemsApi<Kind extends 'issues' | 'epics', Below extends string>(kind: Kind, below: Below) {
  const all = `${project}${kind}/` as const
  const one = `${all}:id/` as const
  const children = `${one}${below}/` as const
  return {
    create: endpoint(projectMembers, `POST ${all}`, {
      body: withId(PlannedItem),
      201: Type.Object({ ...WorkItem.properties, deleted_at: audit.deleted_at }),
    }),
    get: endpoint(anyProjectMember, `GET ${one}`, expandable),
    change: endpoint(anyProjectMember, `PATCH ${one}`, { body: WorkItemPatch, ...nothing }),
    replace: endpoint(anyProjectMember, `PUT ${one}`, { body: WorkItemPatch, ...nothing }),
    remove: endpoint(anyProjectMember, `DELETE ${one}`, nothing),
    meta: endpoint(anyProjectMember, `GET ${one}meta/`, {
      200: Type.Object({ sequence_id: Type.Integer(), project_identifier: Type.String() }),
    }),
    archive: endpoint(projectMembers, `POST ${one}archive/`, { 200: Archived }),
    restore: endpoint(projectMembers, `DELETE ${one}archive/`, nothing),
    archived: endpoint(projectMembers, `GET ${one}archive/`, expandable),
    ...childrenAt(children),
  }
}

const Properties = Type.Object({
  ...{ state_id: Type.Optional(Nullable(Id)), priority: Type.Optional(Choice(priorities)) },
  ...{ label_ids: Type.Optional(people), assignee_ids: Type.Optional(people) },
  start_date: Type.Optional(Nullable(Day)),
  target_date: Type.Optional(Nullable(Day)),
  ...{ module_ids: Type.Optional(people), cycle_id: Type.Optional(Nullable(Id)) },
  ...{ estimate_point: Type.Optional(Nullable(Id)), type_id: Type.Optional(Nullable(Id)) },
  // Removed where items have them.
  ...{ removed_label_ids: Type.Optional(people), removed_assignee_ids: Type.Optional(people) },
  removed_module_ids: Type.Optional(people),
  /** Of the items that have the property; to values of several, these are added. */
  property_values: Type.Optional(PropertyChanges),
  removed_property_values: Type.Optional(RemovedPropertyValues),
  /** With `type_id`: where the values go. */
  property_mapping: Type.Optional(PropertyMapping),
})
export type BulkProperties = Static<typeof Properties>

const DateChange = Type.Object({
  id: Type.Optional(Id),
  start_date: Type.Optional(Nullable(Day)),
  target_date: Type.Optional(Nullable(Day)),
})
export type DateChange = Static<typeof DateChange>

export const epicsApi = itemsApi('epics', 'issues')
/** Also under the name used below items. */
export const epicChildrenApi = childrenAt(`${project}epics/:id/sub-issues/`)
export const workItemsApi = {
  ...itemsApi('issues', 'sub-issues'),
  byKey: endpoint(anyMember, 'GET /api/workspaces/:slug/work-items/:key/', expandable),
  /** To another project of the workspace: returns the item as it is there. */
  move: endpoint(projectMembers, `POST ${project}issues/:id/move/`, {
    body: Type.Object({ project_id: Id }),
    200: WorkItem,
  }),
  bulkRemove: endpoint(projectAdmins, `DELETE ${project}bulk-delete-issues/`, {
    body: ids,
    200: Message,
  }),
  /** Restores recently deleted items with everything deleted along with them, all or nothing. */
  bulkRestore: endpoint(anyProjectMember, `POST ${project}bulk-restore-issues/`, {
    body: ids,
    200: Message,
  }),
  bulkArchive: endpoint(projectMembers, `POST ${project}bulk-archive-issues/`, {
    body: ids,
    200: Archived,
  }),
  bulkChange: endpoint(projectMembers, `POST ${project}bulk-operation-issues/`, {
    body: Type.Object({ ...ids.properties, properties: Type.Optional(Properties) }),
    200: Message,
  }),
  /**
   * Moves to another project of the workspace, all or none; returns the items as they are there.
   */
  bulkMove: endpoint(projectMembers, `POST ${project}bulk-move-issues/`, {
    body: Type.Object({ ...ids.properties, project_id: Id }),
    200: Type.Array(WorkItem),
  }),
  changeDates: endpoint(projectMembers, `POST ${project}issue-dates/`, {
    body: Type.Object({ updates: Type.Array(DateChange, { maxItems: 10_000 }) }),
    200: Message,
  }),
}

interface Caller {
  user_id: string
  project_role: number
}
interface Authored {
  created_by: string | null
}

/** Guests may change items they reported. */
export const canChangeWorkItem = ({ user_id, project_role }: Caller, { created_by }: Authored) =>
  project_role >= MEMBER || created_by === user_id

export const canRemoveWorkItem = ({ user_id, project_role }: Caller, { created_by }: Authored) =>
  project_role >= ADMIN || created_by === user_id

export type WorkItemEvent =
  | { type: 'work_item.saved'; work_item: WorkItem }
  | { type: 'work_item.removed'; id: string; project_id: string }
  /** So many changes that lists should be fetched again. */
  | { type: 'work_item.many_saved'; project_id: string }

/** The flat list after an event. Used for live and optimistic updates. */
export function applyWorkItemEvent(items: WorkItem[], event: WorkItemEvent): WorkItem[] {
  if (event.type === 'work_item.many_saved') return items
  if (event.type === 'work_item.removed') return items.filter(({ id }) => id !== event.id)
  const saved = event.work_item
  if (saved.is_epic) return items.filter(({ id }) => id !== saved.id)
  const known = items.some(({ id }) => id === saved.id)
  return known ? items.map((item) => (item.id === saved.id ? saved : item)) : [saved, ...items]
}
