import type { ComponentType } from 'react'
import type { LayoutProps } from '#entities/work-item-list/layout-props.ts'
import type { Layout } from '#entities/work-item-list/list-settings.ts'
import { afterFirstScreen } from '#ui/platform/first-screen.ts'
import { lazy } from '#ui/platform/lazy.ts'

/** All layouts, each loaded when first shown: one `lazy()` entry each. */
export const layouts: Record<Layout, ComponentType<LayoutProps>> = {
  // Its first rows are rendered without it.
  list: lazy(async () => {
    await afterFirstScreen()
    return import('./list-layout.tsx')
  }),
  kanban: lazy(() => import('#features/work-item-board/board-layout.tsx')),
  calendar: lazy(() => import('#features/work-item-calendar/calendar-layout.tsx')),
  spreadsheet: lazy(() => import('#features/work-item-table/table-layout.tsx')),
  gantt_chart: lazy(() => import('#features/work-item-timeline/timeline-layout.tsx')),
}
