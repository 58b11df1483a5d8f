import type { Invitation } from '@cairn/contract'

/** Where to go after accepting: the invitation's project, else home. */
export function landingOf({ workspace, projects }: Pick<Invitation, 'workspace' | 'projects'>) {
  const [first] = projects
  return first ? `/${workspace.slug}/projects/${first.id}/issues/` : `/${workspace.slug}/`
}
