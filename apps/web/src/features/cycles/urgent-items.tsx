import { cyclesApi as api, type Cycle, type Project, type WorkItem } from '@cairn/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { readOn } from '#data/read-on.ts'
import { keyOf } from '#entities/work-item/item-address.ts'
import { shortDate } from '#ui/dates/day.ts'
import { PriorityIcon } from '#ui/icons/priority-icon.tsx'
import { StateIcon } from '#ui/icons/state-icon.tsx'
import { SkeletonRows } from '#ui/lists/skeleton-rows.tsx'
import { Identifier } from '#ui/people/identifier.tsx'
import { Link } from '#ui/router/link.tsx'
import { filteredBy } from './cycle-address.ts'

interface UrgentItemsProps {
  slug: string
  project: Project
  cycle: Cycle
}

const PER_PAGE = 30

/** Under the key of everything that follows the project's items. */
const useUrgentItems = (slug: string, { id, project_id }: Cycle) =>
  useInfiniteQuery({
    queryKey: ['cycles', slug, project_id, 'urgent', id],
    queryFn: async ({ pageParam: cursor, signal }) => {
      const query = { priority: 'urgent,high', order_by: '-priority', per_page: '30', cursor }
      const page = await call(api.items, { params: { slug, project_id, id }, query, signal })
      return { ...page, results: page.results as WorkItem[] }
    },
    initialPageParam: `${PER_PAGE}:0:0`,
    getNextPageParam: (page) => (page.next_page_results ? page.next_cursor : undefined),
  })

/**
 * Urgent and high priority items, more on scroll; each opens in the cycle, filtered to its
 * priority.
 */
export function UrgentItems({ slug, project, cycle }: UrgentItemsProps) {
  const { t } = useTranslation()
  const query = useUrgentItems(slug, cycle)
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const end = useRef<HTMLDivElement>(null)
  const items = data?.pages.flatMap(({ results }) => results)

  useEffect(() => {
    const mark = end.current
    if (!mark || !hasNextPage || isFetchingNextPage) return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) void readOn({ data, fetchNextPage })
    })
    observer.observe(mark)
    return () => observer.disconnect()
  }, [data, hasNextPage, isFetchingNextPage, fetchNextPage])

  if (!items) return <SkeletonRows count={4} />
  if (items.length === 0) return <p className="px-2 py-3 text-ink-2">{t('cycles.no_urgent')}</p>
  return (
    <>
      <ul>
        {items.map((item) => {
          const key = keyOf(project, item)
          const search = { ...filteredBy({ priority: [item.priority] }), peekId: key }
          return (
            <li key={item.id}>
              <Link
                to="/$slug/projects/$projectId/cycles/$cycleId/"
                params={{ slug, projectId: cycle.project_id, cycleId: cycle.id }}
                search={search}
                className="flex h-8 items-center gap-2 rounded-md px-2 hover:bg-hover max-md:h-11"
              >
                <PriorityIcon
                  priority={item.priority}
                  label={t(`pickers.priorities.${item.priority}`)}
                />
                <span className="text-small text-ink-3">
                  <Identifier value={key} />
                </span>
                <span className="min-w-0 grow truncate">{item.name}</span>
                {item.state__group !== 'triage' && <StateIcon group={item.state__group} />}
                <span className="w-12 text-right text-small text-ink-2 tabular-nums">
                  {shortDate(item.target_date)}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
      <div ref={end} className="h-px" />
    </>
  )
}
