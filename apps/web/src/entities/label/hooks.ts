import { labelsApi as api, applyLabelEvent, type Label } from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '#data/api.ts'
import { useLiveUpdates } from '#data/use-live-updates.ts'

export const labelsIn = (slug: string, project_id: string) =>
  queryOptions({
    queryKey: ['labels', slug, project_id] as const,
    queryFn: () => call(api.list, { params: { slug, project_id } }),
  })

/** By place; undefined while they are on their way. */
export function useLabelList(slug: string, project_id: string): Label[] | undefined {
  // The socket tells of every project one is in.
  useLiveUpdates(labelsIn(slug, project_id), (labels, event) => {
    const of = event.type === 'label.saved' ? event.label.project_id : event.project_id
    return of === project_id ? applyLabelEvent(labels, event) : labels
  })
  const { data } = useQuery({ ...labelsIn(slug, project_id), enabled: project_id !== '' })
  return useMemo(
    () => data?.toSorted((a, b) => a.sort_order - b.sort_order || a.name.localeCompare(b.name)),
    [data],
  )
}

export function useLabels(slug: string, project_id: string): ReadonlyMap<string, Label> {
  const labels = useLabelList(slug, project_id)
  return useMemo(() => new Map(labels?.map((label) => [label.id, label])), [labels])
}
