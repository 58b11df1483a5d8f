import { searchIssuesApi as api, type FoundItem } from '@cairn/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { useSettled } from '#entities/instance/use-settled.ts'

const PAUSE = 500

/** The purpose of the search: excludes items that cannot be selected. */
export type Wanted =
  | { parent: 'true'; issue_id: string }
  | { sub_issue: 'true'; issue_id: string }
  | { issue_relation: 'true'; issue_id: string }
  | { cycle: 'true' }
  | { module: string }
  | { target_date: 'none' }
  | Record<never, never>

interface Search {
  slug: string
  project_id: string
  wanted: Wanted
  text: string
  /** In all the user's projects, not only this one. */
  everywhere?: boolean
}

/** Items found by the server, a moment after the last key. */
export function useItemSearch({ slug, project_id, wanted, text, everywhere = false }: Search) {
  const typed = text.trim()
  const settled = useSettled(typed, PAUSE)
  const query = { search: settled, workspace_search: String(everywhere), ...wanted }
  const { data, isFetching } = useQuery({
    queryKey: ['item-search', slug, project_id, query],
    queryFn: ({ signal }): Promise<FoundItem[]> =>
      call(api.search, { params: { slug, project_id }, query, signal }),
    placeholderData: keepPreviousData,
    // An item available a moment ago may be taken.
    staleTime: 0,
    gcTime: 0,
  })
  return { found: data, settled, searching: isFetching || settled !== typed }
}
