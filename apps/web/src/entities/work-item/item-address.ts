import type { Project, WorkItem } from '@cairn/contract'

type Numbered = Pick<WorkItem, 'sequence_id'>

/** "TRAIL-412". */
export const keyOf = (project: Pick<Project, 'identifier'>, { sequence_id }: Numbered) =>
  `${project.identifier}-${sequence_id}`

/** The canonical URL of an item; all others redirect here. */
export const itemAddress = (slug: string, key: string) => `/${slug}/browse/${key}/`

/** Archived items have no URL by key. */
export const archivedItemAddress = (slug: string, project_id: string, id: string) =>
  `/${slug}/projects/${project_id}/archives/issues/${id}/`
