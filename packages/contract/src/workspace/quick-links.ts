import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyMember } from '../core/policy.ts'
import { audit, Id, Json, Nullable, withId } from '../core/shapes.ts'

/** A link to another site on a user's home page. */
export const QuickLink = Type.Object({
  id: Id,
  title: Nullable(Type.String({ maxLength: 255 })),
  url: Type.String({ maxLength: 8192 }),
  metadata: Json,
  owner: Id,
  workspace: Id,
  project: Type.Null(),
  ...audit,
})
export type QuickLink = Static<typeof QuickLink>

const { title, url, metadata } = QuickLink.properties

export const NewQuickLink = Type.Object({
  url,
  title: Type.Optional(title),
  metadata: Type.Optional(metadata),
})
export type NewQuickLink = Static<typeof NewQuickLink>

export const QuickLinkPatch = Type.Partial(NewQuickLink)
export type QuickLinkPatch = Static<typeof QuickLinkPatch>

const all = '/api/workspaces/:slug/quick-links/'
const one = `${all}:id/` as const

/** The caller's links in a workspace, newest first. */
export const quickLinksApi = {
  list: endpoint(anyMember, `GET ${all}`, { 200: Type.Array(QuickLink) }),
  create: endpoint(anyMember, `POST ${all}`, { body: withId(NewQuickLink), 201: QuickLink }),
  get: endpoint(anyMember, `GET ${one}`, { 200: QuickLink }),
  change: endpoint(anyMember, `PATCH ${one}`, { body: QuickLinkPatch, 200: QuickLink }),
  remove: endpoint(anyMember, `DELETE ${one}`, { 204: Type.Null() }),
}

export type QuickLinkEvent =
  | { type: 'quick_link.saved'; quick_link: QuickLink }
  | { type: 'quick_link.removed'; id: string }

/** A user's links after an event. Used for live and optimistic updates. */
export function applyQuickLinkEvent(links: QuickLink[], event: QuickLinkEvent): QuickLink[] {
  if (event.type === 'quick_link.removed') return links.filter(({ id }) => id !== event.id)
  const saved = event.quick_link
  const known = links.some(({ id }) => id === saved.id)
  return known ? links.map((link) => (link.id === saved.id ? saved : link)) : [saved, ...links]
}
