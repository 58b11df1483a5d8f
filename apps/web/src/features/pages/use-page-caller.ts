import { GUEST, type ProjectPage } from '@cairn/contract'
import { useMe } from '#entities/account/hooks.ts'
import { useAllProjects } from '#entities/project/hooks.ts'

export interface PageCaller {
  user_id: string
  role: number
}

/** The user's role for a page: the highest of their roles in its projects. */
export function usePageCaller(slug: string) {
  const { id: user_id } = useMe()
  const projects = useAllProjects(slug)
  return ({ project_ids }: Pick<ProjectPage, 'project_ids'>): PageCaller => {
    const roles = projects?.flatMap(({ id, member_role }) =>
      project_ids.includes(id) && member_role ? [member_role] : [],
    )
    return { user_id, role: Math.max(GUEST, ...(roles ?? [])) }
  }
}
