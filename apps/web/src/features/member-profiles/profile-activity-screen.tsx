import { useInfiniteQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { readOn } from '#data/read-on.ts'
import { ActivitySkeleton } from '#entities/activity/activity-row.tsx'
import { MemberActivityRow } from '#entities/activity/member-activity-row.tsx'
import { allActivity, type Whose } from '#entities/member/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { NotRead } from '#ui/feedback/not-read.tsx'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useParams } from '#ui/router/hooks.ts'
import { ProfileFrame } from './profile-frame.tsx'
import { useSeesWork } from './profile-tabs.tsx'
import { useSaveToday } from './save-today.ts'

/** All activity of a user visible to the reader, newest first. */
export function ProfileActivityScreen() {
  const { slug, userId: user_id } = useParams('/$slug/profile/$userId/activity')
  const whose = { slug, user_id }
  const { t } = useTranslation()
  usePageTitle(t('profiles.activity_page_title'))
  const maySave = useSeesWork(whose.slug)
  const { isSaving, save } = useSaveToday(whose)
  return (
    <ProfileFrame key={user_id} {...whose} tab="activity">
      <div className="mx-auto w-240 max-w-full px-4 pt-4 pb-10">
        <div className="mb-4 flex min-h-7 flex-wrap items-center justify-between gap-2">
          <h2 className="text-heading font-semibold">{t('profiles.recent')}</h2>
          {maySave && (
            <Button icon={Download} busy={isSaving} onClick={save}>
              {t(isSaving ? 'profiles.saving' : 'profiles.save_today')}
            </Button>
          )}
        </div>
        <Feed {...whose} />
      </div>
    </ProfileFrame>
  )
}

function Feed(whose: Whose) {
  const { t } = useTranslation()
  const query = useInfiniteQuery(allActivity(whose))
  const { data, error, refetch, hasNextPage, isFetchingNextPage } = query
  const activities = data?.pages.flatMap(({ results }) => results)
  if (error && !activities) {
    return <NotRead onRetry={() => void refetch()}>{t('profiles.activity_not_loaded')}</NotRead>
  }
  if (!activities) return <ActivitySkeleton />
  if (activities.length === 0) {
    return (
      <div className="pt-16">
        <EmptyState title={t('profiles.no_activity')}>{t('profiles.no_activity_text')}</EmptyState>
      </div>
    )
  }
  return (
    <>
      <ol aria-label={t('profiles.recent')}>
        {activities.map((activity) => (
          <MemberActivityRow key={activity.id} slug={whose.slug} activity={activity} />
        ))}
      </ol>
      {hasNextPage && (
        <Button className="mt-4" busy={isFetchingNextPage} onClick={() => void readOn(query)}>
          {t(isFetchingNextPage ? 'account.activity.loading' : 'account.activity.more')}
        </Button>
      )}
    </>
  )
}
