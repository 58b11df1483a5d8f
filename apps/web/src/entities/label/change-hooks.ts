import {
  labelsApi as api,
  applyLabelEvent,
  type Label,
  type LabelPatch,
  type NewLabel,
} from '@cairn/contract'
import { useMutation } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { queryLayers } from '#data/query-client.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import { labelsIn } from './hooks.ts'
import { idsBelow } from './label-tree.ts'

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
