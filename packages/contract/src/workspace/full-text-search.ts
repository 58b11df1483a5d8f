import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyMember } from '../core/policy.ts'
import { Choice, DateTime, Id, Nullable } from '../core/shapes.ts'
import { stateGroups } from '../project/states.ts'

/** In display order. */
export const searchKinds = [
  ...(['work_item', 'page', 'comment', 'intake', 'project', 'cycle', 'module'] as const),
  ...(['view', 'label', 'person'] as const),
]
export type SearchKind = (typeof searchKinds)[number]

/** A text with the ranges of the matching words, each from a character up to another. */
const MarkedText = Type.Object({
  text: Type.String(),
  marks: Type.Array(Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 })),
})
export type MarkedText = Static<typeof MarkedText>

export const SearchHit = Type.Object({
  kind: Choice(searchKinds),
  id: Id,
  name: MarkedText,
  /** A part of the text, with the matching words if it contains them. */
  excerpt: Nullable(MarkedText),
  /** The project to open it in; null: in the workspace. */
  project_id: Nullable(Id),
  /** Of a work item, a request in intake, and the item a comment is on. */
  key: Nullable(Type.String()),
  work_item_id: Nullable(Id),
  state__group: Nullable(Choice([...stateGroups, 'triage'] as const)),
  /** Set for a view of a teamspace. */
  teamspace_id: Nullable(Id),
  color: Nullable(Type.String()),
  /** Its assignees, author or owner; for a person, their user. */
  user_ids: Type.Array(Id),
  start_date: Nullable(Type.String()),
  end_date: Nullable(Type.String()),
  updated_at: DateTime,
})
export type SearchHit = Static<typeof SearchHit>

export const searchAges = ['week', 'month', 'year'] as const
/** `any`: items in any state, but nothing without a state. */
export const searchStates = ['open', 'closed', 'any'] as const
export const searchOrders = ['best', 'newest'] as const

const choices = <V extends readonly string[]>(values: V) => Type.Optional(Choice(values))

const FullTextQuery = Type.Object({
  search: Type.Optional(Type.String({ maxLength: 255 })),
  kind: choices(searchKinds),
  /** Comma-separated ids. */
  projects: Type.Optional(Type.String({ maxLength: 4_000 })),
  state: choices(searchStates),
  updated: choices(searchAges),
  order: choices(searchOrders),
})
export type FullTextQuery = Static<typeof FullTextQuery>

const count = Type.Integer()

/** Number of hits per option, with the other options unchanged. */
export const SearchFacets = Type.Object({
  kinds: Type.Array(Type.Object({ kind: Choice(searchKinds), count })),
  projects: Type.Array(Type.Object({ id: Id, count })),
  states: Type.Object({ open: count, closed: count }),
  updated: Type.Object({ any: count, week: count, month: count, year: count }),
})
export type SearchFacets = Static<typeof SearchFacets>

const FullTextAnswer = Type.Object({
  /** The best of each kind, or of the requested one. */
  hits: Type.Array(SearchHit),
  total: count,
  /** There are more hits than were examined: the numbers are lower bounds. */
  is_capped: Type.Boolean(),
  facets: SearchFacets,
})
export type FullTextAnswer = Static<typeof FullTextAnswer>

export const fullTextSearchApi = {
  search: endpoint(anyMember, 'GET /api/workspaces/:slug/full-text-search/', {
    query: FullTextQuery,
    200: FullTextAnswer,
  }),
}
