import { useTranslation } from '#data/i18n.ts'
import { useFollowProfile, useStats } from '#entities/member/hooks.ts'
import { NotRead } from '#ui/feedback/not-read.tsx'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useParams } from '#ui/router/hooks.ts'
import { Overview } from './overview.tsx'
import { ProfileFrame } from './profile-frame.tsx'
import { RecentActivity } from './recent-activity.tsx'
import { SummaryCharts } from './summary-charts.tsx'

/** A user's workload, and their latest activity. */
export function ProfileSummaryScreen() {
  const { slug, userId: user_id } = useParams('/$slug/profile/$userId')
  const { t } = useTranslation()
  usePageTitle(t('profiles.yours'))
  const whose = { slug, user_id }
  return (
    <ProfileFrame key={user_id} {...whose} tab="summary">
      <Summary {...whose} />
    </ProfileFrame>
  )
}

function Summary(whose: { slug: string; user_id: string }) {
  const { t } = useTranslation()
  useFollowProfile(whose)
  const { data: stats, error, refetch } = useStats(whose)
  return (
    <div className="mx-auto w-240 max-w-full px-4 pt-4 pb-10 [&>:first-child]:mt-0">
      {error && !stats ? (
        <NotRead onRetry={() => void refetch()}>{t('profiles.not_loaded')}</NotRead>
      ) : (
        <>
          <Overview {...whose} stats={stats} />
          <SummaryCharts stats={stats} />
        </>
      )}
      <RecentActivity {...whose} />
    </div>
  )
}
