import {
  itemTemplatesApi as api,
  applyItemTemplateEvent,
  type ItemTemplate,
  type NewItemTemplate,
  type NewRecurrence,
} from '@cairn/contract'
import { useMutation } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { removing } from '#data/collection-actions.ts'
import type { ProjectRef } from '#data/live-collection.ts'
import { newId } from '#data/new-id.ts'
import { queryLayers } from '#data/query-client.ts'
import { templateCollection, templatesIn } from './hooks.ts'

const showSaved = (scope: ProjectRef) => (template: ItemTemplate) =>
  queryLayers.happen<ItemTemplate[]>(templatesIn(scope).queryKey, (templates) =>
    applyItemTemplateEvent(templates, { type: 'item_template.saved', template }),
  )

/** Not optimistic: the server reads the item and its sub-items. */
export const useSaveItemAsTemplate = (scope: ProjectRef) =>
  useMutation({
    mutationFn: ({ item, name }: { item: string; name: string }) =>
      call(api.createFromItem, {
        params: { slug: scope.slug, project_id: scope.project_id, id: item },
        body: { id: newId(), name },
      }),
    onSuccess: showSaved(scope),
  })

/** A new one without an id. Not optimistic: a form waits for the answer. */
export const useSaveItemTemplate = (scope: ProjectRef) =>
  useMutation({
    mutationFn: ({ id, body }: { id?: string | undefined; body: NewItemTemplate }) => {
      const params = { slug: scope.slug, project_id: scope.project_id }
      return id
        ? call(api.change, { params: { ...params, id }, body })
        : call(api.create, { params, body: { ...body, id: newId() } })
    },
    onSuccess: showSaved(scope),
  })

export const useRemoveItemTemplate = removing(templateCollection, {
  send: (scope, id) => call(api.remove, { params: { ...scope, id } }),
  failure: 'item_templates.not_deleted',
})

/** Not optimistic: the server finds the next days. Null ends the recurrence. */
export const useRecur = (scope: ProjectRef) =>
  useMutation({
    mutationFn: ({ id, recurrence }: { id: string; recurrence: NewRecurrence | null }) => {
      const params = { slug: scope.slug, project_id: scope.project_id, id }
      return recurrence
        ? call(api.recur, { params, body: recurrence })
        : call(api.endRecurrence, { params })
    },
    onSuccess: showSaved(scope),
  })
