import {
  type BuiltDashboard,
  type BuiltWidget,
  type BuiltWidgetData,
  type Cycle,
  filtersOfBurndown,
  filtersOfGroup,
  filtersOfWidget,
  type ListFilters,
  noPoints,
} from '@cairn/contract'
import { Suspense } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useWorkspaceCycles } from '#entities/cycle/cycle-list.ts'
import { useAnalytics, useProgress } from '#entities/cycle/hooks.ts'
import { BarRows } from '#entities/item-count/bar-rows.tsx'
import { DonutRows } from '#entities/item-count/donut-rows.tsx'
import { ItemRows } from '#entities/item-count/item-rows.tsx'
import { ItemsLink, numberLook } from '#entities/item-count/items-link.tsx'
import { BurnChart } from '#entities/progress/burn-chart.tsx'
import type { ListReferences } from '#entities/work-item-list/references.tsx'
import { NotRead } from '#ui/feedback/not-read.tsx'
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { Cell, HeadCell, Table, TableRow } from '#ui/lists/table.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { counted, groupedNumber } from '#ui/platform/number.ts'
import { useWidgetData } from './hooks.ts'
import { type Part, partsOf } from './parts-of.tsx'

const LineChart = lazy(() => import('#entities/item-count/line-chart.tsx'))

interface WidgetBodyProps {
  slug: string
  dashboard: BuiltDashboard
  widget: BuiltWidget
  references: ListReferences
  /** Its name, for the lists in it. */
  label: string
}

/** What a widget shows of the items visible to the user. */
export function WidgetBody(props: WidgetBodyProps) {
  const { slug, dashboard, widget } = props
  const { t } = useTranslation()
  const { data, isError, refetch } = useWidgetData({ slug, id: dashboard.id }, widget)
  if (!data) {
    if (isError) {
      return <NotRead onRetry={() => void refetch()}>{t('dashboards.widget_not_read')}</NotRead>
    }
    return (
      <SkeletonGroup>
        <Skeleton width={96} height={16} className="mt-2" />
      </SkeletonGroup>
    )
  }
  const filters = filtersOfWidget(dashboard, widget.query)
  return <Drawn {...props} data={data} filters={filters} />
}

interface DrawnProps extends WidgetBodyProps {
  data: BuiltWidgetData
  filters: ListFilters
}

function Drawn(props: DrawnProps) {
  const { slug, widget, data, filters, label } = props
  const { t } = useTranslation()
  const { kind, query } = widget
  if (kind === 'number') return <BigNumber {...props} value={data.total} />
  if (kind === 'burndown') return <Burndown {...props} />
  if (kind === 'line') {
    return (
      <Suspense>
        <LineChart
          slug={slug}
          label={label}
          lines={query.lines}
          points={data.points}
          filters={filters}
        />
      </Suspense>
    )
  }
  if (kind === 'list') {
    if (data.total === 0) return <Nothing />
    return (
      <>
        <ItemRows slug={slug} label={label} items={data.items} />
        <p className="pt-2 text-small">
          <ItemsLink slug={slug} filters={filters} className="link hit">
            {t('dashboards.show_items', counted(data.total))}
          </ItemsLink>
        </p>
      </>
    )
  }
  return <Groups {...props} />
}

function Nothing() {
  const { t } = useTranslation()
  return <p className="grid grow place-items-center text-ink-2">{t('dashboards.nothing')}</p>
}

function BigNumber({
  slug,
  filters,
  value,
}: Pick<DrawnProps, 'slug' | 'filters'> & { value: number }) {
  return (
    <ItemsLink slug={slug} filters={filters} className="group block w-fit rounded-xs">
      <span className={`${numberLook} text-display font-semibold`}>{groupedNumber(value)}</span>
    </ItemsLink>
  )
}

function Groups(props: DrawnProps) {
  const { slug, widget, references, data, filters, label } = props
  const { t } = useTranslation()
  const group = widget.query.group_by
  if (!group) return <BigNumber {...props} value={data.total} />
  const varied = widget.kind === 'donut'
  const parts = partsOf(references, group, data.groups, t('dashboards.unknown'), { varied })
  if (parts.length === 0) return <Nothing />
  if (widget.kind === 'table') return <Rows {...props} parts={parts} />
  const linked = parts.map((part) => ({
    ...part,
    filters: filtersOfGroup(filters, group, part.key),
  }))
  return widget.kind === 'donut' ? (
    <DonutRows slug={slug} label={label} parts={linked} />
  ) : (
    <BarRows slug={slug} label={label} parts={linked} />
  )
}

function Rows(props: DrawnProps & { parts: readonly Part[] }) {
  const { slug, widget, references, data, filters, label, parts } = props
  const { t } = useTranslation()
  const { group_by, sub_group_by } = widget.query
  if (!group_by) return null
  const sums = new Map<string, number>()
  for (const { sub_key, value } of data.cells) {
    sums.set(sub_key, (sums.get(sub_key) ?? 0) + value)
  }
  const columns = sub_group_by
    ? partsOf(
        references,
        sub_group_by,
        [...sums].map(([key, value]) => ({ key, value })).sort((a, b) => b.value - a.value),
        t('dashboards.unknown'),
      )
    : []
  const valueAt = (key: string, sub_key: string) =>
    data.cells.find((cell) => cell.key === key && cell.sub_key === sub_key)?.value ?? 0
  const number = (value: number, of: ListFilters, name: string) =>
    value === 0 ? (
      <span className="text-ink-3">0</span>
    ) : (
      <ItemsLink
        slug={slug}
        filters={of}
        label={`${name}: ${groupedNumber(value)}`}
        className="group rounded-xs"
      >
        <span className={numberLook}>{groupedNumber(value)}</span>
      </ItemsLink>
    )
  return (
    <div className="-mx-4 min-h-0 grow">
      <Table label={t('dashboards.table_of', { name: label })}>
        <thead>
          <tr>
            <HeadCell sticky width={160}>
              {t(`dashboards.groups.${group_by}`)}
            </HeadCell>
            {columns.map(({ key, name }) => (
              <HeadCell key={key} width={96}>
                {name}
              </HeadCell>
            ))}
            <HeadCell width={96}>{t('dashboards.all')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => {
            const row = filtersOfGroup(filters, group_by, part.key)
            return (
              <TableRow key={part.key}>
                <Cell sticky>
                  {part.icon && <Icon of={part.icon} />}
                  <span className="max-w-60 truncate">{part.name}</span>
                </Cell>
                {columns.map(({ key, name }) => (
                  <Cell key={key}>
                    {number(
                      valueAt(part.key, key),
                      sub_group_by ? filtersOfGroup(row, sub_group_by, key) : row,
                      `${part.name}, ${name}`,
                    )}
                  </Cell>
                ))}
                <Cell>{number(part.count, row, part.name)}</Cell>
              </TableRow>
            )
          })}
        </tbody>
      </Table>
    </div>
  )
}

function Burndown(props: DrawnProps) {
  const { slug, widget } = props
  const { t } = useTranslation()
  const { cycle_id } = widget.query
  const cycles = useWorkspaceCycles(slug)
  const cycle = cycles?.find(({ id }) => id === cycle_id)
  if (!cycle_id) return <p className="text-ink-2">{t('dashboards.choose_cycle')}</p>
  if (cycle) return <CycleCourse {...props} cycle={cycle} />
  return cycles && <p className="text-ink-2">{t('dashboards.no_cycle')}</p>
}

function CycleCourse({ slug, dashboard, widget, data, cycle }: DrawnProps & { cycle: Cycle }) {
  const { t } = useTranslation()
  const { id, project_id } = cycle
  const place = { slug, project_id }
  const unit = widget.query.measure === 'points' ? 'points' : 'issues'
  const course = useAnalytics(place, cycle, unit)
  const progress = useProgress(place, id)
  const left = filtersOfBurndown(filtersOfWidget(dashboard, { filters: {} }), id)
  return (
    <>
      <p className="pb-2">
        <ItemsLink slug={slug} filters={left} className="group rounded-xs">
          <span className={`${numberLook} font-medium`}>
            {t('dashboards.left', counted(data.total))}
          </span>
        </ItemsLink>{' '}
        <span className="text-small text-ink-3">{cycle.name}</span>
      </p>
      <BurnChart
        chart={course?.completion_chart}
        numbers={{ ...noPoints, ...progress, ...cycle }}
        unit={unit}
        plot="burndown"
        height={widget.height > 2 ? 150 : 80}
        quiet
      />
    </>
  )
}
