import type { LiveEvent } from '@cairn/contract'
import type { QueryKey } from '@tanstack/react-query'
import { useReadAgain } from '#data/use-read-again.ts'

/** The project whose items, or their grouping, an event changes. */
function projectOf(event: LiveEvent): string | undefined {
  if (event.type === 'work_item.saved') return event.work_item.project_id
  if (event.type === 'work_item.removed') return event.project_id
  if (event.type === 'work_item.many_saved') return event.project_id
  if (event.type === 'state.saved') return event.state.project_id
  if (event.type === 'cycle.saved') return event.cycle.project_id
  return event.type === 'estimate.saved' ? event.estimate.project : undefined
}

/** The server counts the numbers of a project, or of all projects: see `useReadAgain`. */
export function useFollowItems(project_id: string | undefined, queryKeys: readonly QueryKey[]) {
  useReadAgain(queryKeys, (event) => {
    const changed = projectOf(event)
    return changed !== undefined && (project_id === undefined || changed === project_id)
  })
}
