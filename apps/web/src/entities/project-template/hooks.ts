import {
  projectTemplatesApi as api,
  applyProjectTemplateEvent,
  type ProjectTemplate,
} from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { workspaceIdOf } from '#data/known-ids.ts'
import { liveCollection } from '#data/live-collection.ts'

interface WorkspaceRef {
  slug: string
}

const projectTemplatesIn = ({ slug }: WorkspaceRef) =>
  queryOptions({
    // Named like its events.
    queryKey: ['project-templates', slug] as const,
    queryFn: () => call(api.list, { params: { slug } }),
  })

export const projectTemplateCollection = liveCollection({
  query: projectTemplatesIn,
  // The live socket carries the events of all workspaces.
  event: (templates: ProjectTemplate[], event, { slug }) => {
    const { workspace_id } = event.type === 'project_template.saved' ? event.template : event
    return workspace_id === workspaceIdOf(slug)
      ? applyProjectTemplateEvent(templates, event)
      : templates
  },
  saved: (template) => ({ type: 'project_template.saved', template }),
  removed: (id, { slug }) => ({
    ...{ type: 'project_template.removed', id, workspace_id: workspaceIdOf(slug) },
  }),
})

/** The templates for new projects of a workspace. */
export function useProjectTemplates(slug: string): ProjectTemplate[] | undefined {
  projectTemplateCollection.useEvents({ slug })
  return useQuery(projectTemplatesIn({ slug })).data
}
