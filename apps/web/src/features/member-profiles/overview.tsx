import { type MemberStats, stateGroups } from '@cairn/contract'
import type { ReactNode } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Block } from '#entities/chart/block.tsx'
import type { Whose } from '#entities/member/hooks.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { StateIcon } from '#ui/icons/state-icon.tsx'
import { groupedNumber } from '#ui/platform/number.ts'
import { Link } from '#ui/router/link.tsx'
import { useSeesWork } from './profile-tabs.tsx'

const counts = [
  ['created', 'created_issues'],
  ['assigned', 'assigned_issues'],
  ['subscribed', 'subscribed_issues'],
] as const

const cardLook = 'block min-w-0 rounded-lg border border-line bg-surface px-4 py-3'

interface OverviewProps extends Whose {
  stats: MemberStats | undefined
}

/**
 * The user's work in three numbers, each linking to its list, and the progress of assigned work.
 */
export function Overview({ slug, user_id, stats }: OverviewProps) {
  const { t } = useTranslation()
  const seesWork = useSeesWork(slug)
  return (
    <>
      <Block title={t('profiles.overview')}>
        <ul className="grid gap-3 sm:grid-cols-3">
          {counts.map(([tab, count]) => {
            const card = <Card name={t(`profiles.counts.${tab}`)} value={stats?.[count]} />
            return (
              <li key={tab} className="min-w-0">
                {seesWork ? (
                  <Link
                    to="/$slug/profile/$userId/$tab/"
                    params={{ slug, userId: user_id, tab }}
                    className={`${cardLook} hover:bg-hover`}
                  >
                    {card}
                  </Link>
                ) : (
                  <div className={cardLook}>{card}</div>
                )}
              </li>
            )
          })}
        </ul>
      </Block>
      <Block title={t('profiles.workload')}>
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
          {stateGroups.map((group) => (
            <li key={group} className={cardLook}>
              <Card
                icon={<StateIcon group={group} size={14} />}
                name={t(`profiles.workload_groups.${group}`)}
                value={stats && countIn(stats, group)}
              />
            </li>
          ))}
        </ul>
      </Block>
    </>
  )
}

const countIn = ({ state_distribution }: MemberStats, group: string) =>
  state_distribution.find(({ state_group }) => state_group === group)?.state_count ?? 0

interface CardProps {
  icon?: ReactNode
  name: string
  value: number | undefined
}

function Card({ icon, name, value }: CardProps) {
  return (
    <>
      <span className="flex min-w-0 items-center gap-1.5 text-small text-ink-2">
        {icon}
        <span className="truncate">{name}</span>
      </span>
      <span className="mt-1 flex min-h-8 items-center text-display font-semibold tabular-nums">
        {value === undefined ? <Skeleton width={48} height={16} /> : groupedNumber(value)}
      </span>
    </>
  )
}
