import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyMember, anyProjectMember, projectMembers, workspaceMembers } from '../core/policy.ts'
import { ADMIN, MEMBER } from '../core/roles.ts'
import { audit, Id, Json, limitedTo, Nullable, smallJson, withId } from '../core/shapes.ts'
import { type PropertyField, propertyFilterPattern } from '../project/property-fields.ts'
import {
  groupedList,
  MAX_QUERY_TEXT,
  negatableFilters,
  negationOf,
} from '../work-item/work-item-lists.ts'
import { Favorite } from '../workspace/favorites.ts'

/** A private view is visible only to its owner, not even to admins. */
export const viewAccess = { private: 0, public: 1 } as const

/** The filters of a view: the keys of the work-item lists that take several values. */
export const viewFilterKeys = [
  ...(['priority', 'state', 'state_group', 'assignees', 'mentions', 'created_by'] as const),
  ...(['subscriber', 'labels', 'cycle', 'module', 'project', 'team_project'] as const),
  ...(['parent', 'issue_type', 'estimate_point', 'start_date', 'target_date'] as const),
  ...(['created_at', 'updated_at', 'completed_at'] as const),
  ...negatableFilters.map(negationOf),
]
export type ViewFilterKey = (typeof viewFilterKeys)[number] | 'pql'

const Values = Nullable(Type.Array(Type.String({ maxLength: 255 }), { maxItems: 1000 }))

/** A text of the query language, which applies beside the other filters: a list of one. */
export const QueryTexts = Type.Array(Type.String({ maxLength: MAX_QUERY_TEXT }), { maxItems: 1 })

/** Of a property, also "is not". */
type PropertyFilterKey = PropertyField | `${PropertyField}__not`

export type ViewFilters = Partial<Record<ViewFilterKey | PropertyFilterKey, string[] | null>>
export const ViewFilters = Type.Unsafe<ViewFilters>(
  Type.Partial(
    Type.Object({
      ...Object.fromEntries(viewFilterKeys.map((key) => [key, Values])),
      pql: Nullable(QueryTexts),
    }),
    {
      ...limitedTo({ ...smallJson, keys: 20_000 }),
      patternProperties: { [propertyFilterPattern]: Values },
    },
  ),
)

export const View = Type.Object({
  id: Id,
  ...audit,
  workspace: Id,
  /** Null for a view of the whole workspace or of a teamspace. */
  project: Nullable(Id),
  /** Set for a view of this teamspace only. */
  teamspace: Nullable(Id),
  name: Type.String(),
  description: Type.String(),
  /** The effective filters, in the server's normal form. */
  query: ViewFilters,
  filters: ViewFilters,
  display_filters: Json,
  display_properties: Json,
  access: Type.Integer(),
  sort_order: Type.Number(),
  logo_props: Json,
  owned_by: Id,
  is_locked: Type.Boolean(),
  anchor: Nullable(Type.String()),
  is_favorite: Type.Boolean(),
})
export type View = Static<typeof View>

const ViewName = Type.String({ minLength: 1, maxLength: 255 })
const Access = Type.Integer({ enum: [viewAccess.private, viewAccess.public] })

export const ViewPatch = Type.Partial(
  Type.Object({
    name: ViewName,
    description: Type.String({ maxLength: 10_000 }),
    filters: ViewFilters,
    display_filters: Json,
    display_properties: Json,
    logo_props: Json,
    sort_order: Type.Number(),
  }),
)
export type ViewPatch = Static<typeof ViewPatch>

const WholeView = Type.Object({ ...ViewPatch.properties, name: ViewName })

/** Access is set at creation; later only by a separate endpoint. */
export const NewView = Type.Object({ ...WholeView.properties, access: Type.Optional(Access) })
export type NewView = Static<typeof NewView>

const workspace = '/api/workspaces/:slug/'
const project = `${workspace}projects/:project_id/` as const
const nothing = { 204: Type.Null() }
const accessChange = { body: Type.Object({ access: Access }), ...nothing }

const ofProject = `${project}views/` as const
const oneOfProject = `${ofProject}:id/` as const
const favorites = `${project}user-favorite-views/` as const

export const viewsApi = {
  list: endpoint(anyProjectMember, `GET ${ofProject}`, { 200: Type.Array(View) }),
  create: endpoint(projectMembers, `POST ${ofProject}`, { body: withId(NewView), 201: View }),
  get: endpoint(anyProjectMember, `GET ${oneOfProject}`, { 200: View }),
  change: endpoint(projectMembers, `PATCH ${oneOfProject}`, { body: ViewPatch, 200: View }),
  replace: endpoint(projectMembers, `PUT ${oneOfProject}`, { body: WholeView, 200: View }),
  remove: endpoint(anyProjectMember, `DELETE ${oneOfProject}`, nothing),
  /** The filters of the view and of the request both apply. */
  items: endpoint(anyProjectMember, `GET ${oneOfProject}issues/`, groupedList),
  lock: endpoint(projectMembers, `POST ${oneOfProject}lock/`, nothing),
  unlock: endpoint(projectMembers, `DELETE ${oneOfProject}lock/`, nothing),
  changeAccess: endpoint(projectMembers, `POST ${oneOfProject}access/`, accessChange),
  listFavorites: endpoint(anyProjectMember, `GET ${favorites}`, { 200: Type.Array(Favorite) }),
  addFavorite: endpoint(anyProjectMember, `POST ${favorites}`, {
    body: Type.Object({ view: Id }),
    ...nothing,
  }),
  removeFavorite: endpoint(anyProjectMember, `DELETE ${favorites}:view_id/`, nothing),
}

const ofWorkspace = `${workspace}views/` as const
const oneOfWorkspace = `${ofWorkspace}:id/` as const

export const workspaceViewsApi = {
  /** Newest first, unless `order_by` is given. */
  list: endpoint(anyMember, `GET ${ofWorkspace}`, {
    query: Type.Partial(Type.Object({ order_by: Type.String({ maxLength: 30 }) })),
    200: Type.Array(View),
  }),
  create: endpoint(workspaceMembers, `POST ${ofWorkspace}`, { body: withId(NewView), 201: View }),
  get: endpoint(anyMember, `GET ${oneOfWorkspace}`, { 200: View }),
  change: endpoint(workspaceMembers, `PATCH ${oneOfWorkspace}`, { body: ViewPatch, 200: View }),
  remove: endpoint(anyMember, `DELETE ${oneOfWorkspace}`, nothing),
  lock: endpoint(workspaceMembers, `POST ${oneOfWorkspace}lock/`, nothing),
  unlock: endpoint(workspaceMembers, `DELETE ${oneOfWorkspace}lock/`, nothing),
  changeAccess: endpoint(workspaceMembers, `POST ${oneOfWorkspace}access/`, accessChange),
}

/** The shared fields; `is_favorite` is personal. */
export type SharedView = Omit<View, 'is_favorite'>

export type ViewEvent =
  | { type: 'view.saved'; view: SharedView & Partial<Pick<View, 'is_favorite'>> }
  /** Deleted, or no longer visible to the recipients. */
  | { type: 'view.removed'; id: string; project_id: string | null }

function bySortOrder(a: View, b: View): number {
  if (a.project === null && a.teamspace === null) return a.created_at < b.created_at ? 1 : -1
  if (a.is_favorite !== b.is_favorite) return a.is_favorite ? -1 : 1
  if (a.name !== b.name) return a.name < b.name ? -1 : 1
  return a.id < b.id ? -1 : 1
}

/** The views of a project or a workspace after a live or optimistic event. */
export function applyViewEvent(views: View[], event: ViewEvent): View[] {
  if (event.type === 'view.removed') return views.filter(({ id }) => id !== event.id)
  const { view } = event
  const known = views.find(({ id }) => id === view.id)
  const others = views.filter(({ id }) => id !== view.id)
  return [...others, { is_favorite: false, ...known, ...view }].sort(bySortOrder)
}

/**
 * Updates the name in a view's favorite. If the view was removed, the favorite has its own event.
 */
export function applyViewEventToFavorites(favorites: Favorite[], event: ViewEvent): Favorite[] {
  if (event.type === 'view.removed') return favorites
  const { id, name, logo_props, project: project_id, teamspace: teamspace_id } = event.view
  return favorites.map((favorite) =>
    favorite.entity_type === 'view' && favorite.entity_identifier === id
      ? { ...favorite, entity_data: { id, name, logo_props, project_id, teamspace_id } }
      : favorite,
  )
}

interface Caller {
  user_id: string
  /** In the project, or in the workspace for a view of the workspace. */
  role: number
}
type Owned = Pick<View, 'owned_by'>

const isOwner = ({ user_id }: Caller, { owned_by }: Owned) => user_id === owned_by

/** Guests have read-only access. */
export const canChangeView = (caller: Caller, view: Owned) =>
  isOwner(caller, view) && caller.role >= MEMBER

export const canLockView = (caller: Caller, view: Owned) =>
  canChangeView(caller, view) || caller.role >= ADMIN

export const canRemoveView = (caller: Caller, view: Owned) =>
  isOwner(caller, view) || caller.role >= ADMIN
