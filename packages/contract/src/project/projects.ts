import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { Page } from '../core/envelopes.ts'
import {
  anyMember,
  anyProjectMember,
  projectAdmins,
  projectOrWorkspaceAdmins,
  workspaceMembers,
} from '../core/policy.ts'
import { audit, DateTime, Day, Id, Json, Nullable, rowAudit, withId } from '../core/shapes.ts'
import { ProjectMember } from './project-members.ts'

/** The two networks of the contract: by invitation only, or open to all workspace members. */
export const PRIVATE = 0
export const PUBLIC = 2

/** Each shows or hides a feature; hiding deletes nothing. */
const switches = {
  module_view: Type.Boolean(),
  cycle_view: Type.Boolean(),
  issue_views_view: Type.Boolean(),
  page_view: Type.Boolean(),
  intake_view: Type.Boolean(),
  /** The same as `intake_view`. */
  inbox_view: Type.Boolean(),
  is_time_tracking_enabled: Type.Boolean(),
  is_issue_type_enabled: Type.Boolean(),
  is_epic_enabled: Type.Boolean(),
  guest_view_all_features: Type.Boolean(),
  /** Members may publish the project and their views too, not only admins. */
  members_can_publish: Type.Boolean(),
}

const types = {
  /** The types of its items, unordered; empty while types are disabled. */
  type_ids: Type.Array(Id),
  /** The type of items created without one. */
  default_type: Nullable(Id),
}

/** Fields that differ by user. */
const personal = {
  is_favorite: Type.Boolean(),
  member_role: Nullable(Type.Integer()),
  sort_order: Nullable(Type.Number()),
}

export const Project = Type.Object({
  id: Id,
  ...audit,
  name: Type.String(),
  identifier: Type.String(),
  description: Type.String(),
  description_text: Nullable(Json),
  description_html: Nullable(Json),
  network: Type.Integer(),
  workspace: Id,
  default_assignee: Nullable(Id),
  project_lead: Nullable(Id),
  emoji: Nullable(Type.String()),
  icon_prop: Nullable(Json),
  logo_props: Json,
  ...switches,
  cover_image: Nullable(Type.String()),
  cover_image_asset: Nullable(Id),
  cover_image_url: Nullable(Type.String()),
  estimate: Nullable(Id),
  archive_in: Type.Integer(),
  close_in: Type.Integer(),
  default_state: Nullable(Id),
  ...types,
  archived_at: Nullable(DateTime),
  timezone: Type.String(),
  start_date: Nullable(Day),
  target_date: Nullable(Day),
  external_source: Nullable(Type.String()),
  external_id: Nullable(Type.String()),
  anchor: Nullable(Type.String()),
  members: Type.Array(Id),
  ...personal,
})
export type Project = Static<typeof Project>

/** Fields needed by the sidebar and pickers. */
export const ProjectLite = Type.Object({
  id: Id,
  name: Type.String(),
  identifier: Type.String(),
  sort_order: personal.sort_order,
  logo_props: Json,
  member_role: personal.member_role,
  archived_at: Nullable(DateTime),
  workspace: Id,
  cycle_view: Type.Boolean(),
  issue_views_view: Type.Boolean(),
  module_view: Type.Boolean(),
  page_view: Type.Boolean(),
  inbox_view: Type.Boolean(),
  guest_view_all_features: Type.Boolean(),
  is_epic_enabled: Type.Boolean(),
  ...types,
  project_lead: Nullable(Id),
  network: Type.Integer(),
  ...rowAudit,
})
export type ProjectLite = Static<typeof ProjectLite>

/** Months without a change before a job processes an item; 0: never. */
const Months = Type.Integer({ minimum: 0, maximum: 12 })
const short = Type.String({ maxLength: 255 })

const ProjectName = Type.String({ minLength: 1, maxLength: 255 })
const ProjectIdentifier = Type.String({ maxLength: 12 })

export const ProjectPatch = Type.Partial(
  Type.Object({
    name: ProjectName,
    identifier: ProjectIdentifier,
    description: Type.String({ maxLength: 10_000 }),
    network: Type.Integer({ enum: [PRIVATE, PUBLIC] }),
    default_assignee: Nullable(Id),
    project_lead: Nullable(Id),
    emoji: Nullable(short),
    icon_prop: Nullable(Json),
    logo_props: Json,
    ...switches,
    cover_image: Nullable(Type.String({ maxLength: 800 })),
    archive_in: Months,
    close_in: Months,
    default_state: Nullable(Id),
    type_ids: Type.Array(Id, { maxItems: 100 }),
    default_type: Nullable(Id),
    estimate: Nullable(Id),
    timezone: short,
    start_date: Nullable(Day),
    target_date: Nullable(Day),
    external_source: Nullable(short),
    external_id: Nullable(short),
  }),
)
export type ProjectPatch = Static<typeof ProjectPatch>

export const NewProject = Type.Object({
  ...ProjectPatch.properties,
  name: ProjectName,
  identifier: ProjectIdentifier,
})
export type NewProject = Static<typeof NewProject>

const stats = {
  total_issues: Type.Integer(),
  completed_issues: Type.Integer(),
  total_members: Type.Integer(),
  total_cycles: Type.Integer(),
  total_modules: Type.Integer(),
}
export const ProjectStats = Type.Object({ id: Id, ...Type.Partial(Type.Object(stats)).properties })
export type ProjectStats = Static<typeof ProjectStats>

/** Query values arrive as text; the server parses each by a closed grammar. */
const ProjectListQuery = Type.Partial(
  Type.Object({ per_page: Type.String(), cursor: Type.String(), order_by: Type.String() }),
)
export type ProjectListQuery = Static<typeof ProjectListQuery>

/** All projects; with both `per_page` and `cursor`, one page of them. */
const Projects = Type.Unsafe<Project[]>({
  anyOf: [Type.Array(Project), Page(Type.Array(Project))],
})

const workspace = '/api/workspaces/:slug/'
const all = `${workspace}projects/` as const
const one = `${all}:project_id/` as const

export const projectsApi = {
  list: endpoint(anyMember, `GET ${all}details/`, { query: ProjectListQuery, 200: Projects }),
  listLite: endpoint(anyMember, `GET ${all}`, { 200: Type.Array(ProjectLite) }),
  create: endpoint(workspaceMembers, `POST ${all}`, { body: withId(NewProject), 201: Project }),
  get: endpoint(anyProjectMember, `GET ${one}`, { 200: Project }),
  change: endpoint(projectAdmins, `PATCH ${one}`, { body: ProjectPatch, 200: Project }),
  replace: endpoint(projectAdmins, `PUT ${one}`, { body: ProjectPatch, 200: Project }),
  remove: endpoint(projectOrWorkspaceAdmins, `DELETE ${one}`, { 204: Type.Null() }),
  archive: endpoint(projectAdmins, `POST ${one}archive/`, {
    200: Type.Object({ archived_at: DateTime }),
  }),
  restore: endpoint(projectAdmins, `DELETE ${one}archive/`, { 204: Type.Null() }),
  members: endpoint(anyProjectMember, `GET ${one}members/`, { 200: Type.Array(ProjectMember) }),
  identifierCheck: endpoint(workspaceMembers, `GET ${workspace}project-identifiers/`, {
    query: Type.Object({ name: Type.Optional(Type.String()) }),
    200: Type.Object({
      exists: Type.Integer(),
      identifiers: Type.Array(Type.Object({ id: Id, name: Type.String(), project: Id })),
    }),
  }),
  stats: endpoint(anyMember, `GET ${workspace}project-stats/`, {
    query: Type.Partial(
      Type.Object({ project_ids: Type.String(), fields: Type.String({ maxLength: 255 }) }),
    ),
    200: Type.Array(ProjectStats),
  }),
}

/** The shared fields; personal ones are included only for the user whose fields changed. */
export type SharedProject = Omit<Project, keyof typeof personal>
export type SavedProject = SharedProject & Partial<Pick<Project, keyof typeof personal>>

export type ProjectEvent =
  | { type: 'project.saved'; project: SavedProject }
  /** Deleted, or no longer visible to the recipients. */
  | { type: 'project.removed'; id: string }

const stranger = { is_favorite: false, member_role: null, sort_order: null }

/** The user's own order; projects the user is not in come last. */
export const byProjectOrder = (
  a: Pick<Project, 'sort_order' | 'name'>,
  b: Pick<Project, 'sort_order' | 'name'>,
): number => {
  const [first, second] = [a.sort_order ?? Number.MAX_VALUE, b.sort_order ?? Number.MAX_VALUE]
  if (first !== second) return first - second
  if (a.name === b.name) return 0
  return a.name < b.name ? -1 : 1
}

/** The project list after an event. Used for live and optimistic updates. */
export function applyProjectEvent(projects: Project[], event: ProjectEvent): Project[] {
  if (event.type === 'project.removed') return projects.filter(({ id }) => id !== event.id)
  const saved = event.project
  const known = projects.find(({ id }) => id === saved.id)
  const others = projects.filter(({ id }) => id !== saved.id)
  return [{ ...stranger, ...known, ...saved }, ...others].sort(byProjectOrder)
}
