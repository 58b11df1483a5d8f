import type { Project } from '@cairn/contract'
import { useMemo } from 'react'
import { useAllProjects } from '#entities/project/hooks.ts'
import { type ListContext, projectOf } from './list-context.ts'
import type { DisplayProperties } from './list-settings.ts'
import { allFeatures, type Features } from './offers.ts'

export const featuresOf = ({ cycle_view, module_view, estimate }: Project): Features => ({
  cycles: cycle_view,
  modules: module_view,
  estimates: estimate !== null,
})

/** What the list's project is planned with; across projects, what any of one's own is. */
export function useFeatures(context: ListContext): Features {
  const projects = useAllProjects(context.slug)
  const project_id = projectOf(context)
  return useMemo(() => {
    // Until they are known nothing is left out: what is saved is asked for as it is.
    if (!projects) return allFeatures
    const own = projects
      .filter(({ id, member_role }) => (project_id ? id === project_id : member_role !== null))
      .map(featuresOf)
    return {
      cycles: own.some(({ cycles }) => cycles),
      modules: own.some(({ modules }) => modules),
      estimates: own.some(({ estimates }) => estimates),
    }
  }, [projects, project_id])
}

/** The values rows show: not those of what is switched off, nor in a cycle the cycle. */
export const shownOf = (
  properties: DisplayProperties,
  features: Features,
  { kind }: ListContext,
): DisplayProperties => ({
  ...properties,
  cycle: properties.cycle && features.cycles && kind !== 'cycle',
  modules: properties.modules && features.modules,
  estimate: properties.estimate && features.estimates,
})
