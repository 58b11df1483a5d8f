import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { CopyPage, Page } from '../core/envelopes.ts'
import { anyProjectMember, projectMembers } from '../core/policy.ts'
import { ADMIN, MEMBER } from '../core/roles.ts'
import { audit, DateTime, Id, Json, Nullable, withId } from '../core/shapes.ts'
import { placeDetails } from '../workspace/own-activities.ts'
import { DescriptionVersion, DescriptionVersionDetail } from './description-versions.ts'
import { NewWorkItem, WorkItem, WorkItemDetail } from './work-items.ts'

export const PENDING = -2
export const DECLINED = -1
export const SNOOZED = 0
export const ACCEPTED = 1
export const DUPLICATE = 2

export const intakeStatuses = [PENDING, DECLINED, SNOOZED, ACCEPTED, DUPLICATE] as const
export type IntakeStatus = (typeof intakeStatuses)[number]

const Status = Type.Unsafe<IntakeStatus>({ type: 'integer', enum: [...intakeStatuses] })

/** The origin of an item, as named by the app; API clients may use other names. */
export const intakeSources = ['IN_APP', 'FORMS', 'EMAIL'] as const

const { id, name, priority, sequence_id, project_id, created_at } = WorkItem.properties
const { label_ids, created_by } = WorkItem.properties

/** The work item in a row of the list. */
const IntakeWorkItem = Type.Object({
  ...{ id, name, priority, sequence_id, project_id, created_at, label_ids, created_by },
})

const entry = {
  id: Id,
  status: Status,
  duplicate_to: Nullable(Id),
  snoozed_till: Nullable(DateTime),
  source: Type.String(),
  created_by: Nullable(Id),
}

/** Endpoints identify it by the id of its work item; `id` is its own. */
export const IntakeItem = Type.Object({ ...entry, issue: IntakeWorkItem })
export type IntakeItem = Static<typeof IntakeItem>

export const IntakeItemDetail = Type.Object({
  ...entry,
  duplicate_issue_detail: Nullable(IntakeWorkItem),
  issue: WorkItemDetail,
})
export type IntakeItemDetail = Static<typeof IntakeItemDetail>

/** Missing and invalid ones get specific error messages, so the schema accepts them. */
const loose = {
  name: Type.Optional(Nullable(NewWorkItem.properties.name)),
  priority: Type.Optional(Type.Unknown()),
}

export const NewIntakeItem = Type.Object({
  /** Ignored: items created by this endpoint come from the app. */
  source: Type.Optional(Type.String({ maxLength: 255 })),
  /** Its id is that of the work item. */
  issue: Type.Optional(withId(Type.Object({ ...NewWorkItem.properties, ...loose }))),
})
export type NewIntakeItem = Static<typeof NewIntakeItem>

/** Fields of its work item; cycle and modules only if the same request accepts it. */
export const IntakeEdits = Type.Partial(
  Type.Object({
    ...NewWorkItem.properties,
    cycle_id: Nullable(Id),
    module_ids: Type.Array(Id, { maxItems: 1000 }),
  }),
)
export type IntakeEdits = Static<typeof IntakeEdits>

export const IntakeItemPatch = Type.Partial(
  Type.Object({
    status: Status,
    snoozed_till: Nullable(DateTime),
    duplicate_to: Nullable(Id),
    issue: IntakeEdits,
  }),
)
export type IntakeItemPatch = Static<typeof IntakeItemPatch>

export const Intake = Type.Object({
  id: Id,
  ...audit,
  name: Type.String(),
  description: Type.String(),
  is_default: Type.Boolean(),
  view_props: Json,
  logo_props: Json,
  project: Id,
  workspace: Id,
  project_detail: placeDetails.project_detail,
  /** Including snoozed items whose date has passed. */
  pending_issue_count: Type.Integer(),
})
export type Intake = Static<typeof Intake>

const IntakeName = Type.String({ minLength: 1, maxLength: 255 })

export const IntakePatch = Type.Partial(
  Type.Object({
    name: IntakeName,
    description: Type.String({ maxLength: 10_000 }),
    view_props: Json,
    logo_props: Json,
  }),
)
export type IntakePatch = Static<typeof IntakePatch>

export const NewIntake = Type.Object({ ...IntakePatch.properties, name: IntakeName })
export type NewIntake = Static<typeof NewIntake>

/** Values are text; each is read by a closed grammar. */
const Text = Type.Optional(Type.String({ maxLength: 50_000 }))
const IntakeListQuery = Type.Object({
  ...{ status: Text, order_by: Text, per_page: Text, cursor: Text },
  ...{ created_at: Text, updated_at: Text },
  ...{ priority: Text, labels: Text, assignees: Text, created_by: Text, state: Text },
})
export type IntakeListQuery = Static<typeof IntakeListQuery>

const project = '/api/workspaces/:slug/projects/:project_id/'
const nothing = { 204: Type.Null() }

/** Both names of an intake. */
function intakesAt<Path extends 'inboxes' | 'intakes'>(path: Path) {
  const all = `${project}${path}/` as const
  const one = `${all}:id/` as const
  return {
    /** The intake for new items. */
    first: endpoint(projectMembers, `GET ${all}`, { 200: Intake }),
    create: endpoint(projectMembers, `POST ${all}`, { body: NewIntake, 201: Intake }),
    get: endpoint(projectMembers, `GET ${one}`, { 200: Intake }),
    change: endpoint(projectMembers, `PATCH ${one}`, { body: IntakePatch, 200: Intake }),
    remove: endpoint(projectMembers, `DELETE ${one}`, nothing),
  }
}

export const intakesApi = intakesAt('inboxes')
export const intakesAliasApi = intakesAt('intakes')

/** Both names its items go by; `:id` is the work item's. */
function itemsAt<Path extends 'inbox-issues' | 'intake-issues'>(path: Path) {
  const all = `${project}${path}/` as const
  const one = `${all}:id/` as const
  return {
    list: endpoint(anyProjectMember, `GET ${all}`, {
      query: IntakeListQuery,
      200: Page(Type.Array(IntakeItem)),
    }),
    create: endpoint(anyProjectMember, `POST ${all}`, {
      body: NewIntakeItem,
      200: IntakeItemDetail,
    }),
    get: endpoint(anyProjectMember, `GET ${one}`, {
      query: Type.Partial(Type.Object({ expand: Type.String() })),
      200: IntakeItemDetail,
    }),
    change: endpoint(anyProjectMember, `PATCH ${one}`, {
      body: IntakeItemPatch,
      200: IntakeItemDetail,
    }),
    remove: endpoint(anyProjectMember, `DELETE ${one}`, nothing),
  }
}

export const intakeItemsApi = itemsAt('inbox-issues')
export const intakeItemsAliasApi = itemsAt('intake-issues')

const versions = `${project}intake-work-items/:id/description-versions/` as const

export const intakeDescriptionVersionsApi = {
  list: endpoint(anyProjectMember, `GET ${versions}`, {
    query: Type.Partial(Type.Object({ cursor: Type.String() })),
    200: CopyPage(DescriptionVersion),
  }),
  get: endpoint(anyProjectMember, `GET ${versions}:version_id/`, {
    200: DescriptionVersionDetail,
  }),
}

/** Not decided yet. Afterwards it is read-only. */
export const isOpenInIntake = ({ status }: { status: IntakeStatus }) =>
  status === PENDING || status === SNOOZED

/** Snoozed until a date in the future. */
export const isAsleep = (
  { status, snoozed_till }: Pick<IntakeItem, 'status' | 'snoozed_till'>,
  now: number,
) => status === SNOOZED && snoozed_till !== null && Date.parse(snoozed_till) > now

interface Caller {
  user_id: string
  project_role: number
}

export const canDecideIntake = ({ project_role }: Pick<Caller, 'project_role'>) =>
  project_role >= MEMBER

/** Also decides who may delete it. Guests may only edit its text. */
export const canChangeIntakeItem = (
  { user_id, project_role }: Caller,
  { created_by }: { created_by: string | null },
) => project_role >= ADMIN || created_by === user_id

export type IntakeEvent =
  | { type: 'intake_item.saved'; intake_item: IntakeItem }
  | { type: 'intake_item.removed'; issue: string; project_id: string }
