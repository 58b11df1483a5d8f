import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyMember, anyProjectMember, projectMembers } from '../core/policy.ts'
import { ADMIN } from '../core/roles.ts'
import {
  audit,
  Choice,
  DateTime,
  Day,
  Id,
  Json,
  Nullable,
  rowAudit,
  withId,
} from '../core/shapes.ts'
import { UserLite } from '../identity/account.ts'
import { ProjectUserProperties, ProjectUserPropertiesPatch } from '../project/project-members.ts'
import { groupedList } from '../work-item/work-item-lists.ts'
import { Favorite } from '../workspace/favorites.ts'
import {
  Distribution,
  EstimateDistribution,
  noCounts,
  ProgressCounts,
  ProgressPoints,
} from './progress.ts'

/** In the order of every status menu. */
export const moduleStatuses = [
  'backlog',
  'planned',
  'in-progress',
  'paused',
  'completed',
  'cancelled',
] as const
export type ModuleStatus = (typeof moduleStatuses)[number]

/** Only finished modules may be archived. */
export const canArchiveModule = (status: ModuleStatus) =>
  status === 'completed' || status === 'cancelled'

const { total_estimate_points, completed_estimate_points, ...otherPoints } =
  ProgressPoints.properties
/** Exact, over what the caller may see. */
const counts = { ...ProgressCounts.properties, total_estimate_points, completed_estimate_points }

const row = {
  id: Id,
  workspace_id: Id,
  project_id: Id,
  name: Type.String(),
  description: Type.String(),
  description_text: Nullable(Json),
  description_html: Nullable(Json),
  start_date: Nullable(Day),
  target_date: Nullable(Day),
  status: Choice(moduleStatuses),
  lead_id: Nullable(Id),
  member_ids: Type.Array(Id),
  view_props: Json,
  sort_order: Type.Number(),
  logo_props: Json,
  external_source: Nullable(Type.String()),
  external_id: Nullable(Type.String()),
  archived_at: Nullable(DateTime),
  ...rowAudit,
}

export const Module = Type.Object({ ...row, ...counts, is_favorite: Type.Boolean() })
export type Module = Static<typeof Module>
const ModuleRow = Type.Object(row)
/** The module in an event: without its items and without personal fields. */
export type ModuleRow = Static<typeof ModuleRow>

export const ModuleLink = Type.Object({
  id: Id,
  title: Nullable(Type.String({ maxLength: 255 })),
  url: Type.String({ maxLength: 8192 }),
  metadata: Json,
  module: Id,
  project: Id,
  workspace: Id,
  ...audit,
  created_by_detail: Nullable(UserLite),
})
export type ModuleLink = Static<typeof ModuleLink>

export const ModuleDetail = Type.Object({
  ...Module.properties,
  link_module: Type.Array(ModuleLink),
  sub_issues: Type.Integer(),
  ...otherPoints,
  distribution: Distribution,
  estimate_distribution: EstimateDistribution,
})
export type ModuleDetail = Static<typeof ModuleDetail>

const ModuleName = Type.String({ minLength: 1, maxLength: 255 })
const Outside = Nullable(Type.String({ maxLength: 255 }))

export const ModulePatch = Type.Partial(
  Type.Object({
    name: ModuleName,
    description: Type.String({ maxLength: 100_000 }),
    description_text: Nullable(Json),
    description_html: Nullable(Json),
    start_date: Nullable(Day),
    target_date: Nullable(Day),
    status: Choice(moduleStatuses),
    lead_id: Nullable(Id),
    /** The complete list: members not in it are removed. */
    member_ids: Type.Array(Id, { maxItems: 1000 }),
    view_props: Json,
    sort_order: Type.Number(),
    logo_props: Json,
    external_source: Outside,
    external_id: Outside,
  }),
)
export type ModulePatch = Static<typeof ModulePatch>

export const NewModule = Type.Object({ ...ModulePatch.properties, name: ModuleName })
export type NewModule = Static<typeof NewModule>

export const NewModuleLink = Type.Object({
  url: ModuleLink.properties.url,
  title: Type.Optional(ModuleLink.properties.title),
  metadata: Type.Optional(Json),
})
export type NewModuleLink = Static<typeof NewModuleLink>

export const ModuleLinkPatch = Type.Partial(NewModuleLink)
export type ModuleLinkPatch = Static<typeof ModuleLinkPatch>

export const ModuleUserProperties = Type.Object({ ...ProjectUserProperties.properties, module: Id })
export type ModuleUserProperties = Static<typeof ModuleUserProperties>

const ids = Type.Array(Id, { maxItems: 10_000 })
const Success = Type.Object({ message: Type.String() })

const workspace = '/api/workspaces/:slug/'
const project = '/api/workspaces/:slug/projects/:project_id/'
const all = `${project}modules/` as const
const one = `${all}:id/` as const
const items = `${one}issues/` as const
const links = `${one}module-links/` as const
const link = `${links}:link_id/` as const
const archived = `${project}archived-modules/` as const
const favorites = `${project}user-favorite-modules/` as const
const properties = `${one}user-properties/` as const
const nothing = { 204: Type.Null() }
const ofItem = {
  body: Type.Object({ modules: Type.Optional(ids), removed_modules: Type.Optional(ids) }),
  201: Success,
}

export const modulesApi = {
  list: endpoint(anyProjectMember, `GET ${all}`, { 200: Type.Array(Module) }),
  listOfWorkspace: endpoint(anyMember, `GET ${workspace}modules/`, { 200: Type.Array(Module) }),
  create: endpoint(projectMembers, `POST ${all}`, { body: withId(NewModule), 201: Module }),
  get: endpoint(anyProjectMember, `GET ${one}`, { 200: ModuleDetail }),
  change: endpoint(projectMembers, `PATCH ${one}`, { body: ModulePatch, 200: Module }),
  replace: endpoint(projectMembers, `PUT ${one}`, { body: NewModule, 200: Module }),
  /** Its creator may too, with any role. */
  remove: endpoint(anyProjectMember, `DELETE ${one}`, nothing),
  /** Restores a module that was just deleted, with its items and links. */
  undelete: endpoint(anyProjectMember, `POST ${one}restore/`, nothing),

  items: endpoint(anyProjectMember, `GET ${items}`, groupedList),
  addItems: endpoint(projectMembers, `POST ${items}`, {
    body: Type.Object({ issues: Type.Optional(ids) }),
    201: Success,
  }),
  removeItem: endpoint(projectMembers, `DELETE ${items}:item_id/`, nothing),
  changeOfItem: endpoint(projectMembers, `POST ${project}issues/:id/modules/`, ofItem),
  /** An epic cannot be in a module: it can only be removed. */
  changeOfEpic: endpoint(projectMembers, `POST ${project}epics/:id/modules/`, ofItem),

  links: endpoint(anyProjectMember, `GET ${links}`, { 200: Type.Array(ModuleLink) }),
  addLink: endpoint(projectMembers, `POST ${links}`, {
    body: withId(NewModuleLink),
    201: ModuleLink,
  }),
  getLink: endpoint(anyProjectMember, `GET ${link}`, { 200: ModuleLink }),
  changeLink: endpoint(projectMembers, `PATCH ${link}`, {
    body: ModuleLinkPatch,
    200: ModuleLink,
  }),
  replaceLink: endpoint(projectMembers, `PUT ${link}`, { body: NewModuleLink, 200: ModuleLink }),
  removeLink: endpoint(projectMembers, `DELETE ${link}`, nothing),

  listArchived: endpoint(anyProjectMember, `GET ${archived}`, { 200: Type.Array(Module) }),
  getArchived: endpoint(anyProjectMember, `GET ${archived}:id/`, { 200: ModuleDetail }),
  archive: endpoint(projectMembers, `POST ${one}archive/`, {
    200: Type.Object({ archived_at: DateTime }),
  }),
  restore: endpoint(projectMembers, `DELETE ${one}archive/`, nothing),

  listFavorites: endpoint(anyProjectMember, `GET ${favorites}`, { 200: Type.Array(Favorite) }),
  addFavorite: endpoint(anyProjectMember, `POST ${favorites}`, {
    body: Type.Object({ module: Id }),
    ...nothing,
  }),
  removeFavorite: endpoint(anyProjectMember, `DELETE ${favorites}:id/`, nothing),

  properties: endpoint(anyProjectMember, `GET ${properties}`, { 200: ModuleUserProperties }),
  changeProperties: endpoint(anyProjectMember, `PATCH ${properties}`, {
    body: ProjectUserPropertiesPatch,
    201: ModuleUserProperties,
  }),
}

interface Caller {
  user_id: string
  project_role: number
}

export const canRemoveModule = (
  { user_id, project_role }: Caller,
  { created_by }: { created_by: string | null },
) => project_role >= ADMIN || created_by === user_id

export type ModuleEvent =
  | { type: 'module.saved'; module: ModuleRow }
  | { type: 'module.removed'; id: string; project_id: string }
  | { type: 'module_link.saved'; link: ModuleLink }
  | { type: 'module_link.removed'; id: string; module_id: string; project_id: string }

const noItems = { ...noCounts, total_estimate_points: 0, completed_estimate_points: 0 }

/**
 * A project's active or archived modules after an event. Used for live and optimistic updates. A
 * module from the other list has counts only after the list is fetched again.
 */
export function applyModuleEvent(
  modules: Module[],
  event: ModuleEvent,
  { archived: ofArchived = false } = {},
): Module[] {
  if (event.type === 'module.removed') return modules.filter(({ id }) => id !== event.id)
  if (event.type !== 'module.saved') return modules
  const saved = event.module
  const known = modules.find(({ id }) => id === saved.id)
  if ((saved.archived_at !== null) !== ofArchived) {
    return known ? modules.filter(({ id }) => id !== saved.id) : modules
  }
  if (!known) return [{ ...noItems, is_favorite: false, ...saved }, ...modules]
  return modules.map((old) => (old.id === saved.id ? { ...old, ...saved } : old))
}

export function applyModuleLinkEvent(links: ModuleLink[], event: ModuleEvent): ModuleLink[] {
  if (event.type === 'module_link.removed') return links.filter(({ id }) => id !== event.id)
  if (event.type !== 'module_link.saved') return links
  const saved = event.link
  const known = links.some(({ id }) => id === saved.id)
  return known ? links.map((old) => (old.id === saved.id ? saved : old)) : [saved, ...links]
}

/** Updates the name in a module's favorite. */
export function applyModuleEventToFavorites(
  favorites: Favorite[],
  event: Extract<ModuleEvent, { type: 'module.saved' }>,
): Favorite[] {
  const { id, name, logo_props, project_id } = event.module
  return favorites.map((favorite) =>
    favorite.entity_type === 'module' && favorite.entity_identifier === id
      ? { ...favorite, entity_data: { id, name, logo_props, project_id } }
      : favorite,
  )
}
