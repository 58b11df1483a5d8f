import type { Project } from '@cairn/contract'
import { useEstimates } from '#entities/estimate/estimate-list.ts'

/** Whether estimates can be summed: categories and hours cannot. */
export function useHasPoints(slug: string, project: Project | undefined): boolean {
  const estimates = useEstimates(slug, project?.id ?? '', Boolean(project?.estimate))
  return estimates?.find(({ id }) => id === project?.estimate)?.type === 'points'
}
