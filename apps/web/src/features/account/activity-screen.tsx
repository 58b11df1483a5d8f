import { ownActivitiesApi as api } from '@cairn/contract'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { readOn } from '#data/read-on.ts'
import { ActivityRow, ActivitySkeleton } from '#entities/activity/activity-row.tsx'
import { Button } from '#ui/controls/button.tsx'
import { SettingsPage } from '#ui/controls/form-layout.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { usePageTitle } from '#ui/platform/use-page-title.ts'

const PAGE = '100'

const ownActivities = infiniteQueryOptions({
  queryKey: ['own-activities'],
  queryFn: ({ pageParam, signal }) =>
    call(api.list, { query: { per_page: PAGE, cursor: pageParam }, signal }),
  initialPageParam: `${PAGE}:0:0`,
  getNextPageParam: (page) => (page.next_page_results ? page.next_cursor : undefined),
  // Every change the user makes adds to it.
  staleTime: 0,
})

export function ActivityScreen() {
  const { t } = useTranslation()
  const query = useInfiniteQuery({ ...ownActivities, throwOnError: true })
  const { data, hasNextPage, isFetchingNextPage } = query
  const activities = data?.pages.flatMap(({ results }) => results)
  usePageTitle(t('account.activity.page_title'))

  return (
    <SettingsPage title={t('account.activity.title')} description={t('account.activity.text')}>
      {activities === undefined && (
        <div className="mt-6">
          <ActivitySkeleton />
        </div>
      )}
      {activities?.length === 0 && (
        <div className="pt-16">
          <EmptyState title={t('account.activity.none')}>
            {t('account.activity.none_text')}
          </EmptyState>
        </div>
      )}
      {activities && activities.length > 0 && (
        <ol aria-label={t('account.activity.title')} className="mt-6">
          {activities.map((activity) => (
            <ActivityRow key={activity.id} activity={activity} who={t('account.activity.you')} />
          ))}
        </ol>
      )}
      {hasNextPage && (
        <Button className="mt-4" busy={isFetchingNextPage} onClick={() => void readOn(query)}>
          {t(isFetchingNextPage ? 'account.activity.loading' : 'account.activity.more')}
        </Button>
      )}
    </SettingsPage>
  )
}
