import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyProjectMember, projectMembers } from '../core/policy.ts'
import { ADMIN, MEMBER } from '../core/roles.ts'
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
import type { Favorite } from '../workspace/favorites.ts'

/** A private page is visible only to its owner, not even to admins. The reverse of views. */
export const pageAccess = { public: 0, private: 1 } as const

/** A page without a parent is the first level. */
export const MAX_PAGE_DEPTH = 10

/** A document of a project; `Page` is the envelope of a list. */
export const ProjectPage = Type.Object({
  id: Id,
  ...audit,
  workspace: Id,
  /** Empty until it is named. */
  name: Type.String(),
  owned_by: Id,
  access: Type.Integer(),
  color: Type.String(),
  parent: Nullable(Id),
  /** Order among the pages of the same parent. */
  sort_order: Type.Number(),
  is_favorite: Type.Boolean(),
  is_locked: Type.Boolean(),
  archived_at: Nullable(Day),
  view_props: Json,
  logo_props: Json,
  label_ids: Type.Array(Id),
  project_ids: Type.Array(Id),
  /** Its public anchor; null: not published. */
  anchor: Nullable(Type.String()),
})
export type ProjectPage = Static<typeof ProjectPage>

export const PageDetail = Type.Object({
  ...ProjectPage.properties,
  description_html: Type.String(),
})
export type PageDetail = Static<typeof PageDetail>

export const PageDocument = Type.Object({
  ...PageDetail.properties,
  /** In the JSON format of the editor. */
  description: Json,
  /** Ids of the work items embedded in it. */
  issue_ids: Type.Array(Id),
})
export type PageDocument = Static<typeof PageDocument>

const PageName = Type.String({ maxLength: 255 })
const Access = Type.Integer({ enum: [pageAccess.public, pageAccess.private] })
const Base64 = Type.String({ maxLength: 6_000_000 })
const Html = Type.String({ maxLength: 1_000_000 })

export const PagePatch = Type.Partial(
  Type.Object({
    name: PageName,
    access: Access,
    color: Type.String({ maxLength: 255 }),
    parent: Nullable(Id),
    /** Ignored on creation: new pages come last. */
    sort_order: Type.Number(),
    /** The complete list: labels not in it are removed. */
    labels: Type.Array(Id, { maxItems: 1000 }),
    view_props: Json,
    logo_props: Json,
    /** Replaces the whole text; its other forms are made from it. */
    description_html: Html,
  }),
)
export type PagePatch = Static<typeof PagePatch>

export const NewPage = Type.Object({
  ...PagePatch.properties,
  /** The text itself; HTML and JSON are then made from it. */
  description_binary: Type.Optional(Nullable(Base64)),
  /** The template whose text is copied; it takes precedence over a text in the request. */
  template: Type.Optional(Id),
})
export type NewPage = Static<typeof NewPage>

/** Other formats sent with the binary are ignored: they are derived from it. */
export const PageDescription = Type.Partial(
  Type.Object({
    description_binary: Nullable(Base64),
    description_html: Html,
    description: Type.Record(Type.String(), Type.Unknown()),
  }),
)
export type PageDescription = Static<typeof PageDescription>

export const PageVersion = Type.Object({
  id: Id,
  workspace: Id,
  page: Id,
  last_saved_at: DateTime,
  owned_by: Id,
  ...rowAudit,
})
export type PageVersion = Static<typeof PageVersion>

export const PageVersionDetail = Type.Object({
  ...PageVersion.properties,
  /** Base64. */
  description_binary: Nullable(Type.String()),
  description_html: Type.String(),
  description_json: Json,
})
export type PageVersionDetail = Static<typeof PageVersionDetail>

export const pageLogEntities = [
  ...(['to_do', 'issue', 'image', 'video', 'file', 'link', 'cycle', 'module'] as const),
  ...(['back_link', 'forward_link', 'page_mention', 'user_mention'] as const),
] as const

export const PageLog = Type.Object({
  id: Id,
  ...audit,
  transaction: Id,
  page: Id,
  workspace: Id,
  entity_identifier: Nullable(Id),
  entity_name: Choice(pageLogEntities),
})
export type PageLog = Static<typeof PageLog>

export const NewPageLog = Type.Object({
  transaction: Type.Optional(Id),
  entity_identifier: Type.Optional(Nullable(Id)),
  entity_name: Choice(pageLogEntities),
})
export type NewPageLog = Static<typeof NewPageLog>

export const PageLogPatch = Type.Partial(
  Type.Object({ entity_identifier: Nullable(Id), entity_name: Choice(pageLogEntities) }),
)
export type PageLogPatch = Static<typeof PageLogPatch>

export const pageTypes = ['public', 'private', 'archived'] as const

const PagesQuery = Type.Partial(
  Type.Object({
    search: Type.String({ maxLength: 255 }),
    order_by: Type.String({ maxLength: 30 }),
    type: Choice(pageTypes),
    /** Include sub-pages. */
    nested: Type.Boolean(),
    /** Comma-separated ids: pages with one of these labels. */
    labels: Type.String({ maxLength: 4_000 }),
  }),
)

export const PagesSummary = Type.Object({
  public_pages: Type.Integer(),
  private_pages: Type.Integer(),
  archived_pages: Type.Integer(),
})

const project = '/api/workspaces/:slug/projects/:project_id/'
const all = `${project}pages/` as const
const one = `${all}:id/` as const
const favorites = `${project}favorite-pages/` as const
const versions = `${one}versions/` as const
const version = `${versions}:version_id/` as const
const log = `${one}transactions/` as const
const logged = `${log}:transaction/` as const
const pages = { 200: Type.Array(ProjectPage) }
const nothing = { 204: Type.Null() }
const Done = Type.Object({ message: Type.String() })

/**
 * Access is checked per page, by the highest role in any of its projects: all project members may
 * call these.
 */
export const pagesApi = {
  /** Including archived ones; without `nested`, only pages without a parent. */
  list: endpoint(anyProjectMember, `GET ${all}`, { query: PagesQuery, ...pages }),
  create: endpoint(projectMembers, `POST ${all}`, { body: withId(NewPage), 201: PageDetail }),
  get: endpoint(anyProjectMember, `GET ${one}`, {
    query: Type.Partial(Type.Object({ track_visit: Type.String({ maxLength: 10 }) })),
    200: PageDocument,
  }),
  change: endpoint(anyProjectMember, `PATCH ${one}`, { body: PagePatch, 200: PageDetail }),
  remove: endpoint(anyProjectMember, `DELETE ${one}`, nothing),
  changeAccess: endpoint(anyProjectMember, `POST ${one}access/`, {
    body: Type.Object({ access: Type.Optional(Access) }),
    ...nothing,
  }),
  lock: endpoint(anyProjectMember, `POST ${one}lock/`, nothing),
  unlock: endpoint(anyProjectMember, `DELETE ${one}lock/`, nothing),
  archive: endpoint(anyProjectMember, `POST ${one}archive/`, {
    200: Type.Object({ archived_at: DateTime }),
  }),
  restore: endpoint(anyProjectMember, `DELETE ${one}archive/`, nothing),
  listArchived: endpoint(anyProjectMember, `GET ${project}archived-pages/`, pages),
  listFavorites: endpoint(projectMembers, `GET ${favorites}`, pages),
  addFavorite: endpoint(projectMembers, `POST ${favorites}:id/`, nothing),
  removeFavorite: endpoint(projectMembers, `DELETE ${favorites}:id/`, nothing),
  duplicate: endpoint(anyProjectMember, `POST ${one}duplicate/`, { 201: PageDetail }),
  move: endpoint(anyProjectMember, `POST ${one}move/`, {
    body: Type.Object({ new_project_id: Id }),
    200: PageDetail,
  }),
  listSubPages: endpoint(anyProjectMember, `GET ${one}sub-pages/`, pages),
  summary: endpoint(anyProjectMember, `GET ${project}pages-summary/`, { 200: PagesSummary }),

  /** The Yjs document as bytes; empty if nothing was written yet. */
  getDescription: endpoint(anyProjectMember, `GET ${one}description/`, {
    200: Type.Unsafe<Uint8Array>({ type: 'string', format: 'binary' }),
  }),
  changeDescription: endpoint(anyProjectMember, `PATCH ${one}description/`, {
    body: PageDescription,
    200: Type.Partial(Type.Object({ message: Type.String(), error: Type.String() })),
  }),
  listVersions: endpoint(anyProjectMember, `GET ${versions}`, { 200: Type.Array(PageVersion) }),
  getVersion: endpoint(anyProjectMember, `GET ${version}`, { 200: PageVersionDetail }),
  restoreVersion: endpoint(anyProjectMember, `POST ${version}restore/`, { 200: Done }),

  addLog: endpoint(anyProjectMember, `POST ${log}`, { body: NewPageLog, 201: PageLog }),
  changeLog: endpoint(anyProjectMember, `PATCH ${logged}`, { body: PageLogPatch, 200: PageLog }),
  removeLog: endpoint(anyProjectMember, `DELETE ${logged}`, nothing),
}

/**
 * Signals a browser sends after its request succeeded, and the messages broadcast to all users on
 * the page.
 */
export const pageSignals = {
  lock: 'locked',
  unlock: 'unlocked',
  archive: 'archived',
  unarchive: 'unarchived',
  'make-public': 'made-public',
  'make-private': 'made-private',
} as const
export type PageSignal = keyof typeof pageSignals

/** The shared fields; `is_favorite` is personal. */
export type SharedPage = Omit<ProjectPage, 'is_favorite'>

export type PageEvent =
  | { type: 'page.saved'; page: SharedPage & Partial<Pick<ProjectPage, 'is_favorite'>> }
  /** Its text was changed, by any user; its properties were not. */
  | ({ type: 'page.written' } & Pick<ProjectPage, 'id' | 'updated_at' | 'updated_by'>)
  /** Deleted, moved away, or no longer visible to the recipients. */
  | { type: 'page.removed'; id: string; project_id: string }

function bySortOrder(a: ProjectPage, b: ProjectPage): number {
  if (a.is_favorite !== b.is_favorite) return a.is_favorite ? -1 : 1
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? 1 : -1
  return a.id < b.id ? -1 : 1
}

/** All pages of a project after a live or optimistic event. */
export function applyPageEvent(
  list: ProjectPage[],
  event: PageEvent,
  project_id: string,
): ProjectPage[] {
  if (event.type === 'page.removed') {
    if (event.project_id !== project_id) return list
    return list.filter(({ id }) => id !== event.id)
  }
  if (event.type === 'page.written') {
    const { type, ...written } = event
    return list.map((page) => (page.id === written.id ? { ...page, ...written } : page))
  }
  const { page } = event
  const known = list.find(({ id }) => id === page.id)
  const others = list.filter(({ id }) => id !== page.id)
  if (!page.project_ids.includes(project_id)) return known ? others : list
  return [...others, { is_favorite: false, ...known, ...page }].sort(bySortOrder)
}

/**
 * Updates the name in a page's favorite. If the page was removed, the favorite has its own event.
 */
export function applyPageEventToFavorites(favorites: Favorite[], event: PageEvent): Favorite[] {
  if (event.type !== 'page.saved') return favorites
  const { id, name, logo_props } = event.page
  return favorites.map((favorite) =>
    favorite.entity_type === 'page' && favorite.entity_identifier === id
      ? { ...favorite, entity_data: { id, name, logo_props, project_id: favorite.project_id } }
      : favorite,
  )
}

interface Caller {
  user_id: string
  /** The highest in any project of the page. */
  role: number
}
type Owned = Pick<ProjectPage, 'owned_by'>
type PageRights = Pick<ProjectPage, 'owned_by' | 'access' | 'is_locked' | 'archived_at'>

const isOwner = ({ user_id }: Caller, { owned_by }: Owned) => user_id === owned_by

export const canEditPage = (caller: Caller, page: Pick<PageRights, 'owned_by' | 'access'>) =>
  isOwner(caller, page) || (page.access === pageAccess.public && caller.role >= MEMBER)

export const canWritePage = (caller: Caller, page: PageRights) =>
  canEditPage(caller, page) && !page.is_locked && !page.archived_at

/** Lock, access, archive, restore, delete and move. */
export const canManagePage = (caller: Caller, page: Owned) =>
  isOwner(caller, page) || caller.role >= ADMIN

/** Duplicate, and add to favorites. */
export const canCopyPage = ({ role }: Caller) => role >= MEMBER
