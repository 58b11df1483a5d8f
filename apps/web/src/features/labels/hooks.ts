import {
  labelsApi as api,
  applyLabelEvent,
  type Label,
  type LabelPatch,
  type NewLabel,
} from '@cairn/contract'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '#data/api.ts'
import { queryLayers } from '#data/query-client.ts'
import { useLiveUpdates } from '#data/use-live-updates.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import { idsBelow } from './label-tree.ts'

const labelsIn = (slug: string, project_id: string) =>
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

export const useCreateLabel = (slug: string, project_id: string) =>
  useMutation({
    mutationFn: (body: NewLabel) => call(api.create, { params: { slug, project_id }, body }),
    onSuccess: (label) =>
      queryLayers.happen<Label[]>(labelsIn(slug, project_id).queryKey, (labels) =>
        applyLabelEvent(labels, { type: 'label.saved', label }),
      ),
  })

interface LabelChange {
  id: string
  patch: LabelPatch
}

export const useChangeLabel = (slug: string, project_id: string) =>
  useOptimisticMutation({
    query: labelsIn(slug, project_id),
    send: ({ id, patch }: LabelChange) =>
      call(api.change, { params: { slug, project_id, id }, body: patch }),
    apply: (labels: Label[], { id, patch }) =>
      labels.map((label) => (label.id === id ? { ...label, ...patch } : label)),
    settle: (labels, label) => applyLabelEvent(labels, { type: 'label.saved', label }),
    line: ({ id }) => id,
    failure: 'labels.not_updated',
  })

export const useRemoveLabel = (slug: string, project_id: string) =>
  useMutation({
    mutationFn: (id: string) => call(api.remove, { params: { slug, project_id, id } }),
    onSuccess: (_, id) =>
      queryLayers.happen<Label[]>(labelsIn(slug, project_id).queryKey, (labels) =>
        applyLabelEvent(labels, { type: 'label.removed', ids: idsBelow(labels, id), project_id }),
      ),
  })
