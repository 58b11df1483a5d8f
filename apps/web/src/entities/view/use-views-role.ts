import { ADMIN, GUEST } from '@cairn/contract'
import { useMe } from '#entities/account/hooks.ts'
import { useAllProjects } from '#entities/project/hooks.ts'
import { useTeamspaces } from '#entities/teamspace/hooks.ts'
import { useWorkspace } from '#entities/workspace/hooks.ts'
import type { ViewScope } from './view-list.ts'

/** The user's role where the views belong. */
export function useViewsRole({ slug, project_id, teamspace_id }: ViewScope) {
  const { id: user_id } = useMe()
  const workspace = useWorkspace(slug)
  const project = useAllProjects(slug)?.find(({ id }) => id === project_id)
  const team = useTeamspaces(slug, teamspace_id !== undefined)?.find(
    ({ id }) => id === teamspace_id,
  )
  const own = (project_id ? project?.member_role : workspace?.role) ?? GUEST
  // The lead of a teamspace is its admin.
  const role = team?.lead_id === user_id ? ADMIN : own
  return { user_id, role, members_can_publish: project?.members_can_publish ?? false }
}
