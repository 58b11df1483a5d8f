import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { anyMember, anyProjectMember, workspaceMembers } from './policy.ts'
import { audit, DateTime, Id, Json, Nullable } from './shapes.ts'

export const Project = Type.Object({
  id: Id,
  ...audit,
  name: Type.String(),
  identifier: Type.String(),
  description: Type.String(),
  network: Type.Integer(),
  workspace: Id,
  default_assignee: Nullable(Id),
  project_lead: Nullable(Id),
  logo_props: Json,
  module_view: Type.Boolean(),
  cycle_view: Type.Boolean(),
  issue_views_view: Type.Boolean(),
  page_view: Type.Boolean(),
  intake_view: Type.Boolean(),
  inbox_view: Type.Boolean(),
  guest_view_all_features: Type.Boolean(),
  archived_at: Nullable(DateTime),
  timezone: Type.String(),
  is_favorite: Type.Boolean(),
  member_role: Nullable(Type.Integer()),
  sort_order: Nullable(Type.Number()),
  anchor: Nullable(Type.String()),
  members: Type.Array(Id),
})
export type Project = Static<typeof Project>

export const NewProject = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 255 }),
  identifier: Type.String({ maxLength: 12 }),
  description: Type.Optional(Type.String({ maxLength: 10_000 })),
  network: Type.Optional(Type.Integer({ enum: [0, 2] })),
  logo_props: Type.Optional(Json),
  project_lead: Type.Optional(Nullable(Id)),
})
export type NewProject = Static<typeof NewProject>

export const ProjectMember = Type.Object({
  id: Id,
  role: Type.Integer(),
  member: Id,
  project: Id,
  original_role: Type.Integer(),
  created_at: DateTime,
})
export type ProjectMember = Static<typeof ProjectMember>

const all = '/api/workspaces/:slug/projects/'
const one = `${all}:project_id/` as const

export const projectsApi = {
  list: endpoint(anyMember, `GET ${all}details/`, { 200: Type.Array(Project) }),
  create: endpoint(workspaceMembers, `POST ${all}`, { body: NewProject, 201: Project }),
  get: endpoint(anyProjectMember, `GET ${one}`, { 200: Project }),
  members: endpoint(anyProjectMember, `GET ${one}members/`, { 200: Type.Array(ProjectMember) }),
  identifierCheck: endpoint(workspaceMembers, 'GET /api/workspaces/:slug/project-identifiers/', {
    query: Type.Object({ name: Type.Optional(Type.String()) }),
    200: Type.Object({
      exists: Type.Integer(),
      identifiers: Type.Array(Type.Object({ id: Id, name: Type.String(), project: Id })),
    }),
  }),
}

export type ProjectEvent = { type: 'project.saved'; project: Project }

/** The project list after an event. Live updates and optimistic ones both go through here. */
export function applyProjectEvent(projects: Project[], { project }: ProjectEvent): Project[] {
  const known = projects.some(({ id }) => id === project.id)
  if (!known) return [project, ...projects]
  return projects.map((old) => (old.id === project.id ? { ...old, ...project } : old))
}
