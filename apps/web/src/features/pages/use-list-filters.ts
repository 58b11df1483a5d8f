import { useMemo, useState } from 'react'
import { useSearch } from '#ui/router/hooks.ts'
import { latestLocation, navigate } from '#ui/router/router.ts'
import { everyPage, type ListedPages } from './page-filters.ts'

/** The active filters; the labels are in the URL, so that a link shows the same. */
export function useListFilters() {
  const [others, setOthers] = useState(everyPage)
  const { labels: given } = useSearch()
  const filters = useMemo(
    (): ListedPages => ({
      ...others,
      labels: typeof given === 'string' ? given.split(',').filter(Boolean) : [],
    }),
    [others, given],
  )

  function setFilters(next: ListedPages) {
    setOthers(next)
    const labels = next.labels.join(',')
    if (labels === filters.labels.join(',')) return
    const { pathname, search } = latestLocation()
    const { labels: _, ...rest } = search as Record<string, unknown>
    const to: string = pathname
    void navigate({ to, search: { ...rest, ...(labels && { labels }) }, replace: true })
  }

  return [filters, setFilters] as const
}
