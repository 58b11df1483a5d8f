import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { Page } from '../core/envelopes.ts'
import { anyProjectMember, byToken, projectMembers } from '../core/policy.ts'
import { audit, DateTime, Id, Json, Nullable } from '../core/shapes.ts'
import { ProgressCounts } from '../planning/progress.ts'
import { ItemIds, membership } from './item-objects.ts'
import { external, ListQuery, ShapeQuery } from './lists.ts'
import { project } from './paths.ts'
import { ItemsQueryV1, WorkItemV1 } from './work-items.ts'

export const CycleLiteV1 = Type.Object({
  id: Id,
  ...audit,
  name: Type.String(),
  description: Type.String(),
  start_date: Nullable(DateTime),
  end_date: Nullable(DateTime),
  owned_by: Nullable(Id),
  view_props: Json,
  sort_order: Type.Number(),
  progress_snapshot: Json,
  archived_at: Nullable(DateTime),
  logo_props: Json,
  timezone: Type.String(),
  version: Type.Integer(),
  ...external,
  project: Id,
  workspace: Id,
})
export type CycleLiteV1 = Static<typeof CycleLiteV1>

export const CycleV1 = Type.Object({
  ...CycleLiteV1.properties,
  ...ProgressCounts.properties,
  total_estimates: Type.Integer(),
  completed_estimates: Type.Integer(),
  started_estimates: Type.Integer(),
})
export type CycleV1 = Static<typeof CycleV1>

const name = Type.String({ minLength: 1, maxLength: 255 })
/** A day in the project's calendar, or a moment. */
const AnyDay = Nullable(Type.String({ maxLength: 40 }))

const CyclePatch = Type.Partial(
  Type.Object({
    name,
    description: Type.String({ maxLength: 10_000 }),
    start_date: AnyDay,
    end_date: AnyDay,
    owned_by: Id,
    sort_order: Type.Number(),
    view_props: Json,
    logo_props: Json,
    ...external,
  }),
)
export type CyclePatchV1 = Static<typeof CyclePatch>

const NewCycle = Type.Object({ ...CyclePatch.properties, name })
export type NewCycleV1 = Static<typeof NewCycle>

/** `status` takes precedence; any other value returns all. */
const CyclesQuery = Type.Object({
  ...ListQuery.properties,
  cycle_view: Type.Optional(Type.String({ maxLength: 40 })),
  status: Type.Optional(Type.String({ maxLength: 40 })),
})
export type CyclesQueryV1 = Static<typeof CyclesQuery>

const CycleItem = Type.Object({ ...membership, cycle: Id })
export type CycleItemV1 = Static<typeof CycleItem>

const all = `${project}cycles/` as const
const one = `${all}:cycle_id/` as const
const items = `${one}cycle-issues/` as const
const item = `${items}:issue_id/` as const
const archived = `${project}archived-cycles/` as const
const nothing = { 204: Type.Null() }

const read = byToken(anyProjectMember)
const write = byToken(projectMembers)

export const cyclesV1 = {
  /** Current cycles are returned as a plain array. */
  list: endpoint(read, `GET ${all}`, {
    query: CyclesQuery,
    200: Type.Union([Page(Type.Array(CycleV1)), Type.Array(CycleV1)]),
  }),
  listLite: endpoint(read, `GET ${project}cycles-lite/`, {
    query: CyclesQuery,
    200: Page(Type.Array(CycleLiteV1)),
  }),
  create: endpoint(write, `POST ${all}`, { body: NewCycle, 201: CycleV1 }),
  get: endpoint(read, `GET ${one}`, { query: ShapeQuery, 200: CycleV1 }),
  change: endpoint(write, `PATCH ${one}`, { body: CyclePatch, 200: CycleV1 }),
  /** Only for admins and its owner. */
  remove: endpoint(write, `DELETE ${one}`, nothing),
  items: endpoint(read, `GET ${items}`, {
    query: ItemsQueryV1,
    200: Page(Type.Array(WorkItemV1)),
  }),
  /** Returns all its items afterwards. */
  addItems: endpoint(write, `POST ${items}`, { body: ItemIds, 200: Type.Array(CycleItem) }),
  item: endpoint(read, `GET ${item}`, { 200: CycleItem }),
  removeItem: endpoint(write, `DELETE ${item}`, nothing),
  transfer: endpoint(write, `POST ${one}transfer-issues/`, {
    body: Type.Object({ new_cycle_id: Type.Optional(Nullable(Id)) }),
    200: Type.Object({ message: Type.String() }),
  }),
  archive: endpoint(write, `POST ${one}archive/`, nothing),
  /** The older URL of the same. */
  archiveOlder: endpoint(write, `POST ${archived}:cycle_id/archive/`, nothing),
  listArchived: endpoint(write, `GET ${archived}`, {
    query: ListQuery,
    200: Page(Type.Array(CycleV1)),
  }),
  restore: endpoint(write, `DELETE ${archived}:cycle_id/unarchive/`, nothing),
}
