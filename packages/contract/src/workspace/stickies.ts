import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { Page } from '../core/envelopes.ts'
import { anyMember } from '../core/policy.ts'
import { audit, Id, Json, Nullable, withId } from '../core/shapes.ts'

const ShortText = Nullable(Type.String({ maxLength: 255 }))

/** Fields a user can set on a note. */
const written = {
  name: Nullable(Type.String({ maxLength: 10_000 })),
  description: Json,
  description_html: Type.String({ maxLength: 1_000_000 }),
  logo_props: Json,
  color: ShortText,
  background_color: ShortText,
  sort_order: Type.Number(),
}

/** A personal note in a workspace. */
export const Sticky = Type.Object({
  id: Id,
  ...written,
  /** Plain text; null if there is none. */
  description_stripped: Nullable(Type.String()),
  description_binary: Type.Null(),
  workspace: Id,
  owner: Id,
  ...audit,
})
export type Sticky = Static<typeof Sticky>

export const StickyPatch = Type.Partial(Type.Object(written))
export type StickyPatch = Static<typeof StickyPatch>

export const StickiesQuery = Type.Partial(
  Type.Object({
    /** Part of the text. */
    query: Type.String({ maxLength: 1000 }),
    per_page: Type.String(),
    cursor: Type.String(),
  }),
)
export type StickiesQuery = Static<typeof StickiesQuery>

const all = '/api/workspaces/:slug/stickies/'
const one = `${all}:id/` as const

/** The caller's notes in a workspace, in descending order. */
export const stickiesApi = {
  list: endpoint(anyMember, `GET ${all}`, {
    query: StickiesQuery,
    200: Page(Type.Array(Sticky)),
  }),
  create: endpoint(anyMember, `POST ${all}`, { body: withId(StickyPatch), 201: Sticky }),
  get: endpoint(anyMember, `GET ${one}`, { 200: Sticky }),
  change: endpoint(anyMember, `PATCH ${one}`, { body: StickyPatch, 200: Sticky }),
  remove: endpoint(anyMember, `DELETE ${one}`, { 204: Type.Null() }),
}

export type StickyEvent =
  | { type: 'sticky.saved'; sticky: Sticky }
  | { type: 'sticky.removed'; id: string }

/** The order of the server's list. */
const comesBefore = (one: Sticky, other: Sticky) =>
  other.sort_order - one.sort_order ||
  Date.parse(other.created_at) - Date.parse(one.created_at) ||
  (one.id < other.id ? -1 : 1)

/** Notes after an event, in order. Used for live and optimistic updates. */
export function applyStickyEvent(stickies: readonly Sticky[], event: StickyEvent): Sticky[] {
  const id = event.type === 'sticky.saved' ? event.sticky.id : event.id
  const others = stickies.filter((sticky) => sticky.id !== id)
  return event.type === 'sticky.saved' ? [...others, event.sticky].sort(comesBefore) : others
}
