import { itemTemplatesApi as api, applyItemTemplateEvent, type ItemTemplate } from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { liveCollection, type ProjectRef } from '#data/live-collection.ts'

export const templatesIn = ({ slug, project_id }: ProjectRef) =>
  queryOptions({
    queryKey: ['item-templates', slug, project_id] as const,
    queryFn: () => call(api.list, { params: { slug, project_id } }),
  })

export const templateCollection = liveCollection({
  query: templatesIn,
  event: (templates: ItemTemplate[], event, { project_id }) => {
    const of = event.type === 'item_template.saved' ? event.template.project_id : event.project_id
    return of === project_id ? applyItemTemplateEvent(templates, event) : templates
  },
  saved: (template) => ({ type: 'item_template.saved', template }),
  removed: (id, { project_id }) => ({ type: 'item_template.removed', id, project_id }),
})

/** The templates for new work items of a project. */
export function useItemTemplates(scope: ProjectRef, enabled = true): ItemTemplate[] | undefined {
  templateCollection.useEvents(scope)
  return useQuery({ ...templatesIn(scope), enabled }).data
}
