import type { Total } from '@cairn/contract'
import { TrendingDown, TrendingUp } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { groupedNumber } from '#ui/platform/number.ts'
import { classNames } from '#ui/theme/class-names.ts'
import { changeOf } from './change-of.ts'

interface Card {
  key: string
  label: string
}

interface TotalCardsProps {
  label: string
  cards: readonly Card[]
  totals: Partial<Record<string, Total>> | undefined
  perRow: 2 | 4 | 5
}

const columns = {
  2: 'grid-cols-2',
  4: 'grid-cols-2 lg:grid-cols-4',
  5: 'grid-cols-2 md:grid-cols-3 lg:grid-cols-5',
}

/** How many there are of each, and how that compares with the period before. */
export function TotalCards({ label, cards, totals, perRow }: TotalCardsProps) {
  return (
    <section aria-label={label}>
      <dl className={classNames('grid gap-3', columns[perRow])}>
        {cards.map(({ key, label: name }) => (
          <div key={key} className="min-w-0 rounded-lg border border-line bg-surface px-4 py-3">
            <dt className="truncate text-small text-ink-2">{name}</dt>
            <dd className="mt-1 flex min-h-8 flex-wrap items-baseline gap-x-2">
              {totals ? (
                <Value total={totals[key] ?? { count: 0, filter_count: 0 }} />
              ) : (
                <Skeleton width={48} height={16} className="self-center" />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Value({ total }: { total: Total }) {
  const { t } = useTranslation()
  const change = changeOf(total)
  return (
    <>
      <span className="text-display font-semibold tabular-nums">{groupedNumber(total.count)}</span>
      {change !== undefined && (
        <span className="inline-flex items-center gap-1 text-small text-ink-2 tabular-nums">
          <Icon of={change > 0 ? TrendingUp : TrendingDown} size={14} className="text-ink-3" />
          {t('analytics.change', { percent: `${change > 0 ? '+' : '−'}${Math.abs(change)}` })}
        </span>
      )}
    </>
  )
}
