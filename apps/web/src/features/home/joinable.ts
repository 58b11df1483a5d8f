import { MEMBER, type Project } from '@cairn/contract'
import { useProjects } from '#entities/project/hooks.ts'
import { useWorkspace } from '#entities/workspace/hooks.ts'

/** Projects the user can join directly: none for guests. */
export function useJoinableProjects(slug: string): Project[] | undefined {
  const workspace = useWorkspace(slug)
  const projects = useProjects(slug)
  if (!workspace || workspace.role < MEMBER) return workspace && []
  return projects?.filter(({ member_role }) => member_role === null)
}
