import { itemTotalKeys } from '@cairn/contract'
import { Suspense } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Block, NoData, NotRead } from '#entities/chart/block.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { CustomInsights } from './custom-insights.tsx'
import { useCourse, useFollowAnalytics, useItemTotals } from './hooks.ts'
import { AssigneesTable, ProjectsTable } from './rows-table.tsx'
import { isOfEpics, isOfList, type Scope } from './scope.ts'
import { TotalCards } from './total-cards.tsx'

const CourseChart = lazy(() => import('./course-chart.tsx'))

/** Everything about items: totals, how they came and went, a chart of one's own, and who has them. */
export function ItemsBlocks({ scope }: { scope: Scope }) {
  const { t } = useTranslation()
  useFollowAnalytics(scope)
  const { data: totals } = useItemTotals(scope)
  const kind = isOfEpics(scope) ? 'epics' : 'items'
  const note = isOfList(scope) ? undefined : t(`analytics.durations.${scope.duration}`)
  return (
    <>
      <TotalCards
        label={t('analytics.totals')}
        perRow={isOfList(scope) ? 2 : 5}
        cards={itemTotalKeys.map((key) => ({ key, label: t(`analytics.${kind}.${key}`) }))}
        totals={totals}
      />
      <Block title={t('analytics.course')} note={note}>
        <Course scope={scope} unit={t(`analytics.${kind}.unit`)} />
      </Block>
      <CustomInsights scope={scope} note={note} />
      <Block title={t('analytics.summary')}>
        {isOfList(scope) ? <AssigneesTable scope={scope} /> : <ProjectsTable scope={scope} />}
      </Block>
    </>
  )
}

function Course({ scope, unit }: { scope: Scope; unit: string }) {
  const { data, error, refetch } = useCourse(scope)
  if (error && !data) return <NotRead onRetry={() => void refetch()} />
  const room = <div className="h-80" />
  if (!data) return room
  if (data.data.every(({ count }) => count === 0)) return <NoData />
  return (
    <Suspense fallback={room}>
      <CourseChart chart={data} unit={unit} />
    </Suspense>
  )
}
