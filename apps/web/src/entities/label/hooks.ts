import { labelsApi as api, applyLabelEvent, type Label } from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '#data/api.ts'
import { liveCollection, type ProjectRef } from '#data/live-collection.ts'

/** A label and everything below it. */
export const idsBelow = (labels: readonly Label[], id: string): string[] => [
  id,
  ...labels.filter(({ parent }) => parent === id).flatMap((child) => idsBelow(labels, child.id)),
]

export const labelsIn = ({ slug, project_id }: ProjectRef) =>
  queryOptions({
    queryKey: ['labels', slug, project_id] as const,
    queryFn: () => call(api.list, { params: { slug, project_id } }),
  })

export const labelCollection = liveCollection({
  query: labelsIn,
  // The live socket carries the events of all projects.
  event: (labels: Label[], event, { project_id }) => {
    const of = event.type === 'label.saved' ? event.label.project_id : event.project_id
    return of === project_id ? applyLabelEvent(labels, event) : labels
  },
  saved: (label) => ({ type: 'label.saved', label }),
  removed: (id, { project_id }, labels) => ({
    ...{ type: 'label.removed', ids: idsBelow(labels, id), project_id },
  }),
})

/** In order; undefined while loading. */
export function useLabelList(slug: string, project_id: string): Label[] | undefined {
  labelCollection.useEvents({ slug, project_id })
  const { data } = useQuery({ ...labelsIn({ slug, project_id }), enabled: project_id !== '' })
  return useMemo(
    () => data?.toSorted((a, b) => a.sort_order - b.sort_order || a.name.localeCompare(b.name)),
    [data],
  )
}

export function useLabels(slug: string, project_id: string): ReadonlyMap<string, Label> {
  const labels = useLabelList(slug, project_id)
  return useMemo(() => new Map(labels?.map((label) => [label.id, label])), [labels])
}
