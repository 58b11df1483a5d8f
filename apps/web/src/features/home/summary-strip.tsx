import { dashboardApi, summaryFilters, summaryKeys } from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { useMe } from '#entities/account/hooks.ts'
import { ItemsLink, numberLook } from '#entities/item-count/items-link.tsx'
import { useFollowItems } from '#entities/progress/use-follow-items.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { groupedNumber } from '#ui/platform/number.ts'
import { classNames } from '#ui/theme/class-names.ts'
import { useToday } from './use-today.ts'

const summaryIn = (slug: string) =>
  queryOptions({
    queryKey: ['home-summary', slug] as const,
    queryFn: ({ signal }) => call(dashboardApi.summary, { params: { slug }, signal }),
  })

/** The user's open and completed work: each number links to the items it counts. */
export function SummaryStrip({ slug }: { slug: string }) {
  const { t } = useTranslation()
  const { id } = useMe()
  const summary = summaryIn(slug)
  const { data, isError } = useQuery(summary)
  useFollowItems(undefined, [summary.queryKey])
  const filters = summaryFilters(id, useToday())
  if (isError && !data) return null
  return (
    <section aria-label={t('home.summary.title')} className="mt-6">
      <ul className="grid grid-cols-4 overflow-hidden rounded-lg border border-line max-md:grid-cols-2">
        {summaryKeys.map((key) => (
          <li
            key={key}
            className="-mt-px -ml-px min-w-0 border-t border-l border-line-subtle bg-surface"
          >
            <ItemsLink
              slug={slug}
              filters={filters[key]}
              className="group block px-4 py-3 hover:bg-hover"
            >
              <span className="block truncate text-small text-ink-2">
                {t(`home.summary.${key}`)}
              </span>
              <span
                className={classNames(
                  'flex h-8 w-fit items-center text-display font-semibold',
                  numberLook,
                  key === 'overdue' && data && data.overdue > 0 && 'text-danger-ink',
                )}
              >
                {data ? groupedNumber(data[key]) : <Skeleton width={40} height={16} />}
              </span>
            </ItemsLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
