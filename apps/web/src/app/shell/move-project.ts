import { type Project, projectMembersApi, projectSortOrder } from '@cairn/contract'
import { call } from '#data/api.ts'
import { mutateOptimistically } from '#data/use-optimistic-mutation.ts'
import { projectsIn } from '#entities/project/hooks.ts'

interface Move {
  project_id: string
  sort_order: number
}

const moving = (slug: string) => ({
  query: projectsIn(slug),
  send: ({ project_id, sort_order }: Move) =>
    call(projectMembersApi.saveSettings, { params: { slug, project_id }, body: { sort_order } }),
  apply: (projects: Project[], { project_id, sort_order }: Move) =>
    projects.map((project) => (project.id === project_id ? { ...project, sort_order } : project)),
  line: ({ project_id }: Move) => `project order ${project_id}`,
  failure: 'shell.project_not_moved' as const,
})

/** Moves a project above another in the user's own list, or to its end. */
export function moveProject(
  slug: string,
  projects: readonly Project[],
  project_id: string,
  before: string | null,
) {
  const others = projects.filter(({ id }) => id !== project_id)
  const at = others.findIndex(({ id }) => id === before)
  const index = at < 0 ? others.length : at
  const orderOf = (project: Project | undefined) => project?.sort_order ?? undefined
  const sort_order = projectSortOrder(orderOf(others[index - 1]), orderOf(others[index]))
  return mutateOptimistically(moving(slug), { project_id, sort_order })
}
