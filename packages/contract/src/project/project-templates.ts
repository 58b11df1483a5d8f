import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { projectOrWorkspaceAdmins, workspaceMembers } from '../core/policy.ts'
import { ADMIN } from '../core/roles.ts'
import { Id, rowAudit, withId } from '../core/shapes.ts'
import { NewProject, Project } from './projects.ts'

/** With their sub-items. */
export const MAX_PROJECT_TEMPLATE_ITEMS = 100
/** With their sub-pages. */
export const MAX_PROJECT_TEMPLATE_PAGES = 100

/** How a project is set up, to set up others; what it contains is only in the projects made from it. */
export const ProjectTemplate = Type.Object({
  id: Id,
  ...rowAudit,
  workspace_id: Id,
  name: Type.String(),
  description: Type.String(),
  /** How many of each it has. */
  counts: Type.Object({
    states: Type.Integer(),
    labels: Type.Integer(),
    views: Type.Integer(),
    item_templates: Type.Integer(),
    modules: Type.Integer(),
    items: Type.Integer(),
    /** Missing in templates from before pages came along. */
    pages: Type.Optional(Type.Integer()),
  }),
})
export type ProjectTemplate = Static<typeof ProjectTemplate>

const Name = Type.String({ minLength: 1, maxLength: 255 })
const Description = Type.String({ maxLength: 1000 })

export const NewProjectTemplate = Type.Object({
  name: Name,
  description: Type.Optional(Description),
  /** Its modules and work items too: only for admins of the project. */
  with_content: Type.Optional(Type.Boolean()),
  /** Its public pages too: only for admins of the project. */
  with_pages: Type.Optional(Type.Boolean()),
})
export type NewProjectTemplate = Static<typeof NewProjectTemplate>

export const ProjectTemplatePatch = Type.Partial(
  Type.Object({ name: Name, description: Description }),
)
export type ProjectTemplatePatch = Static<typeof ProjectTemplatePatch>

const workspace = '/api/workspaces/:slug/'
const all = `${workspace}project-templates/` as const
const one = `${all}:id/` as const

/**
 * Saved by admins of the project or the workspace, used by users who may create projects; changed
 * and deleted by their creator or a workspace admin.
 */
export const projectTemplatesApi = {
  list: endpoint(workspaceMembers, `GET ${all}`, { 200: Type.Array(ProjectTemplate) }),
  /** From a project; later changes of either do not affect the other. */
  create: endpoint(projectOrWorkspaceAdmins, `POST ${workspace}projects/:project_id/templates/`, {
    body: withId(NewProjectTemplate),
    201: ProjectTemplate,
  }),
  change: endpoint(workspaceMembers, `PATCH ${one}`, {
    body: ProjectTemplatePatch,
    200: ProjectTemplate,
  }),
  remove: endpoint(workspaceMembers, `DELETE ${one}`, { 204: Type.Null() }),
  /** A project set up like the template; what the request says counts. */
  use: endpoint(workspaceMembers, `POST ${one}projects/`, {
    body: withId(NewProject),
    201: Project,
  }),
}

export type ProjectTemplateEvent =
  | { type: 'project_template.saved'; template: ProjectTemplate }
  | { type: 'project_template.removed'; id: string; workspace_id: string }

export function applyProjectTemplateEvent(
  list: ProjectTemplate[],
  event: ProjectTemplateEvent,
): ProjectTemplate[] {
  if (event.type === 'project_template.removed') return list.filter(({ id }) => id !== event.id)
  const { template } = event
  const others = list.filter(({ id }) => id !== template.id)
  return [...others, template].sort(
    (a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1),
  )
}

export const canManageProjectTemplate = (
  caller: { user_id: string; workspace_role: number },
  { created_by }: Pick<ProjectTemplate, 'created_by'>,
) => caller.user_id === created_by || caller.workspace_role >= ADMIN
