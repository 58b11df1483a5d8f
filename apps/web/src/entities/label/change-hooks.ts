import {
  labelsApi as api,
  type Label,
  type LabelPatch,
  labelSortOrder,
  type NewLabel,
} from '@cairn/contract'
import { call } from '#data/api.ts'
import { changing, creating, removing } from '#data/collection-actions.ts'
import { workspaceIdOf } from '#data/known-ids.ts'
import { labelCollection } from './hooks.ts'

const lastOf = (labels: readonly Label[]) =>
  labels.length > 0 ? Math.max(...labels.map(({ sort_order }) => sort_order)) : undefined

export const useCreateLabel = creating(labelCollection, {
  send: (params, body: NewLabel) => call(api.create, { params, body }),
  draft: ({ slug, project_id }, { id, name, color = '', parent = null }, labels): Label => ({
    ...{ id, name, color, parent, project_id, workspace_id: workspaceIdOf(slug) },
    sort_order: labelSortOrder(lastOf(labels), undefined),
  }),
  failure: 'labels.not_created',
})

export const useChangeLabel = changing(labelCollection, {
  send: (params, id, patch: LabelPatch) =>
    call(api.change, { params: { ...params, id }, body: patch }),
  failure: 'labels.not_updated',
})

export const useRemoveLabel = removing(labelCollection, {
  send: (params, id) => call(api.remove, { params: { ...params, id } }),
  failure: 'labels.not_deleted',
})
