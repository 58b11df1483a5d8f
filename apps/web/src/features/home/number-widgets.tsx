import {
  type DashboardWidget,
  durationFilters,
  GUEST,
  type ListFilters,
  priorities,
  stateGroups,
  tabFilters,
} from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { useMe } from '#entities/account/hooks.ts'
import { BarRows } from '#entities/item-count/bar-rows.tsx'
import { DonutRows } from '#entities/item-count/donut-rows.tsx'
import { ItemsLink, numberLook } from '#entities/item-count/items-link.tsx'
import { useWorkspace } from '#entities/workspace/hooks.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { PriorityIcon } from '#ui/icons/priority-icon.tsx'
import { StateIcon } from '#ui/icons/state-icon.tsx'
import { groupedNumber } from '#ui/platform/number.ts'
import { useChangeDashboardWidget, useWidgetData } from './dashboard-hooks.ts'
import { DurationMenu } from './duration-menu.tsx'
import { useToday } from './use-today.ts'
import { Shown, WidgetCard } from './widget-card.tsx'

export interface HomeWidgetProps {
  slug: string
  dashboard_id: string
  widget: DashboardWidget
}

/** Workspace guests are shown only items they created. */
export function useMine(slug: string): ListFilters {
  const { id } = useMe()
  const isGuest = useWorkspace(slug)?.role === GUEST
  return { assignees: [id], ...(isGuest && { created_by: [id] }) }
}

/** The selected due dates as a request parameter; empty for all. */
export const asTargetDate = ({ target_date = [] }: ListFilters) => target_date.join(',')

export function OverviewStats({ slug, dashboard_id }: HomeWidgetProps) {
  const { t } = useTranslation()
  const { id } = useMe()
  const { data } = useWidgetData(slug, dashboard_id, 'overview_stats')
  const now = useToday()
  const mine = { assignees: [id] }
  const numbers = [
    { key: 'assigned', count: data?.assigned_issues_count, filters: mine },
    {
      key: 'pending',
      count: data?.pending_issues_count,
      filters: { ...mine, ...tabFilters('overdue', {}, now) },
    },
    { key: 'created', count: data?.created_issues_count, filters: { created_by: [id] } },
    {
      key: 'completed',
      count: data?.completed_issues_count,
      filters: { ...mine, ...tabFilters('completed', {}, now) },
    },
  ] as const
  return (
    <section aria-label={t('home.dashboard.widgets.overview_stats')}>
      <ul className="grid grid-cols-4 gap-4 max-md:grid-cols-2">
        {numbers.map(({ key, count, filters }) => (
          <li key={key} className="min-w-0">
            <ItemsLink
              slug={slug}
              filters={filters}
              className="group block rounded-lg border border-line bg-surface px-4 py-3 hover:bg-hover"
            >
              <span className="block truncate text-small text-ink-2">
                {t(`home.dashboard.overview.${key}`)}
              </span>
              <span
                className={`${numberLook} flex h-8 w-fit items-center text-display font-semibold`}
              >
                {count === undefined ? <Skeleton width={40} height={16} /> : groupedNumber(count)}
              </span>
            </ItemsLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

function useDuration({ slug, dashboard_id, widget }: HomeWidgetProps) {
  const change = useChangeDashboardWidget(slug)
  const due = durationFilters(widget.widget_filters, useToday())
  return {
    due,
    query: { target_date: asTargetDate(due) },
    menu: (of: string) => (
      <DurationMenu
        of={of}
        filters={widget.widget_filters}
        onChange={(filters) => change.mutate({ dashboard_id, widget_id: widget.id, filters })}
      />
    ),
  }
}

const isNothing = (parts: readonly { count: number }[]) => parts.every(({ count }) => count === 0)

export function ItemsByStateGroup(props: HomeWidgetProps) {
  const { slug, dashboard_id } = props
  const { t } = useTranslation()
  const { due, query, menu } = useDuration(props)
  const mine = useMine(slug)
  const read = useWidgetData(slug, dashboard_id, 'issues_by_state_groups', query)
  const title = t('home.dashboard.widgets.issues_by_state_groups')
  return (
    <WidgetCard title={title} actions={menu(title)}>
      <Shown read={read} isEmpty={isNothing} empty={t('home.dashboard.nothing_due')}>
        {(counts) => (
          <DonutRows
            slug={slug}
            label={title}
            parts={stateGroups.map((group) => ({
              key: group,
              name: t(`progress.groups.${group}`),
              icon: <StateIcon group={group} size={14} />,
              colour: `var(--state-${group})`,
              count: counts.find(({ state }) => state === group)?.count ?? 0,
              filters: { ...mine, ...due, state_group: [group] },
            }))}
          />
        )}
      </Shown>
    </WidgetCard>
  )
}

export function ItemsByPriority(props: HomeWidgetProps) {
  const { slug, dashboard_id } = props
  const { t } = useTranslation()
  const { due, query, menu } = useDuration(props)
  const mine = useMine(slug)
  const read = useWidgetData(slug, dashboard_id, 'issues_by_priority', query)
  const title = t('home.dashboard.widgets.issues_by_priority')
  return (
    <WidgetCard title={title} actions={menu(title)}>
      <Shown read={read} isEmpty={isNothing} empty={t('home.dashboard.nothing_due')}>
        {(counts) => (
          <BarRows
            slug={slug}
            label={title}
            parts={priorities.map((priority) => ({
              key: priority,
              name: t(`pickers.priorities.${priority}`),
              icon: <PriorityIcon priority={priority} />,
              colour: `var(--priority-${priority})`,
              count: counts.find((one) => one.priority === priority)?.count ?? 0,
              filters: { ...mine, ...due, priority: [priority] },
            }))}
          />
        )}
      </Shown>
    </WidgetCard>
  )
}
