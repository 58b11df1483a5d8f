import type { Search } from '#ui/router/location.ts'
import { latestLocation, navigate } from '#ui/router/router.ts'

/**
 * Changes the search parameters of the current page: filters and the open item are part of the URL.
 */
export function changeSearch(
  change: (before: Search) => Record<string, unknown>,
  { replace = false } = {},
) {
  const { pathname, search } = latestLocation()
  void navigate({ to: pathname, search: change(search), replace })
}
