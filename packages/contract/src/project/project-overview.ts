import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyProjectMember, projectMembers } from '../core/policy.ts'
import { audit, DateTime, Id, Json, Nullable, withId } from '../core/shapes.ts'
import { ProgressCounts } from '../planning/progress.ts'

/** A link of a project: a repository, a design, a handbook. */
export const ProjectLink = Type.Object({
  id: Id,
  title: Nullable(Type.String({ maxLength: 255 })),
  url: Type.String({ maxLength: 8192 }),
  project: Id,
  workspace: Id,
  ...audit,
})
export type ProjectLink = Static<typeof ProjectLink>

export const NewProjectLink = Type.Object({
  url: ProjectLink.properties.url,
  title: Type.Optional(ProjectLink.properties.title),
})
export type NewProjectLink = Static<typeof NewProjectLink>

export const ProjectLinkPatch = Type.Partial(NewProjectLink)
export type ProjectLinkPatch = Static<typeof ProjectLinkPatch>

/** Computed data for the overview; the rest is in the project itself. */
export const ProjectOverview = Type.Object({
  /** Of the items the caller may see. */
  progress: ProgressCounts,
  /** Those changed last that the caller may see. */
  pages: Type.Array(
    Type.Object({
      id: Id,
      name: Type.String(),
      logo_props: Json,
      updated_at: DateTime,
      updated_by: Nullable(Id),
    }),
  ),
  /** Initiatives with this project; empty for workspace guests. */
  initiatives: Type.Array(Type.Object({ id: Id, name: Type.String() })),
})
export type ProjectOverview = Static<typeof ProjectOverview>

const project = '/api/workspaces/:slug/projects/:project_id/'
const links = `${project}project-links/` as const
const link = `${links}:id/` as const

export const projectOverviewApi = {
  get: endpoint(anyProjectMember, `GET ${project}overview/`, { 200: ProjectOverview }),
  links: endpoint(anyProjectMember, `GET ${links}`, { 200: Type.Array(ProjectLink) }),
  addLink: endpoint(projectMembers, `POST ${links}`, {
    body: withId(NewProjectLink),
    201: ProjectLink,
  }),
  changeLink: endpoint(projectMembers, `PATCH ${link}`, {
    body: ProjectLinkPatch,
    200: ProjectLink,
  }),
  removeLink: endpoint(projectMembers, `DELETE ${link}`, { 204: Type.Null() }),
}

export type ProjectLinkEvent =
  | { type: 'project_link.saved'; link: ProjectLink }
  | { type: 'project_link.removed'; id: string; project_id: string }

/** A project's links after an event, newest first. */
export function applyProjectLinkEvent(
  known: ProjectLink[],
  event: ProjectLinkEvent,
): ProjectLink[] {
  if (event.type === 'project_link.removed') return known.filter(({ id }) => id !== event.id)
  const saved = event.link
  const isKnown = known.some(({ id }) => id === saved.id)
  return isKnown ? known.map((old) => (old.id === saved.id ? saved : old)) : [saved, ...known]
}
