import {
  workItemPropertiesApi as api,
  applyWorkItemPropertyEvent,
  propertiesOfType,
  type WorkItemProperty,
} from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '#data/api.ts'
import { workspaceIdOf } from '#data/known-ids.ts'
import { liveCollection } from '#data/live-collection.ts'

interface WorkspaceRef {
  slug: string
}

export const propertiesIn = ({ slug }: WorkspaceRef) =>
  queryOptions({
    // Named like its events.
    queryKey: ['work-item-property', slug] as const,
    queryFn: () => call(api.list, { params: { slug } }),
  })

export const propertyCollection = liveCollection({
  query: propertiesIn,
  // The live socket carries the events of all workspaces.
  event: (properties: WorkItemProperty[], event, { slug }) => {
    const { workspace_id } =
      event.type === 'work_item_property.saved' ? event.work_item_property : event
    return workspace_id === workspaceIdOf(slug)
      ? applyWorkItemPropertyEvent(properties, event)
      : properties
  },
  saved: (work_item_property) => ({ type: 'work_item_property.saved', work_item_property }),
  removed: (id, { slug }) => ({
    ...{ type: 'work_item_property.removed', id, workspace_id: workspaceIdOf(slug) },
  }),
})

/** Of all types, in order; also those that are switched off. Undefined while loading. */
export function useProperties(slug: string, enabled = true): WorkItemProperty[] | undefined {
  propertyCollection.useEvents({ slug })
  return useQuery({ ...propertiesIn({ slug }), enabled }).data
}

/** What items of the type are asked for; none while loading. */
export function useTypeProperties(slug: string, type_id: string | null): WorkItemProperty[] {
  const properties = useProperties(slug)
  return useMemo(() => propertiesOfType(properties ?? [], type_id), [properties, type_id])
}
