import type { GlobalSearchQuery, SearchResults } from '@cairn/contract'
import { containing, findItems } from '#features/search-issues/service.ts'
import type { Member } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import {
  searchPages,
  searchPlans,
  searchProjects,
  searchViews,
  searchWorkspaces,
} from './queries.ts'

const nothing: SearchResults = {
  ...{ workspace: [], project: [], issue: [] },
  ...{ cycle: [], module: [], issue_view: [], page: [] },
}

/** Everything the caller can see, by a part of its name. */
export async function searchEverything(
  db: Db,
  member: Member,
  { search = '', workspace_search, project_id }: GlobalSearchQuery,
): Promise<{ results: SearchResults }> {
  const text = search.trim()
  if (!text) return { results: nothing }
  const pattern = containing(text)
  const within = workspace_search === 'true' ? null : (project_id ?? null)
  const [workspace, project, issue, issue_view, cycle, module, page] = await Promise.all([
    searchWorkspaces(db, member, pattern),
    searchProjects(db, member, pattern),
    findItems(db, member, text, within),
    searchViews(db, member, pattern, within),
    searchPlans(db, member, 'cycles', pattern, within),
    searchPlans(db, member, 'modules', pattern, within),
    searchPages(db, member, pattern, within),
  ])
  return { results: { workspace, project, issue, issue_view, cycle, module, page } }
}
