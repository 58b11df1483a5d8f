import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { Page } from '../core/envelopes.ts'
import { anyMember, byToken } from '../core/policy.ts'
import { Sticky, StickyPatch } from '../workspace/stickies.ts'
import { ListQuery, ShapeQuery } from './lists.ts'
import { workspace } from './paths.ts'

const StickiesQuery = Type.Object({
  ...ListQuery.properties,
  /** Part of the text. */
  query: Type.Optional(Type.String({ maxLength: 1000 })),
})
export type StickiesQueryV1 = Static<typeof StickiesQuery>

const all = `${workspace}stickies/` as const
const one = `${all}:sticky_id/` as const
const own = byToken(anyMember)

/** The caller's notes in a workspace. */
export const stickiesV1 = {
  list: endpoint(own, `GET ${all}`, { query: StickiesQuery, 200: Page(Type.Array(Sticky)) }),
  /** A new note comes before the others; `sort_order` is ignored. */
  create: endpoint(own, `POST ${all}`, { body: StickyPatch, 201: Sticky }),
  get: endpoint(own, `GET ${one}`, { query: ShapeQuery, 200: Sticky }),
  change: endpoint(own, `PATCH ${one}`, { body: StickyPatch, 200: Sticky }),
  remove: endpoint(own, `DELETE ${one}`, { 204: Type.Null() }),
}
