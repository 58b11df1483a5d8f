import { searchIssuesApi as api, type FoundItem, type WorkItem } from '@cairn/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, isAnswer } from '#data/api.ts'
import { wakeCopy } from '#data/local-copy.ts'
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

/** As far as a browser can tell without a network; the server has the last word. */
function isFit({ id, parent_id, cycle_id, module_ids, target_date }: WorkItem, wanted: Wanted) {
  if ('issue_id' in wanted && wanted.issue_id === id) return false
  if ('parent' in wanted) return parent_id !== wanted.issue_id
  if ('sub_issue' in wanted) return parent_id === null
  if ('cycle' in wanted) return cycle_id === null
  if ('module' in wanted) return !module_ids.includes(wanted.module)
  return !('target_date' in wanted) || target_date === null
}

/** Where there is no network: items of this browser's copy. */
async function foundInCopy({ slug, project_id, wanted, text }: Search) {
  const copy = await wakeCopy({ slug, project_id })
  const known = await copy?.find({ slug, project_id, text })
  return known?.flatMap(({ item, found }) => (isFit(item, wanted) ? found : []))
}

/** Items found by the server, a moment after the last key. */
export function useItemSearch(asked: Search) {
  const { slug, project_id, wanted, text, everywhere = false } = asked
  const typed = text.trim()
  const settled = useSettled(typed, PAUSE)
  const search = { ...asked, text: settled }
  const query = { search: settled, workspace_search: String(everywhere), ...wanted }
  const { data, isFetching } = useQuery({
    queryKey: ['item-search', slug, project_id, query],
    queryFn: async ({ signal }): Promise<FoundItem[]> => {
      try {
        return await call(api.search, { params: { slug, project_id }, query, signal })
      } catch (error) {
        const known = isAnswer(error) ? undefined : await foundInCopy(search)
        if (!known) throw error
        return known
      }
    },
    placeholderData: keepPreviousData,
    // An item available a moment ago may be taken.
    staleTime: 0,
    gcTime: 0,
  })
  return { found: data, settled, searching: isFetching || settled !== typed }
}
