import {
  dashboardApi as api,
  type DashboardData,
  type DashboardDataQuery,
  type DashboardWidget,
  type DashboardWidgetKey,
  type DashboardWidgetPatch,
} from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import { useFollowItems } from '#entities/progress/use-follow-items.ts'

export const dashboardIn = (slug: string) =>
  queryOptions({
    queryKey: ['home-dashboard', slug] as const,
    queryFn: ({ signal }) =>
      call(api.home, { params: { slug }, query: { dashboard_type: 'home' }, signal }),
  })

/** The user's dashboard: its widgets, which are shown, and their filters. */
export const useHomeDashboard = (slug: string) => useQuery(dashboardIn(slug)).data

interface Change extends DashboardWidgetPatch {
  dashboard_id: string
  widget_id: string
}

const changed = (
  widget: DashboardWidget,
  { filters, is_visible }: DashboardWidgetPatch,
): DashboardWidget => ({
  ...widget,
  ...(filters && { widget_filters: filters }),
  ...(is_visible !== undefined && { is_visible }),
})

export const useChangeDashboardWidget = (slug: string) =>
  useOptimisticMutation({
    query: dashboardIn(slug),
    send: ({ dashboard_id: id, widget_id, ...body }: Change) =>
      call(api.changeWidget, { params: { id, widget_id }, body }),
    apply: ({ dashboard, widgets }, { widget_id, ...patch }) => ({
      dashboard,
      widgets: widgets.map((one) => (one.id === widget_id ? changed(one, patch) : one)),
    }),
    line: ({ widget_id }) => widget_id,
    failure: 'home.widgets.not_saved',
  })

/**
 * The data of a widget. The request contains its settings, so that it need not wait until they are
 * saved.
 */
export function useWidgetData<Key extends DashboardWidgetKey>(
  slug: string,
  dashboard_id: string,
  widget_key: Key,
  query: Omit<DashboardDataQuery, 'widget_key'> = {},
) {
  const options = queryOptions({
    queryKey: ['home-widget', slug, widget_key, query] as const,
    queryFn: async ({ signal }) => {
      const params = { slug, id: dashboard_id }
      const data = await call(api.data, { params, query: { widget_key, ...query }, signal })
      return data as DashboardData[Key]
    },
    placeholderData: (before) => before,
  })
  useFollowItems(undefined, [options.queryKey])
  return useQuery(options)
}
