import { Suspense } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { loadTimesheet } from '#features/time/index.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { SkeletonRows } from '#ui/lists/skeleton-rows.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useParams } from '#ui/router/hooks.ts'
import { ProfileFrame } from './profile-frame.tsx'
import { useSeesTime } from './profile-tabs.tsx'

const Timesheet = lazy(loadTimesheet)

/** A user's timesheet, for themselves and for admins. */
export function ProfileTimeScreen() {
  const { slug, userId: user_id } = useParams('/$slug/profile/$userId/time')
  const { t } = useTranslation()
  usePageTitle(t('time.timesheet'))
  const whose = { slug, user_id }
  const seesTime = useSeesTime(whose)
  return (
    <ProfileFrame key={user_id} {...whose} tab="time">
      {seesTime === true && (
        <Suspense fallback={<SkeletonRows />}>
          <Timesheet {...whose} />
        </Suspense>
      )}
      {seesTime === false && (
        <EmptyState picture="no-match" title={t('time.hidden_title')}>
          {t('time.hidden_text')}
        </EmptyState>
      )}
    </ProfileFrame>
  )
}
