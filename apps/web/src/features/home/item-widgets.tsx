import {
  type DashboardTab,
  durationFilters,
  type ListFilters,
  tabFilters,
  type WidgetFilters,
  type WorkItem,
} from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { useMe } from '#entities/account/hooks.ts'
import { ItemRows } from '#entities/item-count/item-rows.tsx'
import { ItemsLink } from '#entities/item-count/items-link.tsx'
import { Segment } from '#ui/controls/segment.tsx'
import { counted } from '#ui/platform/number.ts'
import { useChangeDashboardWidget, useWidgetData } from './dashboard-hooks.ts'
import { DurationMenu } from './duration-menu.tsx'
import { asTargetDate, type HomeWidgetProps, useMine } from './number-widgets.tsx'
import { useToday } from './use-today.ts'
import { Shown, WidgetCard } from './widget-card.tsx'

/** The available tabs: without dates nothing is upcoming or overdue. */
const tabsOf = ({ duration = 'none' }: WidgetFilters): readonly DashboardTab[] =>
  duration === 'none' ? ['pending', 'completed'] : ['upcoming', 'overdue', 'completed']

export const AssignedItems = (props: HomeWidgetProps) => (
  <Items {...props} of="assigned_issues" whose={useMine(props.slug)} />
)

export const CreatedItems = (props: HomeWidgetProps) => (
  <Items {...props} of="created_issues" whose={{ created_by: [useMe().id] }} />
)

interface ItemsProps extends HomeWidgetProps {
  of: 'assigned_issues' | 'created_issues'
  whose: ListFilters
}

function Items({ slug, dashboard_id, widget, of, whose }: ItemsProps) {
  const { t } = useTranslation()
  const now = useToday()
  const change = useChangeDashboardWidget(slug)
  const { widget_filters: filters } = widget
  const tabs = tabsOf(filters)
  const tab = tabs.find((one) => one === filters.tab) ?? tabs[0] ?? 'pending'
  const read = useWidgetData(slug, dashboard_id, of, {
    issue_type: tab,
    target_date: asTargetDate(durationFilters(filters, now)),
  })
  const save = (next: WidgetFilters) =>
    change.mutate({ dashboard_id, widget_id: widget.id, filters: next })
  const title = t(`home.dashboard.widgets.${of}`)
  return (
    <WidgetCard
      title={title}
      actions={<DurationMenu of={title} filters={filters} onChange={save} />}
    >
      <div className="pb-2">
        <Segment
          label={t('home.dashboard.tabs_of', { of: title })}
          options={tabs.map((value) => ({ value, label: t(`home.dashboard.tabs.${value}`) }))}
          value={tab}
          onChange={(value) => save({ ...filters, tab: value })}
        />
      </div>
      <Shown
        read={read}
        isEmpty={({ count }) => count === 0}
        empty={t(`home.dashboard.no_items.${tab}`)}
      >
        {({ issues, count }) => (
          <>
            <ItemRows slug={slug} label={title} items={issues as WorkItem[]} />
            {/* The link is larger to the touch than it looks. */}
            <p className="mt-auto pt-2 text-small max-md:pb-1">
              <ItemsLink
                slug={slug}
                filters={{ ...whose, ...tabFilters(tab, filters, now) }}
                className="link hit"
              >
                {t('home.dashboard.show_items', counted(count))}
              </ItemsLink>
            </p>
          </>
        )}
      </Shown>
    </WidgetCard>
  )
}
