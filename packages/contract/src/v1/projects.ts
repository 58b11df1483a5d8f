import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { Page } from '../core/envelopes.ts'
import {
  anyMember,
  anyProjectMember,
  byToken,
  projectAdmins,
  projectOrWorkspaceAdmins,
  workspaceAdmins,
  workspaceMembers,
} from '../core/policy.ts'
import { DateTime, Id, Json, Nullable } from '../core/shapes.ts'
import { NewProject, Project, ProjectPatch } from '../project/projects.ts'
import { ListQuery, ShapeQuery } from './lists.ts'
import { project, workspace } from './paths.ts'

const { anchor, members, is_favorite, inbox_view, ...shown } = Project.properties

export const ProjectV1 = Type.Object({
  ...shown,
  total_members: Type.Integer(),
  total_cycles: Type.Integer(),
  total_modules: Type.Integer(),
  is_member: Type.Boolean(),
  is_deployed: Type.Boolean(),
})
export type ProjectV1 = Static<typeof ProjectV1>

export const ProjectLiteV1 = Type.Object({
  id: Id,
  identifier: Type.String(),
  name: Type.String(),
  cover_image: Nullable(Type.String()),
  icon_prop: Nullable(Json),
  emoji: Nullable(Type.String()),
  description: Type.String(),
  cover_image_url: Nullable(Type.String()),
  archived_at: Nullable(DateTime),
})
export type ProjectLiteV1 = Static<typeof ProjectLiteV1>

const LiteQuery = Type.Object({
  ...ListQuery.properties,
  include_archived: Type.Optional(Type.String({ maxLength: 10 })),
})
export type ProjectsLiteQueryV1 = Static<typeof LiteQuery>

export const summarised = [
  ...['members', 'states', 'labels', 'cycles', 'modules', 'issues', 'intakes', 'pages'],
] as const

const Summary = Type.Object({
  id: Id,
  name: Type.String(),
  identifier: Type.String(),
  counts: Type.Record(Type.String(), Type.Integer()),
})

const flags = <const Names extends readonly string[]>(names: Names) =>
  Type.Object(
    Object.fromEntries(names.map((name) => [name, Type.Boolean()])) as Record<
      Names[number],
      ReturnType<typeof Type.Boolean>
    >,
  )

/** Those after the first line are not supported, and stay off. */
const ProjectFeatures = flags([
  ...(['epics', 'modules', 'cycles', 'views', 'pages', 'intakes', 'work_item_types'] as const),
  ...(['workflows', 'parallel_cycles', 'project_updates'] as const),
])
export type ProjectFeaturesV1 = Static<typeof ProjectFeatures>
const ProjectFeaturesPatch = Type.Partial(ProjectFeatures)
export type ProjectFeaturesPatchV1 = Static<typeof ProjectFeaturesPatch>

const WorkspaceFeatures = flags([
  ...(['project_grouping', 'initiatives', 'teams', 'customers', 'wiki', 'pi'] as const),
  ...(['work_item_types', 'states_owned_by_workspace'] as const),
])
export type WorkspaceFeaturesV1 = Static<typeof WorkspaceFeatures>

const all = `${workspace}projects/` as const
const archive = `${project}archive/` as const
const features = `${project}features/` as const
const workspaceFeatures = `${workspace}features/` as const

export const projectsV1 = {
  list: endpoint(byToken(anyMember), `GET ${all}`, {
    query: ListQuery,
    200: Page(Type.Array(ProjectV1)),
  }),
  listLite: endpoint(byToken(anyMember), `GET ${workspace}projects-lite/`, {
    query: LiteQuery,
    200: Page(Type.Array(ProjectLiteV1)),
  }),
  create: endpoint(byToken(workspaceMembers), `POST ${all}`, { body: NewProject, 201: ProjectV1 }),
  get: endpoint(byToken(anyMember), `GET ${project}`, { query: ShapeQuery, 200: ProjectV1 }),
  change: endpoint(byToken(projectAdmins), `PATCH ${project}`, {
    body: ProjectPatch,
    200: ProjectV1,
  }),
  remove: endpoint(byToken(projectOrWorkspaceAdmins), `DELETE ${project}`, { 204: Type.Null() }),
  archive: endpoint(byToken(projectAdmins), `POST ${archive}`, { 204: Type.Null() }),
  restore: endpoint(byToken(projectAdmins), `DELETE ${archive}`, { 204: Type.Null() }),
  summary: endpoint(byToken(workspaceMembers), `GET ${project}summary/`, {
    query: ShapeQuery,
    200: Summary,
  }),
  features: endpoint(byToken(anyProjectMember), `GET ${features}`, { 200: ProjectFeatures }),
  changeFeatures: endpoint(byToken(projectAdmins), `PATCH ${features}`, {
    body: ProjectFeaturesPatch,
    200: ProjectFeatures,
  }),
  workspaceFeatures: endpoint(byToken(anyMember), `GET ${workspaceFeatures}`, {
    200: WorkspaceFeatures,
  }),
  changeWorkspaceFeatures: endpoint(byToken(workspaceAdmins), `PATCH ${workspaceFeatures}`, {
    body: Type.Partial(WorkspaceFeatures),
    200: WorkspaceFeatures,
  }),
}
