import type { DashboardWidget, DashboardWidgetKey } from '@cairn/contract'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { HomeSection, LateSection } from '#ui/layout/home-section.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import { dashboardIn } from './dashboard-hooks.ts'
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

/** The visible widgets of the user's dashboard. */
export default function DashboardSection({ slug }: { slug: string }) {
  const { t } = useTranslation()
  const { data: home, isPending } = useQuery(dashboardIn(slug))
  const shown = home?.widgets.filter(({ is_visible }) => is_visible)
  if (isPending) return <LateSection />
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

/** Fixed heights: what is below must not move when a widget is rendered, or its data arrives. */
const heightOf: Record<DashboardWidgetKey, string> = {
  overview_stats: 'col-span-full h-20 max-md:h-44',
  assigned_issues: 'h-80 max-md:h-96',
  created_issues: 'h-80 max-md:h-96',
  issues_by_state_groups: 'h-66 max-lg:h-96',
  issues_by_priority: 'h-66 max-lg:h-96 max-md:h-52',
  recent_activity: 'h-122 md:row-span-2 max-md:h-92',
  recent_projects: 'h-52 max-md:h-60',
  recent_collaborators: 'h-66 max-md:h-80',
}

/** Renders and loads its content only when it is scrolled near the viewport. */
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
    <div
      ref={place}
      data-widget={widget.key}
      className={classNames('flex min-w-0 flex-col *:min-h-0 *:grow', heightOf[widget.key])}
    >
      {isNear && <Widget {...props} />}
    </div>
  )
}
