import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyMember } from '../core/policy.ts'
import { Choice, DateTime, Id, Nullable } from '../core/shapes.ts'
import { stateGroups } from '../project/states.ts'

/** In the order they are shown. */
export const searchKinds = [
  ...(['work_item', 'page', 'comment', 'intake', 'project', 'cycle', 'module'] as const),
  ...(['view', 'label', 'person'] as const),
]
export type SearchKind = (typeof searchKinds)[number]

/** A text and where in it the words stand that were found, each from and up to a character. */
const MarkedText = Type.Object({
  text: Type.String(),
  marks: Type.Array(Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 })),
})
export type MarkedText = Static<typeof MarkedText>

export const SearchHit = Type.Object({
  kind: Choice(searchKinds),
  id: Id,
  name: MarkedText,
  /** A part of the text, with the words if they stand there. */
  excerpt: Nullable(MarkedText),
  /** Where it is opened; null: in the workspace. */
  project_id: Nullable(Id),
  /** Of a work item, a request in intake, and the item a comment is on. */
  key: Nullable(Type.String()),
  work_item_id: Nullable(Id),
  state__group: Nullable(Choice([...stateGroups, 'triage'] as const)),
  /** Of a view of a teamspace. */
  teamspace_id: Nullable(Id),
  color: Nullable(Type.String()),
  /** Who it is given to, wrote it or owns it; of a person, their user. */
  user_ids: Type.Array(Id),
  start_date: Nullable(Type.String()),
  end_date: Nullable(Type.String()),
  updated_at: DateTime,
})
export type SearchHit = Static<typeof SearchHit>

export const searchAges = ['week', 'month', 'year'] as const
/** `any`: items in whatever state, and nothing that has none. */
export const searchStates = ['open', 'closed', 'any'] as const
export const searchOrders = ['best', 'newest'] as const

const choices = <V extends readonly string[]>(values: V) => Type.Optional(Choice(values))

const FullTextQuery = Type.Object({
  search: Type.Optional(Type.String({ maxLength: 255 })),
  kind: choices(searchKinds),
  /** Ids, separated by commas. */
  projects: Type.Optional(Type.String({ maxLength: 4_000 })),
  state: choices(searchStates),
  updated: choices(searchAges),
  order: choices(searchOrders),
})
export type FullTextQuery = Static<typeof FullTextQuery>

const count = Type.Integer()

/** How many each choice would leave, with the other choices as they are. */
export const SearchFacets = Type.Object({
  kinds: Type.Array(Type.Object({ kind: Choice(searchKinds), count })),
  projects: Type.Array(Type.Object({ id: Id, count })),
  states: Type.Object({ open: count, closed: count }),
  updated: Type.Object({ any: count, week: count, month: count, year: count }),
})
export type SearchFacets = Static<typeof SearchFacets>

const FullTextAnswer = Type.Object({
  /** The best of each kind, or of the one that is asked for. */
  hits: Type.Array(SearchHit),
  total: count,
  /** There is more than was looked at: the numbers are the least there is. */
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
