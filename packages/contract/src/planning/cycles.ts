import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { Page } from '../core/envelopes.ts'
import { anyMember, anyProjectMember, projectMembers, workspaceMembers } from '../core/policy.ts'
import { Choice, DateTime, Day, Id, Json, Nullable, withId } from '../core/shapes.ts'
import { ProjectUserProperties, ProjectUserPropertiesPatch } from '../project/project-members.ts'
import { ProjectLite } from '../project/projects.ts'
import { groupedList } from '../work-item/work-item-lists.ts'
import { Favorite } from '../workspace/favorites.ts'
import {
  AnyDistribution,
  Distribution,
  EstimateDistribution,
  noCounts,
  ProgressCounts,
  ProgressPoints,
} from './progress.ts'

export const cycleStatuses = ['CURRENT', 'UPCOMING', 'COMPLETED', 'DRAFT'] as const
export type CycleStatus = (typeof cycleStatuses)[number]

/** Stored when unfinished items were transferred. */
export const ProgressSnapshot = Type.Partial(
  Type.Object({
    ...ProgressCounts.properties,
    distribution: Distribution,
    estimate_distribution: EstimateDistribution,
  }),
)
export type ProgressSnapshot = Static<typeof ProgressSnapshot>

/** Moments with the offset of the project's zone: their first ten characters are the calendar day. */
const ZonedMoment = Nullable(Type.String())

export const Cycle = Type.Object({
  id: Id,
  workspace_id: Id,
  project_id: Id,
  name: Type.String(),
  description: Type.String(),
  start_date: ZonedMoment,
  end_date: ZonedMoment,
  owned_by_id: Nullable(Id),
  view_props: Json,
  sort_order: Type.Number(),
  external_source: Nullable(Type.String()),
  external_id: Nullable(Type.String()),
  progress_snapshot: ProgressSnapshot,
  logo_props: Json,
  timezone: Type.String(),
  version: Type.Integer(),
  archived_at: Nullable(DateTime),
  created_at: DateTime,
  updated_at: DateTime,
  created_by: Nullable(Id),
  status: Choice(cycleStatuses),
  is_favorite: Type.Boolean(),
  assignee_ids: Type.Array(Id),
  ...ProgressCounts.properties,
})
export type Cycle = Static<typeof Cycle>

/** Details: also the number of its sub-items. */
export const CycleDetail = Type.Object({ ...Cycle.properties, sub_issues: Type.Integer() })
export type CycleDetail = Static<typeof CycleDetail>

const distributions = {
  distribution: Distribution,
  estimate_distribution: EstimateDistribution,
}

export const ArchivedCycle = Type.Object({
  ...CycleDetail.properties,
  total_estimate_points: Type.Number(),
  completed_estimate_points: Type.Number(),
  ...distributions,
})
export type ArchivedCycle = Static<typeof ArchivedCycle>

export const ActiveCycle = Type.Object({
  ...Cycle.properties,
  ...ProgressPoints.properties,
  project_detail: ProjectLite,
  ...distributions,
})
export type ActiveCycle = Static<typeof ActiveCycle>

const short = Type.String({ maxLength: 255 })
/** A day, or a moment of which only the day counts. */
const AnyDay = Nullable(Type.String({ maxLength: 40 }))

export const CyclePatch = Type.Partial(
  Type.Object({
    name: Type.String({ minLength: 1, maxLength: 255 }),
    description: Type.String({ maxLength: 10_000 }),
    start_date: AnyDay,
    end_date: AnyDay,
    sort_order: Type.Number(),
    view_props: Json,
    logo_props: Json,
    external_source: Nullable(short),
    external_id: Nullable(short),
  }),
)
export type CyclePatch = Static<typeof CyclePatch>

export const NewCycle = Type.Object({
  ...CyclePatch.properties,
  name: Type.String({ minLength: 1, maxLength: 255 }),
})
export type NewCycle = Static<typeof NewCycle>

const DateCheck = Type.Partial(
  Type.Object({ start_date: AnyDay, end_date: AnyDay, cycle_id: Nullable(Id) }),
)
export type DateCheck = Static<typeof DateCheck>

/** A recorded day of a cycle. */
export const CycleDay = Type.Object({
  date: Day,
  progress_date: Day,
  ...ProgressCounts.properties,
  ...ProgressPoints.properties,
})
export type CycleDay = Static<typeof CycleDay>

const CycleUserProperties = Type.Object({ ...ProjectUserProperties.properties, cycle: Id })
export type CycleUserProperties = Static<typeof CycleUserProperties>

const text = Type.String({ maxLength: 40 })
const workspace = '/api/workspaces/:slug/'
const project = '/api/workspaces/:slug/projects/:project_id/'
const all = `${project}cycles/` as const
const one = `${all}:id/` as const
const items = `${one}cycle-issues/` as const
const archived = `${project}archived-cycles/` as const
const favorites = `${project}user-favorite-cycles/` as const

export const cyclesApi = {
  list: endpoint(anyProjectMember, `GET ${all}`, {
    /** `current`, `upcoming`, `completed`, `draft` or `incomplete`; any other value returns all. */
    query: Type.Partial(Type.Object({ cycle_view: text })),
    200: Type.Array(Cycle),
  }),
  create: endpoint(projectMembers, `POST ${all}`, { body: withId(NewCycle), 201: Cycle }),
  get: endpoint(anyProjectMember, `GET ${one}`, { 200: CycleDetail }),
  change: endpoint(projectMembers, `PATCH ${one}`, { body: CyclePatch, 200: Cycle }),
  replace: endpoint(projectMembers, `PUT ${one}`, { body: CyclePatch, 200: Cycle }),
  /** Only for admins and its owner. */
  remove: endpoint(projectMembers, `DELETE ${one}`, { 204: Type.Null() }),
  /** Restores a recently deleted cycle, with its items. */
  undelete: endpoint(projectMembers, `POST ${one}restore/`, { 200: Cycle }),
  dateCheck: endpoint(projectMembers, `POST ${all}date-check/`, {
    body: DateCheck,
    200: Type.Object({ status: Type.Boolean(), error: Type.Optional(Type.String()) }),
  }),
  listOfWorkspace: endpoint(anyMember, `GET ${workspace}cycles/`, { 200: Type.Array(Cycle) }),
  active: endpoint(workspaceMembers, `GET ${workspace}active-cycles/`, {
    query: Type.Partial(Type.Object({ per_page: text, cursor: text })),
    200: Page(Type.Array(ActiveCycle)),
  }),
  items: endpoint(anyProjectMember, `GET ${items}`, groupedList),
  addItems: endpoint(projectMembers, `POST ${items}`, {
    body: Type.Object({ issues: Type.Optional(Type.Array(Id, { maxItems: 10_000 })) }),
    201: Type.Object({ message: Type.String() }),
  }),
  removeItem: endpoint(projectMembers, `DELETE ${items}:issue_id/`, { 204: Type.Null() }),
  analytics: endpoint(anyProjectMember, `GET ${one}analytics/`, {
    /** `points`: in points instead of items. */
    query: Type.Partial(Type.Object({ type: text })),
    200: AnyDistribution,
  }),
  progress: endpoint(anyProjectMember, `GET ${one}progress/`, {
    200: Type.Object({ ...ProgressCounts.properties, ...ProgressPoints.properties }),
  }),
  days: endpoint(anyProjectMember, `GET ${one}cycle-progress/`, { 200: Type.Array(CycleDay) }),
  transfer: endpoint(projectMembers, `POST ${one}transfer-issues/`, {
    body: Type.Object({ new_cycle_id: Type.Optional(Nullable(Id)) }),
    /** The id to undo it later. */
    200: Type.Object({ message: Type.String(), transfer_id: Id }),
  }),
  /** Moves back the items that are still in the target cycle. */
  undoTransfer: endpoint(projectMembers, `DELETE ${one}transfer-issues/:transfer_id/`, {
    200: Type.Object({ returned: Type.Integer(), left: Type.Integer() }),
  }),
  listArchived: endpoint(projectMembers, `GET ${archived}`, { 200: Type.Array(Cycle) }),
  getArchived: endpoint(projectMembers, `GET ${archived}:id/`, { 200: ArchivedCycle }),
  archive: endpoint(projectMembers, `POST ${one}archive/`, {
    200: Type.Object({ archived_at: DateTime }),
  }),
  restore: endpoint(projectMembers, `DELETE ${one}archive/`, { 204: Type.Null() }),
  listFavorites: endpoint(anyProjectMember, `GET ${favorites}`, { 200: Type.Array(Favorite) }),
  addFavorite: endpoint(anyProjectMember, `POST ${favorites}`, {
    body: Type.Object({ cycle: Id }),
    204: Type.Null(),
  }),
  removeFavorite: endpoint(anyProjectMember, `DELETE ${favorites}:id/`, { 204: Type.Null() }),
  properties: endpoint(anyProjectMember, `GET ${one}user-properties/`, {
    200: CycleUserProperties,
  }),
  changeProperties: endpoint(anyProjectMember, `PATCH ${one}user-properties/`, {
    body: ProjectUserPropertiesPatch,
    201: CycleUserProperties,
  }),
}

/** Fields that differ by user: some guests count only their own items. */
type Seen = 'is_favorite' | 'assignee_ids' | 'progress_snapshot' | keyof ProgressCounts
export type SharedCycle = Omit<Cycle, Seen>

/** Events contain no counts: clients that show some fetch them again. */
export type CycleEvent =
  | { type: 'cycle.saved'; cycle: SharedCycle & Partial<Pick<Cycle, Seen>> }
  | { type: 'cycle.removed'; id: string; project_id: string }

const unseen: Pick<Cycle, Seen> = {
  is_favorite: false,
  assignee_ids: [],
  progress_snapshot: {},
  ...noCounts,
}

/** The order of cycles in lists: favorites first, then the newest. */
export const byCycleOrder = (
  a: Pick<Cycle, 'is_favorite' | 'created_at'>,
  b: Pick<Cycle, 'is_favorite' | 'created_at'>,
): number => {
  if (a.is_favorite !== b.is_favorite) return a.is_favorite ? -1 : 1
  if (a.created_at === b.created_at) return 0
  return a.created_at < b.created_at ? 1 : -1
}

/**
 * A project's cycles, or its archived ones, after an event: archiving moves a cycle from one list
 * to the other. Used for live and optimistic updates.
 */
export function applyCycleEvent(
  cycles: Cycle[],
  event: CycleEvent,
  { archived = false } = {},
): Cycle[] {
  const gone = event.type === 'cycle.removed' ? event.id : event.cycle.id
  const known = cycles.find(({ id }) => id === gone)
  const others = cycles.filter(({ id }) => id !== gone)
  if (event.type === 'cycle.removed' || Boolean(event.cycle.archived_at) !== archived) return others
  return [...others, { ...unseen, ...known, ...event.cycle }].sort(byCycleOrder)
}

/** Updates the name in a cycle's favorite. */
export function applyCycleEventToFavorites(
  favorites: Favorite[],
  event: Extract<CycleEvent, { type: 'cycle.saved' }>,
): Favorite[] {
  const { id, name, logo_props, project_id } = event.cycle
  return favorites.map((favorite) =>
    favorite.entity_type === 'cycle' && favorite.entity_identifier === id
      ? { ...favorite, entity_data: { id, name, logo_props, project_id } }
      : favorite,
  )
}

/** The status of a cycle at a moment; both of its dates are set or neither. */
export function cycleStatus(
  { start_date, end_date }: Pick<Cycle, 'start_date' | 'end_date'>,
  now: number,
): CycleStatus {
  if (!start_date || !end_date) return 'DRAFT'
  if (Date.parse(start_date) > now) return 'UPCOMING'
  return Date.parse(end_date) < now ? 'COMPLETED' : 'CURRENT'
}

/** The calendar day in the project's zone. */
export const dayOfCycle = (moment: string | null): string | null => moment?.slice(0, 10) ?? null

/** Whether a snapshot was taken: then its numbers apply. */
export const isTransferred = ({ progress_snapshot }: Pick<Cycle, 'progress_snapshot'>): boolean =>
  progress_snapshot.total_issues !== undefined

export const overlapSentence =
  'You have a cycle already on the given dates, if you want to create a draft cycle you can do that by removing dates'
