import type { Project, WorkItem } from '@cairn/contract'

type Numbered = Pick<WorkItem, 'sequence_id'>

/** "TRAIL-412". */
export const keyOf = (project: Pick<Project, 'identifier'>, { sequence_id }: Numbered) =>
  `${project.identifier}-${sequence_id}`

/** The one address of an item; all others lead here. */
export const itemAddress = (slug: string, key: string) => `/${slug}/browse/${key}/`

/** What is archived has left the keys' address. */
export const archivedItemAddress = (slug: string, project_id: string, id: string) =>
  `/${slug}/projects/${project_id}/archives/issues/${id}/`
