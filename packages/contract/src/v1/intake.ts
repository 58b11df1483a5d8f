import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { Page } from '../core/envelopes.ts'
import { anyProjectMember, byToken, projectMembers } from '../core/policy.ts'
import { audit, DateTime, Day, Id, Json, Nullable } from '../core/shapes.ts'
import { IntakeItemPatch, NewIntakeItem } from '../work-item/intake.ts'
import { external, ListQuery, ShapeQuery } from './lists.ts'
import { project } from './paths.ts'
import { WorkItemV1 } from './work-items.ts'

const StateLite = Type.Object({
  id: Id,
  name: Type.String(),
  color: Type.String(),
  group: Type.String(),
})

const IntakeWorkItem = Type.Object({
  ...WorkItemV1.properties,
  description: Json,
  state: StateLite,
  cycle: Nullable(Id),
  module: Nullable(Id),
})
export type IntakeWorkItemV1 = Static<typeof IntakeWorkItem>

const { status, snoozed_till, duplicate_to } = IntakeItemPatch.properties

/** Identified by the id of its work item, `issue`; its own id works too. */
export const IntakeItemV1 = Type.Object({
  id: Id,
  ...audit,
  intake: Id,
  /** The older name of the same. */
  inbox: Id,
  issue: Id,
  issue_detail: IntakeWorkItem,
  status: Type.Integer(),
  snoozed_till: Nullable(DateTime),
  duplicate_to: Nullable(Id),
  source: Type.String(),
  source_email: Nullable(Type.String()),
  ...external,
  extra: Json,
  project: Id,
  workspace: Id,
})
export type IntakeItemV1 = Static<typeof IntakeItemV1>

const { name, description_html, description } = NewIntakeItem.properties.issue.properties

const NewItem = Type.Object({
  issue: Type.Optional(
    Type.Object({
      ...{ name, description_html, description },
      /** An invalid value gets a specific error message. */
      priority: Type.Optional(Type.Unknown()),
    }),
  ),
  external_source: Type.Optional(external.external_source),
  external_id: Type.Optional(external.external_id),
})
export type NewIntakeItemV1 = Static<typeof NewItem>

const { issue: Edits } = IntakeItemPatch.properties
const ids = Type.Array(Id, { maxItems: 1000 })

const ItemEdits = Type.Partial(
  Type.Object({
    name: Edits.properties.name,
    description_html: Edits.properties.description_html,
    description: Edits.properties.description,
    priority: Edits.properties.priority,
    start_date: Nullable(Day),
    target_date: Nullable(Day),
    state: Id,
    assignees: ids,
    labels: ids,
  }),
)
export type IntakeEditsV1 = Static<typeof ItemEdits>

const Decision = Type.Object({ status, snoozed_till, duplicate_to })
export type IntakeDecisionV1 = Static<typeof Decision>

const Patch = Type.Object({
  ...Decision.properties,
  issue: Type.Optional(ItemEdits),
  source: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  source_email: Type.Optional(Nullable(Type.String({ maxLength: 255 }))),
})
export type IntakeItemPatchV1 = Static<typeof Patch>

/** Comma-separated statuses in any order; all by default. */
const ItemsQuery = Type.Object({
  ...ListQuery.properties,
  status: Type.Optional(Type.String({ maxLength: 100 })),
})
export type IntakeQueryV1 = Static<typeof ItemsQuery>

const read = byToken(anyProjectMember)

function itemsAt<Path extends 'intake-issues' | 'inbox-issues'>(path: Path) {
  const all = `${project}${path}/` as const
  const one = `${all}:issue_id/` as const
  return {
    list: endpoint(read, `GET ${all}`, { query: ItemsQuery, 200: Page(Type.Array(IntakeItemV1)) }),
    create: endpoint(read, `POST ${all}`, { body: NewItem, 201: IntakeItemV1 }),
    get: endpoint(read, `GET ${one}`, { query: ShapeQuery, 200: IntakeItemV1 }),
    /** Guests may edit the text of what they reported. */
    change: endpoint(read, `PATCH ${one}`, { body: Patch, 200: IntakeItemV1 }),
    decide: endpoint(byToken(projectMembers), `PATCH ${one}status/`, {
      body: Decision,
      200: IntakeItemV1,
    }),
    remove: endpoint(read, `DELETE ${one}`, { 204: Type.Null() }),
  }
}

export const intakeV1 = itemsAt('intake-issues')
/** Its oldest name. */
export const inboxV1 = itemsAt('inbox-issues')
