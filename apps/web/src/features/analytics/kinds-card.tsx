import { filtersOfCreated, type ListFilters, percentOf } from '@cairn/contract'
import { Suspense } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { NoData, NotRead } from '#entities/chart/block.tsx'
import { ItemsLink, numberLook } from '#entities/item-count/items-link.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { groupedNumber } from '#ui/platform/number.ts'
import { ChartCard } from './chart-card.tsx'
import { useKinds } from './hooks.ts'
import { useDurationText } from './period-text.ts'
import { periodOf, placeOf, type WorkspaceScope } from './scope.ts'

const KindsRadar = lazy(() => import('./kinds-radar.tsx'))

const kinds = ['work_items', 'cycles', 'modules', 'intake', 'members', 'pages', 'views'] as const

/** What the projects are made of, and how much of each kind is new. */
export function KindsCard({ scope }: { scope: WorkspaceScope }) {
  const { t } = useTranslation()
  const durationText = useDurationText()
  return (
    <ChartCard
      title={t('analytics.project_insights')}
      unit={t('analytics.share_of_new', { time: durationText(scope.duration) })}
    >
      <Kinds scope={scope} />
    </ChartCard>
  )
}

function Kinds({ scope }: { scope: WorkspaceScope }) {
  const { t } = useTranslation()
  const { data: fresh, error, refetch } = useKinds(scope)
  const { data: whole } = useKinds(scope, { isWhole: true })
  if (error && !fresh) return <NotRead onRetry={() => void refetch()} />
  const room = <div className="h-80" />
  if (!fresh || !whole) return room
  if (whole.every(({ count }) => count === 0)) return <NoData />
  const countOf = (among: typeof whole, wanted: string) =>
    among.find(({ key }) => key === wanted)?.count ?? 0
  const named = kinds.map((key) => {
    const [added, total] = [countOf(fresh, key), countOf(whole, key)]
    return {
      ...{ key, name: t(`analytics.kinds.${key}`), added, total },
      percent: percentOf(added, total),
    }
  })
  const { filters } = placeOf(scope)
  const linked = (key: string, count: number, to: ListFilters) =>
    key === 'work_items' ? (
      <ItemsLink slug={scope.slug} filters={to} className="group rounded-xs">
        <span className={numberLook}>{groupedNumber(count)}</span>
      </ItemsLink>
    ) : (
      groupedNumber(count)
    )
  return (
    <div className="grid grid-cols-1 items-center gap-4 md:grid-cols-[minmax(0,1fr)_280px]">
      <Suspense fallback={room}>
        <KindsRadar kinds={named} />
      </Suspense>
      <table className="w-full text-left">
        <caption className="sr-only">{t('analytics.trend')}</caption>
        <thead className="text-small text-ink-2">
          <tr>
            <th scope="col" className="h-8 font-normal">
              {t('analytics.kind')}
            </th>
            <th scope="col" className="h-8 text-right font-normal">
              {t('analytics.fresh')}
            </th>
            <th scope="col" className="h-8 text-right font-normal">
              {t('analytics.all')}
            </th>
          </tr>
        </thead>
        <tbody>
          {named.map(({ key, name, added, total }) => (
            <tr key={key} className="border-t border-line-subtle">
              <th scope="row" className="h-8 font-normal">
                {name}
              </th>
              <td className="h-8 text-right font-medium tabular-nums">
                {linked(key, added, filtersOfCreated(filters, periodOf(scope)))}
              </td>
              <td className="h-8 text-right text-ink-2 tabular-nums">
                {linked(key, total, filters)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
