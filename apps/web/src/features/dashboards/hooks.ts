import {
  dashboardsApi as api,
  applyDashboardEvent,
  applyDashboardWidgetEvent,
  type BuiltDashboard,
  type BuiltWidget,
  type BuiltWidgetPatch,
  canChangeDashboard,
  type DashboardPatch,
  dashboardAccess,
  firstSizes,
  firstWidgetQuery,
  type NewBuiltWidget,
  type NewDashboard,
  planSortOrder,
} from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { changing, creating, removing } from '#data/collection-actions.ts'
import { myId, workspaceIdOf } from '#data/known-ids.ts'
import { liveCollection } from '#data/live-collection.ts'
import { serialized } from '#data/serialized.ts'
import { useMe } from '#entities/account/hooks.ts'
import { useAllProjects } from '#entities/project/hooks.ts'
import { useWorkspace } from '#entities/workspace/hooks.ts'

interface InWorkspace {
  slug: string
}

export const dashboardsIn = ({ slug }: InWorkspace) =>
  queryOptions({
    queryKey: ['dashboards', slug] as const,
    queryFn: ({ signal }) => call(api.list, { params: { slug }, signal }),
  })

const dashboardCollection = liveCollection({
  query: dashboardsIn,
  // The live socket carries the events of all workspaces.
  event: (dashboards: BuiltDashboard[], event, { slug }) => {
    const of = event.type === 'dashboard.saved' ? event.dashboard.workspace : event.workspace_id
    return of === workspaceIdOf(slug) ? applyDashboardEvent(dashboards, event) : dashboards
  },
  saved: (dashboard) => ({ type: 'dashboard.saved', dashboard }),
  removed: (id, { slug }) => ({ type: 'dashboard.removed', id, workspace_id: workspaceIdOf(slug) }),
})

/** Those visible to the user, by name; undefined while loading. */
export function useDashboards(slug: string): BuiltDashboard[] | undefined {
  dashboardCollection.useEvents({ slug })
  return useQuery(dashboardsIn({ slug })).data
}

export const useCreateDashboard = creating(dashboardCollection, {
  send: ({ slug }, body: NewDashboard) => call(api.create, { params: { slug }, body }),
  draft: ({ slug }, { id, name, access, project }): BuiltDashboard => {
    const now = new Date().toISOString()
    const me = myId()
    return {
      ...{ id, name, workspace: workspaceIdOf(slug), project: project ?? null, owned_by: me },
      access: access ?? dashboardAccess.private,
      ...{ created_at: now, updated_at: now, created_by: me, updated_by: null, deleted_at: null },
    }
  },
  failure: 'dashboards.not_created',
})

export const useChangeDashboard = changing(dashboardCollection, {
  send: ({ slug }, id, body: DashboardPatch) => call(api.change, { params: { slug, id }, body }),
  failure: 'dashboards.not_updated',
})

export const useRemoveDashboard = removing(dashboardCollection, {
  send: ({ slug }, id) => call(api.remove, { params: { slug, id } }),
  failure: 'dashboards.not_deleted',
})

/** Whether the user may change it: in the workspace, and in its project if it has one. */
export function useMayChange(slug: string) {
  const { id: user_id } = useMe()
  const workspace_role = useWorkspace(slug)?.role ?? 0
  const projects = useAllProjects(slug)
  return (dashboard: BuiltDashboard) => {
    const project = projects?.find(({ id }) => id === dashboard.project)
    const project_role = project?.member_role ?? null
    return canChangeDashboard({ user_id, workspace_role, project_role }, dashboard)
  }
}

export interface OnDashboard {
  slug: string
  id: string
}

const widgetsOn = ({ slug, id }: OnDashboard) =>
  queryOptions({
    queryKey: ['dashboard-widgets', slug, id] as const,
    queryFn: ({ signal }) => call(api.widgets, { params: { slug, id }, signal }),
  })

const widgetCollection = liveCollection({
  query: widgetsOn,
  event: (widgets: BuiltWidget[], event, { id }) => {
    const isSaved = event.type === 'dashboard_widget.saved'
    const of = isSaved ? event.widget.dashboard_id : event.dashboard_id
    return of === id ? applyDashboardWidgetEvent(widgets, event) : widgets
  },
  saved: (widget) => ({ type: 'dashboard_widget.saved', widget }),
  removed: (id, { id: dashboard_id }) => ({ type: 'dashboard_widget.removed', id, dashboard_id }),
})

export function useWidgets(place: OnDashboard): BuiltWidget[] | undefined {
  widgetCollection.useEvents(place)
  return useQuery(widgetsOn(place)).data
}

export const useCreateWidget = creating(widgetCollection, {
  send: (params, body: NewBuiltWidget) => call(api.createWidget, { params, body }),
  draft: ({ id: dashboard_id }, body, widgets): BuiltWidget => ({
    ...{ dashboard_id, title: '', query: firstWidgetQuery, ...firstSizes[body.kind] },
    sort_order: planSortOrder(widgets.at(-1)?.sort_order, undefined),
    ...body,
  }),
  failure: 'dashboards.widget_not_created',
})

export const useChangeWidget = changing(widgetCollection, {
  send: (params, widget_id, body: BuiltWidgetPatch) =>
    call(api.changeWidget, { params: { ...params, widget_id }, body }),
  failure: 'dashboards.widget_not_updated',
})

export const useRemoveWidget = removing(widgetCollection, {
  send: (params, widget_id) => call(api.removeWidget, { params: { ...params, widget_id } }),
  failure: 'dashboards.widget_not_deleted',
})

export const dataKey = ({ slug, id }: OnDashboard) => ['dashboard-data', slug, id] as const

/** The data of a widget. The server knows its settings once they were sent. */
export const useWidgetData = (place: OnDashboard, { id: widget_id, kind, query }: BuiltWidget) =>
  useQuery({
    queryKey: [...dataKey(place), widget_id, kind, query],
    queryFn: async ({ signal }) => {
      await serialized(widget_id, async () => undefined)
      return call(api.data, { params: { ...place, widget_id }, signal })
    },
    placeholderData: (before) => before,
  })
