import { type ChartAxis, type ChartMetric, filtersOfAxis, type ListFilters } from '@cairn/contract'
import { Suspense, useMemo, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Block, NoData, NotRead } from '#entities/chart/block.tsx'
import { isDated, type NameOf, readInsight, seriesOf } from '#entities/chart/insight-rows.ts'
import { useHasPoints } from '#entities/progress/use-has-points.ts'
import { useAllProjects } from '#entities/project/hooks.ts'
import { Select } from '#ui/controls/select.tsx'
import { longDate } from '#ui/dates/day.ts'
import { lazy } from '#ui/platform/lazy.ts'
import { counted } from '#ui/platform/number.ts'
import { DataTable } from './data-table.tsx'
import { useInsight, useStateColours } from './hooks.ts'
import { colourFor } from './insight-colours.ts'
import { createdPlaceOf, isOfList, type Scope } from './scope.ts'

const InsightChart = lazy(() => import('#entities/chart/insight-chart.tsx'))

const axes = [
  ...(['STATES', 'STATE_GROUPS', 'PRIORITY', 'LABELS', 'ASSIGNEES', 'ESTIMATE_POINTS'] as const),
  ...(['CYCLES', 'MODULES', 'COMPLETED_AT', 'TARGET_DATE', 'START_DATE', 'CREATED_AT'] as const),
]

/** A custom chart: measure, axis and grouping. */
export function CustomInsights({ scope, note }: { scope: Scope; note?: string }) {
  const { t } = useTranslation()
  const hasPoints = useScopeHasPoints(scope)
  const [metric, setMetric] = useState<ChartMetric>('WORK_ITEM_COUNT')
  const [x, setX] = useState<ChartAxis>('PRIORITY')
  const [group, setGroup] = useState<ChartAxis | null>(null)
  const measured = hasPoints ? metric : 'WORK_ITEM_COUNT'
  const { data, error, refetch } = useInsight(scope, { metric: measured, x, group })
  const states = useStateColours(scope.slug, x === 'STATES' || group === 'STATES')
  const nameOf = useNameOf()
  const read = useMemo(() => data && readInsight(data, x, group, nameOf), [data, x, group, nameOf])

  const optionsBut = (other: ChartAxis | null) =>
    axes
      .filter((axis) => axis !== other)
      .map((value) => ({ value, label: t(`analytics.axes.${value}`) }))
  const metrics = (['WORK_ITEM_COUNT', 'ESTIMATE_POINT_COUNT'] as const).map((value) => ({
    value,
    label: t(`analytics.metrics.${value}`),
  }))
  const unit = t(`analytics.metrics.${measured}`)
  const { list, filters } = createdPlaceOf(scope)
  const along = (base: ListFilters, axis: ChartAxis, key: string) =>
    filtersOfAxis(base, axis, key, data?.points)
  const xLabel = t(`analytics.axes.${x}`)

  return (
    <Block title={t('analytics.insights')} note={note}>
      <div className="mb-4 flex flex-wrap gap-3">
        {hasPoints && (
          <div className="w-40">
            <Select
              label={t('analytics.metric')}
              options={metrics}
              value={measured}
              onChange={setMetric}
            />
          </div>
        )}
        <div className="w-40">
          <Select
            label={t('analytics.x_axis')}
            options={optionsBut(group)}
            value={x}
            onChange={setX}
          />
        </div>
        <div className="w-40">
          <Select
            label={t('analytics.group_by')}
            options={[{ value: '' as const, label: t('analytics.no_group') }, ...optionsBut(x)]}
            value={group ?? ''}
            onChange={(next) => setGroup(next || null)}
          />
        </div>
      </div>
      {error && !data ? (
        <NotRead onRetry={() => void refetch()} />
      ) : !read ? (
        <div className="h-80" />
      ) : read.rows.length === 0 ? (
        <NoData />
      ) : (
        <Suspense fallback={<div className="h-80" />}>
          <InsightChart
            rows={read.rows}
            series={seriesOf(
              read.rows,
              read.groups,
              colourFor(group ?? x, states),
              t('analytics.others'),
            )}
            colourOf={(key) => colourFor(x, states)(key, 0)}
            unit={unit}
          />
        </Suspense>
      )}
      {(!read || read.rows.length > 0) && (
        <DataTable
          slug={scope.slug}
          list={list}
          title={(count) => t('analytics.rows', { ...counted(count), what: xLabel })}
          of={xLabel}
          columns={[{ key: 'count', name: t('analytics.count') }, ...(read?.groups ?? [])]}
          rows={read?.rows.map(({ key, name, count, cells }) => ({
            ...{ key, name },
            values: [count, ...read.groups.map((one) => cells[one.key] ?? 0)],
            filters: [
              along(filters, x, key),
              ...read.groups.map((one) => along(along(filters, x, key), group ?? x, one.key)),
            ],
          }))}
        />
      )}
    </Block>
  )
}

/** Points can be summed only within one project. */
function useScopeHasPoints(scope: Scope): boolean {
  const projects = useAllProjects(scope.slug)
  const only = isOfList(scope) || scope.project_ids.length !== 1 ? undefined : scope.project_ids[0]
  const project = isOfList(scope) ? scope.project : projects?.find(({ id }) => id === only)
  return useHasPoints(scope.slug, project)
}

const isGroup = (key: string): key is 'backlog' =>
  ['backlog', 'unstarted', 'started', 'completed', 'cancelled'].includes(key)
const isPriority = (key: string): key is 'urgent' =>
  ['urgent', 'high', 'medium', 'low', 'none'].includes(key)

function useNameOf(): NameOf {
  const { t } = useTranslation()
  return useMemo(
    () => (axis, key, name) => {
      if (axis === 'PRIORITY' && isPriority(key)) return t(`pickers.priorities.${key}`)
      if (axis === 'STATE_GROUPS' && isGroup(key)) return t(`progress.groups.${key}`)
      if (key.toLowerCase() === 'none') return t('analytics.none')
      if (axis === 'ESTIMATE_POINTS') return key
      return isDated(axis) ? longDate(key) : name
    },
    [t],
  )
}
