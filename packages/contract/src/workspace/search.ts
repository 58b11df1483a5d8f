import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyMember } from '../core/policy.ts'
import { Id } from '../core/shapes.ts'
import { FoundItem } from '../work-item/search-issues.ts'

const name = Type.String()
const FoundWorkspace = Type.Object({ id: Id, name, slug: Type.String() })
const FoundProject = Type.Object({
  ...{ id: Id, name },
  identifier: Type.String(),
  workspace__slug: Type.String(),
})

/** A cycle, module or saved view. */
const FoundInProject = Type.Object({
  ...{ id: Id, name, project_id: Id },
  project__identifier: Type.String(),
  workspace__slug: Type.String(),
})
const FoundPage = Type.Object({
  ...{ id: Id, name },
  project_ids: Type.Array(Id),
  project_identifiers: Type.Array(Type.String()),
  workspace__slug: Type.String(),
})

export const SearchResults = Type.Object({
  workspace: Type.Array(FoundWorkspace),
  project: Type.Array(FoundProject),
  issue: Type.Array(FoundItem),
  cycle: Type.Array(FoundInProject),
  module: Type.Array(FoundInProject),
  issue_view: Type.Array(FoundInProject),
  page: Type.Array(FoundPage),
})
export type SearchResults = Static<typeof SearchResults>

const text = Type.String({ maxLength: 255 })

/**
 * With a project, and unless `workspace_search` is `true`, objects of projects are searched only
 * there.
 */
const GlobalSearchQuery = Type.Partial(
  Type.Object({ search: text, workspace_search: text, project_id: Id }),
)
export type GlobalSearchQuery = Static<typeof GlobalSearchQuery>

export const searchApi = {
  search: endpoint(anyMember, 'GET /api/workspaces/:slug/search/', {
    query: GlobalSearchQuery,
    200: Type.Object({ results: SearchResults }),
  }),
}
