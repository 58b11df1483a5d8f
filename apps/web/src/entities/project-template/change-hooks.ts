import {
  projectTemplatesApi as api,
  applyProjectTemplateEvent,
  type NewProjectTemplate,
  type ProjectTemplate,
  type ProjectTemplatePatch,
} from '@cairn/contract'
import { useMutation } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { removing } from '#data/collection-actions.ts'
import { newId } from '#data/new-id.ts'
import { queryLayers } from '#data/query-client.ts'
import { projectTemplateCollection } from './hooks.ts'

const showSaved = (slug: string) => (template: ProjectTemplate) =>
  queryLayers.happen<ProjectTemplate[]>(
    projectTemplateCollection.query({ slug }).queryKey,
    (templates) =>
      applyProjectTemplateEvent(templates, { type: 'project_template.saved', template }),
  )

/** Not optimistic: the server reads the project. */
export const useSaveProjectAsTemplate = (slug: string, project_id: string) =>
  useMutation({
    mutationFn: (body: NewProjectTemplate) =>
      call(api.create, { params: { slug, project_id }, body: { ...body, id: newId() } }),
    onSuccess: showSaved(slug),
  })

/** Not optimistic: a form waits for the answer. */
export const useChangeProjectTemplate = (slug: string) =>
  useMutation({
    mutationFn: ({ id, patch }: { id: string; patch: ProjectTemplatePatch }) =>
      call(api.change, { params: { slug, id }, body: patch }),
    onSuccess: showSaved(slug),
  })

export const useRemoveProjectTemplate = removing(projectTemplateCollection, {
  send: (scope, id) => call(api.remove, { params: { ...scope, id } }),
  failure: 'project_templates.not_deleted',
})
