import {
  workItemTypesApi as api,
  applyWorkItemTypeEvent,
  type Project,
  type WorkItemType,
} from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '#data/api.ts'
import { workspaceIdOf } from '#data/known-ids.ts'
import { liveCollection } from '#data/live-collection.ts'
import { useAllProjects } from '#entities/project/hooks.ts'

interface WorkspaceRef {
  slug: string
}

export const typesIn = ({ slug }: WorkspaceRef) =>
  queryOptions({
    queryKey: ['work-item-types', slug] as const,
    queryFn: () => call(api.listOfWorkspace, { params: { slug } }),
  })

export const typeCollection = liveCollection({
  query: typesIn,
  // The live socket carries the events of all workspaces.
  event: (types: WorkItemType[], event, { slug }) => {
    const { workspace_id } = event.type === 'work_item_type.saved' ? event.work_item_type : event
    return workspace_id === workspaceIdOf(slug) ? applyWorkItemTypeEvent(types, event) : types
  },
  saved: (work_item_type) => ({ type: 'work_item_type.saved', work_item_type }),
  removed: (id, { slug }) => ({
    ...{ type: 'work_item_type.removed', id, workspace_id: workspaceIdOf(slug) },
  }),
})

const usesTypes = ({ type_ids }: Pick<Project, 'type_ids'>) => type_ids.length > 0

/** In order; undefined while loading, and if no project uses them. */
export function useTypes(slug: string, always = false): WorkItemType[] | undefined {
  const isUsed = useAllProjects(slug)?.some(usesTypes) ?? false
  typeCollection.useEvents({ slug })
  const { data } = useQuery({ ...typesIn({ slug }), enabled: always || isUsed })
  return data
}

/** The types of the project's items; none if types are disabled. */
export function useProjectTypes(slug: string, project_id: string): WorkItemType[] {
  const types = useTypes(slug)
  const project = useAllProjects(slug)?.find(({ id }) => id === project_id)
  return useMemo(
    () => types?.filter(({ id, is_active }) => is_active && project?.type_ids.includes(id)) ?? [],
    [types, project],
  )
}
