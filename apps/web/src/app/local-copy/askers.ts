import { GUEST, type Project } from '@cairn/contract'
import type { Asker } from '@cairn/work-item-query/copy'
import { queryClient } from '#data/query-client.ts'
import { session } from '#entities/account/hooks.ts'
import { projectsIn } from '#entities/project/hooks.ts'
import { workspaces } from '#entities/workspace/hooks.ts'

function askerIn({ member_role, archived_at, guest_view_all_features }: Project) {
  const me = queryClient.getQueryData(session.queryKey)
  // Nothing is listed of what is archived.
  if (!me || member_role === null || archived_at !== null) return undefined
  return {
    user_id: me.id,
    timezone: me.user_timezone,
    role: member_role,
    sees_only_own: member_role === GUEST && !guest_view_all_features,
  }
}

/** Who this person is in each project they are in; undefined while that is not known. */
export function askersIn(slug: string): Record<string, Asker> | undefined {
  const projects = queryClient.getQueryData(projectsIn(slug).queryKey)
  if (!projects) return undefined
  const askers = projects.flatMap((project): [string, Asker][] => {
    const asker = askerIn(project)
    return asker ? [[project.id, asker]] : []
  })
  return Object.fromEntries(askers)
}

/** The workspaces this person is in. */
export const ownSlugs = (): string[] | undefined =>
  queryClient.getQueryData(workspaces.queryKey)?.map(({ slug }) => slug)
