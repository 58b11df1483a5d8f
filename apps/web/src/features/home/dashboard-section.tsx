import type { DashboardWidget, DashboardWidgetKey } from '@cairn/contract'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { HomeSection } from '#ui/layout/home-section.tsx'
import { useHomeDashboard } from './dashboard-hooks.ts'
import { AssignedItems, CreatedItems } from './item-widgets.tsx'
import {
  type HomeWidgetProps,
  ItemsByPriority,
  ItemsByStateGroup,
  OverviewStats,
} from './number-widgets.tsx'
import { RecentActivityWidget, RecentCollaborators, RecentProjects } from './recent-widgets.tsx'

const widgetOf: Record<DashboardWidgetKey, ComponentType<HomeWidgetProps>> = {
  overview_stats: OverviewStats,
  assigned_issues: AssignedItems,
  created_issues: CreatedItems,
  issues_by_state_groups: ItemsByStateGroup,
  issues_by_priority: ItemsByPriority,
  recent_activity: RecentActivityWidget,
  recent_projects: RecentProjects,
  recent_collaborators: RecentCollaborators,
}

/** The widgets of one's own dashboard, as far as they were not hidden. */
export default function DashboardSection({ slug }: { slug: string }) {
  const { t } = useTranslation()
  const home = useHomeDashboard(slug)
  const shown = home?.widgets.filter(({ is_visible }) => is_visible)
  if (!home || !shown?.length) return null
  return (
    <HomeSection id="home-dashboard" title={t('home.dashboard.title')}>
      <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
        {shown.map((widget) => (
          <Near key={widget.id} slug={slug} dashboard_id={home.dashboard.id} widget={widget} />
        ))}
      </div>
    </HomeSection>
  )
}

interface NearProps {
  slug: string
  dashboard_id: string
  widget: DashboardWidget
}

const cardLook = 'flex min-h-66 min-w-0 flex-col *:grow'
const lookOf: Partial<Record<DashboardWidgetKey, string>> = {
  overview_stats: 'col-span-full min-h-21',
  recent_activity: `${cardLook} md:row-span-2`,
  recent_projects: cardLook.replace('min-h-66', 'min-h-40'),
  recent_collaborators: cardLook.replace('min-h-66', 'min-h-40'),
}

/** What nobody has scrolled to is neither drawn nor asked for. */
function Near(props: NearProps) {
  const { widget } = props
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (isNear || !place.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: '200px',
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [isNear])
  const Widget = widgetOf[widget.key]
  return (
    <div ref={place} data-widget={widget.key} className={lookOf[widget.key] ?? cardLook}>
      {isNear && <Widget {...props} />}
    </div>
  )
}
