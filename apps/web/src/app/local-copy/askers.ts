import { type FoundItem, GUEST, type Project, type WorkItem } from '@cairn/contract'
import type { Asker } from '@cairn/work-item-query/copy'
import { queryClient } from '#data/query-client.ts'
import { session } from '#entities/account/hooks.ts'
import { projectsIn } from '#entities/project/hooks.ts'
import { statesIn } from '#entities/state/hooks.ts'
import { workspaces } from '#entities/workspace/hooks.ts'

function askerIn({ member_role, archived_at, guest_view_all_features }: Project) {
  const me = queryClient.getQueryData(session.queryKey)
  // Archived projects have no lists.
  if (!me || member_role === null || archived_at !== null) return undefined
  return {
    user_id: me.id,
    timezone: me.user_timezone,
    role: member_role,
    sees_only_own: member_role === GUEST && !guest_view_all_features,
  }
}

/** The user's role in each of their projects; undefined while unknown. */
export function askersIn(slug: string): Record<string, Asker> | undefined {
  const projects = queryClient.getQueryData(projectsIn(slug).queryKey)
  if (!projects) return undefined
  const askers = projects.flatMap((project): [string, Asker][] => {
    const asker = askerIn(project)
    return asker ? [[project.id, asker]] : []
  })
  return Object.fromEntries(askers)
}

/** The workspaces of the user. */
export const ownSlugs = (): string[] | undefined =>
  queryClient.getQueryData(workspaces.queryKey)?.map(({ slug }) => slug)

/** As a search of the server returns it. */
export function foundOf(slug: string, item: WorkItem): FoundItem {
  const { id, name, start_date, sequence_id, project_id, type_id, state_id, state__group } = item
  const projects = queryClient.getQueryData(projectsIn(slug).queryKey)
  const project = projects?.find((one) => one.id === project_id)
  const states = queryClient.getQueryData(statesIn({ slug, project_id }).queryKey)
  const state = states?.find((one) => one.id === state_id)
  return {
    ...{ id, name, start_date, sequence_id, project_id, type_id, state__group },
    ...{ project__name: project?.name ?? '', project__identifier: project?.identifier ?? '' },
    ...{ workspace__slug: slug, state__name: state?.name ?? '', state__color: state?.color ?? '' },
  }
}
