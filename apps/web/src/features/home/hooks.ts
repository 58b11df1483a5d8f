import {
  homePreferencesApi as api,
  applyHomePreferenceEvent,
  type HomePreference,
  type HomePreferencePatch,
  type HomeWidgetKey,
} from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { useLiveUpdates } from '#data/use-live-updates.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import { useWorkspace } from '#entities/workspace/hooks.ts'

const widgetsIn = (slug: string) =>
  queryOptions({
    queryKey: ['home-preferences', slug] as const,
    queryFn: ({ signal }) => call(api.list, { params: { slug }, signal }),
  })

/** The widgets of the home page, in the user's order. */
export function useHomeWidgets(slug: string): HomePreference[] | undefined {
  const workspace = useWorkspace(slug)
  const options = widgetsIn(slug)
  useLiveUpdates(options, (widgets, event) =>
    event.workspace_id === workspace?.id ? applyHomePreferenceEvent(widgets, event) : widgets,
  )
  return useQuery(options).data
}

interface Change extends HomePreferencePatch {
  key: HomeWidgetKey
}

const withChange = (widgets: HomePreference[], { key, ...patch }: Change) => {
  const current = widgets.find((widget) => widget.key === key)
  if (!current) return widgets
  return applyHomePreferenceEvent(widgets, { preference: { ...current, ...patch } })
}

export const useChangeWidget = (slug: string) =>
  useOptimisticMutation({
    query: widgetsIn(slug),
    send: ({ key, ...body }: Change) => call(api.change, { params: { slug, key }, body }),
    apply: withChange,
    line: ({ key }) => `home ${key}`,
    failure: 'home.widgets.not_saved',
  })
