import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { Page } from '../core/envelopes.ts'
import { anyMember, anyProjectMember, byToken, projectMembers } from '../core/policy.ts'
import { audit, Choice, DateTime, Day, Id, Nullable } from '../core/shapes.ts'
import { PropertyChanges, PropertyValues } from '../project/property-values.ts'
import { PropertyMapping } from '../project/work-item-properties.ts'
import { priorities } from '../work-item/work-items.ts'
import { external, ListQuery, ShapeQuery } from './lists.ts'
import { project, workspace } from './paths.ts'

/** The older name of a work item is still in many clients: every path exists under both. */
export type Tree = 'work-items' | 'issues'

export const WorkItemV1 = Type.Object({
  id: Id,
  ...audit,
  name: Type.String(),
  type_id: Nullable(Id),
  type: Nullable(Id),
  description_html: Type.String(),
  description_stripped: Nullable(Type.String()),
  description_binary: Nullable(Type.String()),
  priority: Choice(priorities),
  start_date: Nullable(Day),
  target_date: Nullable(Day),
  sequence_id: Type.Integer(),
  sort_order: Type.Number(),
  completed_at: Nullable(DateTime),
  archived_at: Nullable(Day),
  is_draft: Type.Boolean(),
  point: Nullable(Type.Integer()),
  ...external,
  project: Id,
  workspace: Id,
  parent: Nullable(Id),
  state: Id,
  estimate_point: Nullable(Id),
  assignees: Type.Array(Id),
  labels: Type.Array(Id),
  /** Of the properties of its type. */
  property_values: PropertyValues,
  last_activity_at: DateTime,
})
export type WorkItemV1 = Static<typeof WorkItemV1>

const name = Type.String({ minLength: 1, maxLength: 255 })
const ids = Type.Array(Id, { maxItems: 1000 })

const WorkItemPatch = Type.Partial(
  Type.Object({
    name,
    description_html: Type.String(),
    /** Plain text, for clients without HTML. */
    description_stripped: Nullable(Type.String()),
    state: Nullable(Id),
    priority: Choice(priorities),
    parent: Nullable(Id),
    assignees: ids,
    labels: ids,
    start_date: Nullable(Day),
    target_date: Nullable(Day),
    estimate_point: Nullable(Id),
    point: Nullable(Type.Integer({ minimum: 0, maximum: 12 })),
    type_id: Nullable(Id),
    type: Nullable(Id),
    sort_order: Type.Number(),
    /** Adds the item to this module; it stays in its other modules. */
    module: Nullable(Id),
    property_values: PropertyChanges,
    property_mapping: PropertyMapping,
    ...external,
  }),
)
export type WorkItemPatchV1 = Static<typeof WorkItemPatch>

/** `created_at` and `created_by` are for importers: used for project admins, ignored for others. */
const NewWorkItem = Type.Object({
  ...WorkItemPatch.properties,
  name,
  created_at: Type.Optional(Nullable(DateTime)),
  created_by: Type.Optional(Nullable(Id)),
})
export type NewWorkItemV1 = Static<typeof NewWorkItem>

/**
 * Creates the item, or updates it if the external pair is known; so the schema requires no fields.
 */
const WorkItemUpsert = Type.Partial(NewWorkItem)
export type WorkItemUpsertV1 = Static<typeof WorkItemUpsert>

const text = Type.Optional(Type.String({ maxLength: 10_000 }))

/** The query language, and filters as one JSON text. */
const conditions = { pql: text, filters: text }

export const ItemsQueryV1 = Type.Object({ ...ListQuery.properties, ...conditions })
export type ItemsQueryV1 = Static<typeof ItemsQueryV1>

const ProjectItemsQuery = Type.Object({
  ...ItemsQueryV1.properties,
  ...{ external_id: text, external_source: text },
})
export type ProjectItemsQueryV1 = Static<typeof ProjectItemsQuery>

const CountQuery = Type.Object({ ...conditions, group_by: text, sub_group_by: text })
export type CountQueryV1 = Static<typeof CountQuery>

const Count = Type.Object({ count: Type.Integer() })
const Counts = Type.Object({
  grouped_by: Nullable(Type.String()),
  sub_grouped_by: Nullable(Type.String()),
  total_count: Type.Integer(),
  grouped_counts: Type.Record(
    Type.String(),
    Type.Object({
      ...Count.properties,
      sub_grouped_counts: Type.Optional(Type.Record(Type.String(), Count)),
    }),
  ),
})
export type CountsV1 = Static<typeof Counts>

const SearchQuery = Type.Object({
  search: text,
  limit: text,
  workspace_search: text,
  project_id: text,
  /** The name used by one client. */
  project: text,
})
export type SearchQueryV1 = Static<typeof SearchQuery>

const FoundItem = Type.Object({
  id: Id,
  name: Type.String(),
  sequence_id: Type.Integer(),
  project__identifier: Type.String(),
  project_id: Id,
  workspace__slug: Type.String(),
})
export type FoundItemV1 = Static<typeof FoundItem>

const AdvancedSearch = Type.Partial(
  Type.Object({
    query: Nullable(Type.String({ maxLength: 255 })),
    // Not stored; the filters limit their own nesting.
    filters: Nullable(Type.Record(Type.String(), Type.Unknown())),
    pql: Nullable(Type.String({ maxLength: 10_000 })),
    limit: Nullable(Type.Integer({ minimum: 1 })),
    project_id: Nullable(Id),
    workspace_search: Nullable(Type.Boolean()),
  }),
)
export type AdvancedSearchV1 = Static<typeof AdvancedSearch>

const HitV1 = Type.Object({
  id: Id,
  name: Type.String(),
  sequence_id: Type.Integer(),
  project_identifier: Type.String(),
  project_id: Id,
  workspace_id: Id,
  type_id: Nullable(Id),
  state_id: Id,
  priority: Choice(priorities),
  target_date: Nullable(Day),
  start_date: Nullable(Day),
})
export type HitV1 = Static<typeof HitV1>

const page = Page(Type.Array(WorkItemV1))
const nothing = { 204: Type.Null() }

function itemsV1<T extends Tree>(tree: T) {
  const across = `${workspace}${tree}/` as const
  const all = `${project}${tree}/` as const
  const one = `${all}:issue_id/` as const
  return {
    list: endpoint(byToken(anyProjectMember), `GET ${all}`, {
      query: ProjectItemsQuery,
      /** The item itself if both parts of an external pair are given. */
      200: Type.Unsafe<Static<typeof page> | WorkItemV1>({ anyOf: [page, WorkItemV1] }),
    }),
    create: endpoint(byToken(projectMembers), `POST ${all}`, {
      body: NewWorkItem,
      201: WorkItemV1,
    }),
    upsert: endpoint(byToken(projectMembers), `PUT ${all}`, {
      body: WorkItemUpsert,
      200: WorkItemV1,
      201: WorkItemV1,
    }),
    get: endpoint(byToken(anyProjectMember), `GET ${one}`, { query: ShapeQuery, 200: WorkItemV1 }),
    change: endpoint(byToken(anyProjectMember), `PATCH ${one}`, {
      body: WorkItemPatch,
      200: WorkItemV1,
    }),
    remove: endpoint(byToken(anyProjectMember), `DELETE ${one}`, nothing),
    archive: endpoint(byToken(projectMembers), `POST ${one}archive/`, nothing),
    unarchive: endpoint(byToken(projectMembers), `DELETE ${one}unarchive/`, nothing),
    archived: endpoint(byToken(anyProjectMember), `GET ${project}archived-${tree}/`, {
      query: ItemsQueryV1,
      200: page,
    }),
    across: endpoint(byToken(anyMember), `GET ${across}`, { query: ItemsQueryV1, 200: page }),
    byKey: endpoint(byToken(anyMember), `GET ${across}:key/`, {
      query: ShapeQuery,
      200: WorkItemV1,
    }),
    search: endpoint(byToken(anyMember), `GET ${across}search/`, {
      query: SearchQuery,
      200: Type.Object({ issues: Type.Array(FoundItem) }),
    }),
    count: endpoint(byToken(anyMember), `GET ${across}count/`, { query: CountQuery, 200: Counts }),
    advancedSearch: endpoint(byToken(anyMember), `POST ${across}advanced-search/`, {
      body: AdvancedSearch,
      200: Type.Array(HitV1),
    }),
  }
}

export const workItemsV1 = itemsV1('work-items')
export const issuesV1 = itemsV1('issues')
