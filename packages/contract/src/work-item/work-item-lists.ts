import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { CopyPage, Page } from '../core/envelopes.ts'
import { anyMember, anyProjectMember, projectMembers } from '../core/policy.ts'
import { DateTime, Id, Nullable } from '../core/shapes.ts'
import { propertyFilterPattern } from '../project/property-fields.ts'
import { RelatedItem, WorkItem } from './work-items.ts'

/** A repeated key arrives as an array; the last one applies. */
const Text = Type.Unsafe<string | string[]>({
  type: ['string', 'array'],
  items: { type: 'string' },
})

/** Filters that can be negated: `state__not` excludes what `state` would find. */
export const negatableFilters = [
  ...(['priority', 'state', 'state_group', 'assignees', 'labels', 'cycle', 'module'] as const),
  ...(['parent', 'created_by', 'mentions', 'subscriber', 'project', 'issue_type'] as const),
  'estimate_point',
] as const
export type NegatableFilter = (typeof negatableFilters)[number]
export type Negation<Key extends string = NegatableFilter> = `${Key}__not`

export const negationOf = <Key extends string>(key: Key): Negation<Key> => `${key}__not`

/** Characters of a text of the query language. */
export const MAX_QUERY_TEXT = 4_000

const filters = [
  ...['priority', 'state', 'state_group', 'type', 'assignees', 'labels', 'cycle', 'module'],
  ...['parent', 'sub_issue', 'created_by', 'mentions', 'subscriber', 'project', 'team_project'],
  ...['issue_type', 'estimate_point', 'name', 'start_date', 'target_date', 'created_at'],
  ...['updated_at', 'completed_at', 'start_target_date', 'updated_at__gt'],
  ...['order_by', 'group_by', 'sub_group_by', 'per_page', 'cursor', 'fields', 'expand'],
  ...['show_sub_issues', 'issues', 'pql'],
  ...negatableFilters.map(negationOf),
] as const

/** Values are text; each is read by the closed grammar of `work-item-query`. */
export const WorkItemListQuery = Type.Partial(
  Type.Object(Object.fromEntries(filters.map((key) => [key, Text]))),
  { patternProperties: { [propertyFilterPattern]: Text } },
)
export type WorkItemListQuery = Partial<Record<(typeof filters)[number], string | string[]>>

export const WorkItemGroup = Type.Object({
  results: Type.Array(WorkItem),
  total_results: Type.Integer(),
})
export type WorkItemGroup = Static<typeof WorkItemGroup>

const WorkItemSubGroups = Type.Object({
  results: Type.Record(Type.String(), WorkItemGroup),
  total_results: Type.Integer(),
})
export type WorkItemSubGroups = Static<typeof WorkItemSubGroups>

export type WorkItemResults =
  | WorkItem[]
  | Record<string, WorkItemGroup>
  | Record<string, WorkItemSubGroups>

/** Rows of a flat list, groups keyed by the group's id, or groups of sub-groups. */
const Results = Type.Unsafe<WorkItemResults>({
  anyOf: [
    Type.Array(WorkItem),
    Type.Record(Type.String(), WorkItemGroup),
    Type.Record(Type.String(), WorkItemSubGroups),
  ],
})

export const WorkItemWithRelations = Type.Object({
  ...WorkItem.properties,
  issue_relation: Type.Optional(Type.Array(RelatedItem)),
  issue_related: Type.Optional(Type.Array(RelatedItem)),
})
export type WorkItemWithRelations = Static<typeof WorkItemWithRelations>

const workspace = '/api/workspaces/:slug/'
const project = '/api/workspaces/:slug/projects/:project_id/'

/** All lists of items: flat or grouped. */
export const groupedList = { query: WorkItemListQuery, 200: Page(Results) }
const detailed = { query: WorkItemListQuery, 200: Page(Type.Array(WorkItemWithRelations)) }
const chosen = {
  query: WorkItemListQuery,
  200: Type.Array(Type.Object({ ...WorkItem.properties, deleted_at: Nullable(DateTime) })),
}

/** Data to update a copy in the browser. */
const SyncPage = Type.Object({
  ...CopyPage(
    Type.Object({ ...WorkItem.properties, description_html: Type.Optional(Type.String()) }),
  ).properties,
  /** The time to request changes from next time. */
  server_time: DateTime,
})
export type SyncPage = Static<typeof SyncPage>

const SyncQuery = Type.Partial(
  Type.Object({ cursor: Type.String(), description: Type.String(), updated_at__gt: Type.String() }),
)
export type SyncQuery = Static<typeof SyncQuery>

export const workItemListsApi = {
  project: endpoint(anyProjectMember, `GET ${project}issues/`, groupedList),
  projectDetail: endpoint(anyProjectMember, `GET ${project}issues-detail/`, detailed),
  chosen: endpoint(anyProjectMember, `GET ${project}issues/list/`, chosen),
  archived: endpoint(projectMembers, `GET ${project}archived-issues/`, groupedList),
  epics: endpoint(anyProjectMember, `GET ${project}epics/`, groupedList),
  epicsDetail: endpoint(anyProjectMember, `GET ${project}epics-detail/`, detailed),
  chosenEpics: endpoint(anyProjectMember, `GET ${project}epics/list/`, chosen),
  workspace: endpoint(anyMember, `GET ${workspace}issues/`, groupedList),
  workspaceDetail: endpoint(anyMember, `GET ${workspace}issues-detail/`, detailed),
  ofPerson: endpoint(anyMember, `GET ${workspace}user-issues/:user_id/`, groupedList),
  mine: endpoint(anyMember, `GET ${workspace}my-issues/`, groupedList),
  sync: endpoint(anyProjectMember, `GET ${project}v2/issues/`, {
    query: SyncQuery,
    200: SyncPage,
  }),
  syncEpics: endpoint(anyProjectMember, `GET ${project}v2/epics/`, {
    query: SyncQuery,
    200: SyncPage,
  }),
  gone: endpoint(anyProjectMember, `GET ${project}deleted-issues/`, {
    query: Type.Partial(Type.Object({ updated_at__gt: Type.String() })),
    200: Type.Array(Id),
  }),
}
