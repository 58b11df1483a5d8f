import { itemTotalKeys, type Total, type WorkspaceTotals } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { Block } from '#entities/chart/block.tsx'
import { CustomInsights } from './custom-insights.tsx'
import { CourseCard, ThroughputCard } from './flow-charts.tsx'
import { HistoryCards } from './history-cards.tsx'
import { useFollowAnalytics, useItemTotals } from './hooks.ts'
import { ChangeNote, NumberTiles, type Tile } from './number-tiles.tsx'
import { daysOf, useDurationText } from './period-text.ts'
import { AssigneesTable, ProjectsTable } from './rows-table.tsx'
import { createdPlaceOf, isOfEpics, isOfList, periodOf, type Scope } from './scope.ts'

/** All analytics of items: totals, flow, a custom chart, and assignees. */
export function ItemsBlocks({ scope }: { scope: Scope }) {
  const { t } = useTranslation()
  useFollowAnalytics(scope)
  const durationText = useDurationText()
  const note = isOfList(scope)
    ? undefined
    : t('analytics.created_in', { time: durationText(scope.duration) })
  return (
    <>
      <StateTiles scope={scope} />
      <div className="mt-4">
        <CourseCard scope={scope} />
      </div>
      {isOfList(scope) && (
        <div className="mt-4 flex flex-col gap-4">
          <ThroughputCard scope={scope} />
          <HistoryCards scope={scope} />
        </div>
      )}
      <CustomInsights scope={scope} note={note} />
      <Block title={t('analytics.summary')} note={note}>
        {isOfList(scope) ? <AssigneesTable scope={scope} /> : <ProjectsTable scope={scope} />}
      </Block>
    </>
  )
}

const groups = {
  total_work_items: undefined,
  started_work_items: 'started',
  backlog_work_items: 'backlog',
  un_started_work_items: 'unstarted',
  completed_work_items: 'completed',
  cancelled_work_items: 'cancelled',
} as const

const tileKeys = [...itemTotalKeys, 'cancelled_work_items'] as const

/** The total minus the other groups. */
function cancelledOf(totals: WorkspaceTotals): Total {
  const rest = (pick: (total: Total) => number) =>
    itemTotalKeys.reduce((left, key) => {
      const total = totals[key]
      return total ? left + (groups[key] ? -1 : 1) * pick(total) : left
    }, 0)
  return { count: rest(({ count }) => count), filter_count: rest((total) => total.filter_count) }
}

/** Items of a period by current state: the sum is all of them. */
function StateTiles({ scope }: { scope: Scope }) {
  const { t } = useTranslation()
  const durationText = useDurationText()
  const { data } = useItemTotals(scope)
  const place = createdPlaceOf(scope)
  const period = periodOf(scope)
  const kind = isOfEpics(scope) ? 'epics' : 'items'
  const tiles = tileKeys.map((key): Tile => {
    const total = data && (key === 'cancelled_work_items' ? cancelledOf(data) : data[key])
    const group = groups[key]
    return {
      ...{ key, label: t(`analytics.${kind}.${key}`), count: data && (total?.count ?? 0) },
      filters: { ...place.filters, ...(group && { state_group: [group] }) },
      ...(period && { note: <ChangeNote total={total} days={daysOf(period)} /> }),
    }
  })
  return (
    <>
      {!isOfList(scope) && (
        <p className="mb-2 text-small text-ink-2">
          {t('analytics.by_state', { time: durationText(scope.duration) })}
        </p>
      )}
      <NumberTiles
        label={t('analytics.totals')}
        place={place}
        tiles={tiles}
        narrow={isOfList(scope)}
      />
    </>
  )
}
