import type { PublicActivity } from '@cairn/contract'
import { type TextKey, useTranslation } from '#data/i18n.ts'
import { sentenceOf } from '#entities/activity/activity-sentence.ts'
import { mark, withValue } from '#entities/activity/with-value.tsx'
import { RelativeTime } from '#ui/dates/relative-time.tsx'
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx'
import { useActivities } from './hooks.ts'

/** History of an item, oldest first. */
export default function ItemActivity({ anchor, id }: { anchor: string; id: string }) {
  const { t } = useTranslation()
  const { data, error } = useActivities(anchor, id)
  if (error) return null
  return (
    <section aria-label={t('public_site.activity')}>
      <h3 className="mb-2 font-medium">{t('public_site.activity')}</h3>
      {data ? (
        <ul className="flex flex-col gap-1.5">
          {data.map((activity) => (
            <Line key={activity.id} activity={activity} />
          ))}
        </ul>
      ) : (
        <SkeletonGroup>
          <Skeleton width="60%" />
        </SkeletonGroup>
      )}
    </section>
  )
}

const known = ['urgent', 'high', 'medium', 'low', 'none'] as const

function Line({ activity }: { activity: PublicActivity }) {
  const { t } = useTranslation()
  const { key, value } = sentenceOf(activity)
  const sentence = t(`history.${key}` as TextKey, { value: mark })
  const priority = activity.field === 'priority' && known.find((one) => one === value)
  const shown = priority ? t(`pickers.priorities.${priority}`) : value
  return (
    <li className="text-ink-2 [&_b]:font-medium [&_b]:text-ink">
      <b>{activity.actor_detail?.display_name ?? t('history.somebody')}</b>{' '}
      {shown === undefined
        ? sentence
        : withValue(sentence, <b className="wrap-anywhere">{shown}</b>)}
      <span className="whitespace-nowrap text-ink-3">
        {' · '}
        <RelativeTime at={activity.created_at} />
      </span>
    </li>
  )
}
