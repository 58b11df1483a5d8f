import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { Page } from '../core/envelopes.ts'
import { anyProjectMember, byToken, projectMembers } from '../core/policy.ts'
import { audit, Choice, DateTime, Day, Id, Json, Nullable } from '../core/shapes.ts'
import { moduleStatuses } from '../planning/modules.ts'
import { ProgressCounts } from '../planning/progress.ts'
import { ItemIds, membership } from './item-objects.ts'
import { external, ListQuery, ShapeQuery } from './lists.ts'
import { project } from './paths.ts'
import { ItemsQueryV1, WorkItemV1 } from './work-items.ts'

export const ModuleLiteV1 = Type.Object({
  id: Id,
  ...audit,
  name: Type.String(),
  description: Type.String(),
  description_text: Nullable(Json),
  description_html: Nullable(Json),
  start_date: Nullable(Day),
  target_date: Nullable(Day),
  status: Choice(moduleStatuses),
  lead: Nullable(Id),
  members: Type.Array(Id),
  view_props: Json,
  sort_order: Type.Number(),
  archived_at: Nullable(DateTime),
  logo_props: Json,
  ...external,
  project: Id,
  workspace: Id,
})
export type ModuleLiteV1 = Static<typeof ModuleLiteV1>

export const ModuleV1 = Type.Object({ ...ModuleLiteV1.properties, ...ProgressCounts.properties })
export type ModuleV1 = Static<typeof ModuleV1>

const name = Type.String({ minLength: 1, maxLength: 255 })

const ModulePatch = Type.Partial(
  Type.Object({
    name,
    description: Type.String({ maxLength: 100_000 }),
    description_text: Nullable(Json),
    description_html: Nullable(Json),
    start_date: Nullable(Day),
    target_date: Nullable(Day),
    status: Choice(moduleStatuses),
    lead: Nullable(Id),
    /** The complete list: members not in it are removed. */
    members: Type.Array(Id, { maxItems: 1000 }),
    sort_order: Type.Number(),
    view_props: Json,
    logo_props: Json,
    ...external,
  }),
)
export type ModulePatchV1 = Static<typeof ModulePatch>

const NewModule = Type.Object({ ...ModulePatch.properties, name })
export type NewModuleV1 = Static<typeof NewModule>

const ModuleItem = Type.Object({ ...membership, module: Id })
export type ModuleItemV1 = Static<typeof ModuleItem>

const all = `${project}modules/` as const
const one = `${all}:module_id/` as const
const items = `${one}module-issues/` as const
const archived = `${project}archived-modules/` as const
const nothing = { 204: Type.Null() }

const read = byToken(anyProjectMember)
const write = byToken(projectMembers)
const whole = { query: ListQuery, 200: Page(Type.Array(ModuleV1)) }

export const modulesV1 = {
  list: endpoint(read, `GET ${all}`, whole),
  listLite: endpoint(read, `GET ${project}modules-lite/`, {
    query: ListQuery,
    200: Page(Type.Array(ModuleLiteV1)),
  }),
  create: endpoint(write, `POST ${all}`, { body: NewModule, 201: ModuleV1 }),
  get: endpoint(read, `GET ${one}`, { query: ShapeQuery, 200: ModuleV1 }),
  change: endpoint(write, `PATCH ${one}`, { body: ModulePatch, 200: ModuleV1 }),
  /** Only for admins and its owner. */
  remove: endpoint(write, `DELETE ${one}`, nothing),
  items: endpoint(read, `GET ${items}`, {
    query: ItemsQueryV1,
    200: Page(Type.Array(WorkItemV1)),
  }),
  /** Returns all its items afterwards. */
  addItems: endpoint(write, `POST ${items}`, { body: ItemIds, 200: Type.Array(ModuleItem) }),
  removeItem: endpoint(write, `DELETE ${items}:issue_id/`, nothing),
  archive: endpoint(write, `POST ${one}archive/`, nothing),
  listArchived: endpoint(write, `GET ${archived}`, whole),
  /** The older URL of the same. */
  listArchivedOlder: endpoint(write, `GET ${all}archived/`, whole),
  restore: endpoint(write, `DELETE ${archived}:module_id/unarchive/`, nothing),
}
