import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { projectMembers, workspaceMembers } from '../core/policy.ts'
import { Choice, Day, Id, Nullable } from '../core/shapes.ts'
import { stateGroups } from '../project/states.ts'

/** Lead time: from creation to completion. Cycle time: from the first started state to completion. */
export const spanKinds = ['cycle', 'lead'] as const
export type SpanKind = (typeof spanKinds)[number]

/** In seconds; null without items. `count` items are measured. */
const Spans = Type.Object({
  count: Type.Integer(),
  median: Nullable(Type.Integer()),
  /** 85 of 100 take at most this long. */
  most: Nullable(Type.Integer()),
})
export type Spans = Static<typeof Spans>

const spans = { cycle: Spans, lead: Spans }

/** A state of a project; across projects a state group, with the group as its key. */
const Step = Type.Object({
  key: Type.String(),
  /** Empty for a group: the screen names it. */
  name: Type.String(),
  color: Type.String(),
  group: Choice(stateGroups),
})
export type FlowState = Static<typeof Step>

export const FlowHistory = Type.Object({
  from: Day,
  to: Day,
  /** In the order of the workflow. */
  states: Type.Array(Step),
  ...spans,
  steps: Type.Array(
    Type.Object({
      from: Day,
      to: Day,
      ...spans,
      /** Items in each of `states` at the end of the step. */
      counts: Type.Array(Type.Integer()),
    }),
  ),
  /** How long items were in each of `states`, of those that left it in the period. */
  times: Type.Array(Spans),
})
export type FlowHistory = Static<typeof FlowHistory>

const Text = Type.String({ maxLength: 100 })
const across = {
  date_filter: Type.Optional(Text),
  /** Comma separated. */
  project_ids: Type.Optional(Type.String({ maxLength: 40_000 })),
  epic: Type.Optional(Type.String({ maxLength: 10 })),
}
const inProject = { ...across, cycle_id: Type.Optional(Id), module_id: Type.Optional(Id) }

/** What a point of a chart shows: completed items, items that left a state, or those that were in it. */
export const flowPoints = [...spanKinds, 'time', 'count'] as const
export type FlowPoint = (typeof flowPoints)[number]

const point = {
  of: Choice(flowPoints),
  from: Day,
  to: Day,
  /** The state or group of `time` and `count`. */
  key: Type.Optional(Text),
  offset: Type.Optional(Type.String({ pattern: '^[0-9]{1,7}$' })),
}

export const MAX_FLOW_ITEMS = 100

/** The items behind a point, those that took longest first. */
export const FlowItems = Type.Object({
  total: Type.Integer(),
  results: Type.Array(
    Type.Object({
      id: Id,
      project_id: Id,
      sequence_id: Type.Integer(),
      name: Type.String(),
      state_id: Id,
      /** Null for `count`. */
      seconds: Nullable(Type.Integer()),
    }),
  ),
})
export type FlowItems = Static<typeof FlowItems>

const workspace = '/api/workspaces/:slug/'
const project = `${workspace}projects/:project_id/` as const

export const flowHistoryApi = {
  history: endpoint(workspaceMembers, `GET ${workspace}advance-analytics-history/`, {
    query: Type.Object(across),
    200: FlowHistory,
  }),
  items: endpoint(workspaceMembers, `GET ${workspace}advance-analytics-history-items/`, {
    query: Type.Object({ ...across, ...point }),
    200: FlowItems,
  }),
  projectHistory: endpoint(projectMembers, `GET ${project}advance-analytics-history/`, {
    query: Type.Object(inProject),
    200: FlowHistory,
  }),
  projectItems: endpoint(projectMembers, `GET ${project}advance-analytics-history-items/`, {
    query: Type.Object({ ...inProject, ...point }),
    200: FlowItems,
  }),
}
