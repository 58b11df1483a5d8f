import { type Static, type TSchema, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { Page } from '../core/envelopes.ts'
import { anyMember, workspaceMembers } from '../core/policy.ts'
import { Choice, DateTime, Id, Nullable, withId } from '../core/shapes.ts'
import { stateGroups } from '../project/states.ts'
import { WorkItemListQuery } from './work-item-lists.ts'
import { NewWorkItem, WorkItem } from './work-items.ts'

const { id, sort_order, completed_at, estimate_point, priority } = WorkItem.properties
const { start_date, target_date, parent_id, cycle_id, module_ids } = WorkItem.properties
const { label_ids, assignee_ids, type_id, property_values } = WorkItem.properties
const { created_at, updated_at, created_by, updated_by } = WorkItem.properties

export const Draft = Type.Object({
  ...{ id, sort_order, completed_at, estimate_point, priority, start_date, target_date },
  ...{ parent_id, cycle_id, module_ids, label_ids, assignee_ids, type_id },
  property_values,
  ...{ created_at, updated_at, created_by, updated_by },
  name: Nullable(Type.String()),
  state_id: Nullable(Id),
  state__group: Nullable(Choice(stateGroups)),
  project_id: Nullable(Id),
  description_html: Type.String(),
  is_draft: Type.Boolean(),
})
export type Draft = Static<typeof Draft>

interface DraftGroup {
  results: Draft[]
  total_results: number
}

/** Rows of a flat list, groups keyed by the group's id, or groups of sub-groups. */
export type DraftResults =
  | Draft[]
  | Record<string, DraftGroup>
  | Record<string, { results: Record<string, DraftGroup>; total_results: number }>
const Rows = Type.Array(Draft)
const groupOf = (results: TSchema) =>
  Type.Record(Type.String(), Type.Object({ results, total_results: Type.Integer() }))
const Results = Type.Unsafe<DraftResults>({
  anyOf: [Rows, groupOf(Type.Unsafe({ anyOf: [Rows, groupOf(Rows)] }))],
})

/** The cycle and modules an item can be added to on creation. */
const planned = {
  cycle_id: Type.Optional(Nullable(Id)),
  /** Null also means none. */
  module_ids: Type.Optional(Nullable(Type.Array(Id, { maxItems: 1000 }))),
}

export const NewDraft = Type.Partial(
  Type.Object({
    ...NewWorkItem.properties,
    ...planned,
    name: Nullable(NewWorkItem.properties.name),
    project_id: Nullable(Id),
  }),
)
export type NewDraft = Static<typeof NewDraft>

const ItemOfDraft = Type.Object({ ...NewWorkItem.properties, ...planned })
export type ItemOfDraft = Static<typeof ItemOfDraft>

const all = '/api/workspaces/:slug/draft-issues/'
const one = `${all}:id/` as const

/** Private to their author; guests write none. */
export const draftsApi = {
  list: endpoint(anyMember, `GET ${all}`, {
    query: WorkItemListQuery,
    200: Page(Results),
  }),
  create: endpoint(workspaceMembers, `POST ${all}`, { body: withId(NewDraft), 201: Draft }),
  get: endpoint(anyMember, `GET ${one}`, { 200: Draft }),
  change: endpoint(anyMember, `PATCH ${one}`, { body: NewDraft, 204: Type.Null() }),
  remove: endpoint(anyMember, `DELETE ${one}`, { 204: Type.Null() }),
  toItem: endpoint(workspaceMembers, 'POST /api/workspaces/:slug/draft-to-issue/:id/', {
    body: withId(ItemOfDraft),
    201: Type.Object({ ...WorkItem.properties, deleted_at: Nullable(DateTime) }),
  }),
}

export type DraftEvent =
  | { type: 'draft.saved'; draft: Draft }
  | { type: 'draft.removed'; id: string }
