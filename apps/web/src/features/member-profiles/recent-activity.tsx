import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#data/i18n.ts'
import { ActivitySkeleton } from '#entities/activity/activity-row.tsx'
import { MemberActivityRow } from '#entities/activity/member-activity-row.tsx'
import { Block } from '#entities/chart/block.tsx'
import { recentActivity, type Whose } from '#entities/member/hooks.ts'
import { NotRead } from '#ui/feedback/not-read.tsx'

/** The latest activity of a user. */
export function RecentActivity(whose: Whose) {
  const { t } = useTranslation()
  const { data: activities, error, refetch } = useQuery(recentActivity(whose))
  return (
    <Block title={t('profiles.recent')}>
      {error && !activities ? (
        <NotRead onRetry={() => void refetch()}>{t('profiles.activity_not_loaded')}</NotRead>
      ) : !activities ? (
        <ActivitySkeleton />
      ) : activities.length === 0 ? (
        <p className="text-ink-2">{t('profiles.no_activity')}</p>
      ) : (
        <ol aria-label={t('profiles.recent')}>
          {activities.map((activity) => (
            <MemberActivityRow key={activity.id} slug={whose.slug} activity={activity} />
          ))}
        </ol>
      )}
    </Block>
  )
}
