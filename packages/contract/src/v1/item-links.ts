import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { Page } from '../core/envelopes.ts'
import { anyProjectMember, byToken, projectMembers } from '../core/policy.ts'
import { audit, Id, Json, Nullable } from '../core/shapes.ts'
import { ListQuery, ShapeQuery } from './lists.ts'
import { project } from './paths.ts'
import type { Tree } from './work-items.ts'

const title = Nullable(Type.String({ maxLength: 255 }))
const url = Type.String({ maxLength: 8192 })

export const ItemLinkV1 = Type.Object({
  id: Id,
  ...audit,
  title,
  url,
  metadata: Json,
  issue: Id,
  project: Id,
  workspace: Id,
})
export type ItemLinkV1 = Static<typeof ItemLinkV1>

const LinkPatch = Type.Partial(Type.Object({ url, title }))

/** `created_by` is for importers: used for project admins, ignored for others. */
const NewLink = Type.Object({
  url,
  title: Type.Optional(title),
  created_by: Type.Optional(Nullable(Id)),
})
export type NewLinkV1 = Static<typeof NewLink>

function linksV1<T extends Tree>(tree: T) {
  const all = `${project}${tree}/:issue_id/links/` as const
  const one = `${all}:link_id/` as const
  return {
    list: endpoint(byToken(anyProjectMember), `GET ${all}`, {
      query: ListQuery,
      200: Page(Type.Array(ItemLinkV1)),
    }),
    create: endpoint(byToken(projectMembers), `POST ${all}`, { body: NewLink, 201: ItemLinkV1 }),
    get: endpoint(byToken(anyProjectMember), `GET ${one}`, { query: ShapeQuery, 200: ItemLinkV1 }),
    change: endpoint(byToken(projectMembers), `PATCH ${one}`, { body: LinkPatch, 200: ItemLinkV1 }),
    remove: endpoint(byToken(projectMembers), `DELETE ${one}`, { 204: Type.Null() }),
  }
}

export const workItemLinksV1 = linksV1('work-items')
export const issueLinksV1 = linksV1('issues')
