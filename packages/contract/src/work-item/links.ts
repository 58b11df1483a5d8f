import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyProjectMember, projectMembers } from '../core/policy.ts'
import { audit, Id, Json, Nullable, withId } from '../core/shapes.ts'
import { UserLite } from '../identity/account.ts'

export const WorkItemLink = Type.Object({
  id: Id,
  title: Nullable(Type.String({ maxLength: 255 })),
  url: Type.String({ maxLength: 8192 }),
  /** Of the linked page: `title`, `favicon`, `url`, `favicon_url`; empty until it was fetched. */
  metadata: Json,
  issue: Id,
  project: Id,
  workspace: Id,
  ...audit,
  created_by_detail: Nullable(UserLite),
})
export type WorkItemLink = Static<typeof WorkItemLink>

export const NewWorkItemLink = Type.Object({
  url: WorkItemLink.properties.url,
  title: Type.Optional(WorkItemLink.properties.title),
})
export type NewWorkItemLink = Static<typeof NewWorkItemLink>

export const WorkItemLinkPatch = Type.Partial(NewWorkItemLink)
export type WorkItemLinkPatch = Static<typeof WorkItemLinkPatch>

const project = '/api/workspaces/:slug/projects/:project_id/'

function linksOf<Items extends string>(items: Items) {
  const all = `${project}${items}/` as const
  const one = `${all}:link_id/` as const
  return {
    list: endpoint(anyProjectMember, `GET ${all}`, { 200: Type.Array(WorkItemLink) }),
    create: endpoint(projectMembers, `POST ${all}`, {
      body: withId(NewWorkItemLink),
      201: WorkItemLink,
    }),
    get: endpoint(anyProjectMember, `GET ${one}`, { 200: WorkItemLink }),
    change: endpoint(projectMembers, `PATCH ${one}`, {
      body: WorkItemLinkPatch,
      200: WorkItemLink,
    }),
    remove: endpoint(projectMembers, `DELETE ${one}`, { 204: Type.Null() }),
  }
}

export const linksApi = linksOf('issues/:id/issue-links')
export const epicLinksApi = linksOf('epics/:id/links')
/** Also under the name used for items. */
export const epicIssueLinksApi = linksOf('epics/:id/issue-links')

export type WorkItemLinkEvent =
  | { type: 'link.saved'; link: WorkItemLink }
  | { type: 'link.removed'; id: string; work_item_id: string }

/** An item's links after an event. Used for live and optimistic updates. */
export function applyLinkEvent(links: WorkItemLink[], event: WorkItemLinkEvent): WorkItemLink[] {
  if (event.type === 'link.removed') return links.filter(({ id }) => id !== event.id)
  const saved = event.link
  const known = links.some(({ id }) => id === saved.id)
  return known ? links.map((link) => (link.id === saved.id ? saved : link)) : [saved, ...links]
}
