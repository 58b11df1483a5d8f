import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { projectMembers } from '../core/policy.ts'
import { ADMIN } from '../core/roles.ts'
import { Id, Json, rowAudit, withId } from '../core/shapes.ts'

/** A template for new pages of a project. */
export const PageTemplate = Type.Object({
  id: Id,
  ...rowAudit,
  workspace: Id,
  project: Id,
  name: Type.String(),
  color: Type.String(),
  logo_props: Json,
})
export type PageTemplate = Static<typeof PageTemplate>

const Name = Type.String({ maxLength: 255 })

export const NewPageTemplate = Type.Object({ name: Name })
export type NewPageTemplate = Static<typeof NewPageTemplate>

export const PageTemplatePatch = Type.Object({ name: Name })
export type PageTemplatePatch = Static<typeof PageTemplatePatch>

const project = '/api/workspaces/:slug/projects/:project_id/'
const all = `${project}page-templates/` as const
const one = `${all}:id/` as const

/**
 * Created and used by users who may create pages; renamed and deleted by its creator or an admin.
 */
export const pageTemplatesApi = {
  list: endpoint(projectMembers, `GET ${all}`, { 200: Type.Array(PageTemplate) }),
  /** From the current page; later changes of either do not affect the other. */
  create: endpoint(projectMembers, `POST ${project}pages/:id/templates/`, {
    body: withId(NewPageTemplate),
    201: PageTemplate,
  }),
  change: endpoint(projectMembers, `PATCH ${one}`, { body: PageTemplatePatch, 200: PageTemplate }),
  remove: endpoint(projectMembers, `DELETE ${one}`, { 204: Type.Null() }),
}

export type PageTemplateEvent =
  | { type: 'page_template.saved'; template: PageTemplate }
  | { type: 'page_template.removed'; id: string; project_id: string }

export function applyPageTemplateEvent(
  list: PageTemplate[],
  event: PageTemplateEvent,
): PageTemplate[] {
  if (event.type === 'page_template.removed') return list.filter(({ id }) => id !== event.id)
  const { template } = event
  const others = list.filter(({ id }) => id !== template.id)
  return [...others, template].sort(
    (a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1),
  )
}

export const canManageTemplate = (
  caller: { user_id: string; role: number },
  { created_by }: Pick<PageTemplate, 'created_by'>,
) => caller.user_id === created_by || caller.role >= ADMIN
