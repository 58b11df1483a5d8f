import {
  pageTemplatesApi as api,
  applyPageTemplateEvent,
  type NewPageTemplate,
  type PageTemplate,
  type PageTemplatePatch,
} from '@cairn/contract'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { changing, removing } from '#data/collection-actions.ts'
import { liveCollection } from '#data/live-collection.ts'
import { newId } from '#data/new-id.ts'
import { queryLayers } from '#data/query-client.ts'
import type { PageScope } from './page-list.ts'

const templatesIn = ({ slug, project_id }: PageScope) =>
  queryOptions({
    queryKey: ['page-templates', slug, project_id] as const,
    queryFn: () => call(api.list, { params: { slug, project_id } }),
  })

const templateCollection = liveCollection({
  query: templatesIn,
  event: (templates: PageTemplate[], event, { project_id }) => {
    const of = event.type === 'page_template.saved' ? event.template.project : event.project_id
    return of === project_id ? applyPageTemplateEvent(templates, event) : templates
  },
  saved: (template) => ({ type: 'page_template.saved', template }),
  removed: (id, { project_id }) => ({ type: 'page_template.removed', id, project_id }),
})

/** The templates for new pages of the project. */
export function usePageTemplates(scope: PageScope) {
  templateCollection.useEvents(scope)
  return useQuery(templatesIn(scope)).data ?? []
}

/**
 * Not optimistic: the server copies its pictures first, so it exists once the server has answered.
 */
export const useSaveTemplate = (scope: PageScope) =>
  useMutation({
    mutationFn: ({ page, ...body }: NewPageTemplate & { page: string }) =>
      call(api.create, { params: { ...scope, id: page }, body: { ...body, id: newId() } }),
    onSuccess: (template) =>
      queryLayers.happen<PageTemplate[]>(templatesIn(scope).queryKey, (templates) =>
        applyPageTemplateEvent(templates, { type: 'page_template.saved', template }),
      ),
  })

export const useRenameTemplate = changing(templateCollection, {
  send: (scope, id, body: PageTemplatePatch) =>
    call(api.change, { params: { ...scope, id }, body }),
  failure: 'pages.template_not_renamed',
})

export const useRemoveTemplate = removing(templateCollection, {
  send: (scope, id) => call(api.remove, { params: { ...scope, id } }),
  failure: 'pages.template_not_deleted',
})
