import type { Project } from '@cairn/contract'
import { useMemo } from 'react'
import { useAllProjects } from '#entities/project/hooks.ts'
import { type ListContext, projectOf } from './list-context.ts'
import type { DisplayProperties } from './list-settings.ts'
import { allFeatures, type Features } from './offers.ts'

export const featuresOf = ({ cycle_view, module_view, estimate, type_ids }: Project): Features => ({
  cycles: cycle_view,
  modules: module_view,
  estimates: estimate !== null,
  types: type_ids.length > 0,
})

/** The planning features of the list's project; across projects, of any of the user's projects. */
export function useFeatures(context: ListContext): Features {
  const projects = useAllProjects(context.slug)
  const project_id = projectOf(context)
  return useMemo(() => {
    // While unknown nothing is left out: saved settings are requested as they are.
    if (!projects) return allFeatures
    const own = projects
      .filter(({ id, member_role }) => (project_id ? id === project_id : member_role !== null))
      .map(featuresOf)
    return {
      cycles: own.some(({ cycles }) => cycles),
      modules: own.some(({ modules }) => modules),
      estimates: own.some(({ estimates }) => estimates),
      types: own.some(({ types }) => types),
    }
  }, [projects, project_id])
}

/** The values rows show: without those of disabled features, and in a cycle without the cycle. */
export const shownOf = (
  properties: DisplayProperties,
  features: Features,
  { kind }: ListContext,
): DisplayProperties => ({
  ...properties,
  cycle: properties.cycle && features.cycles && kind !== 'cycle',
  modules: properties.modules && features.modules,
  estimate: properties.estimate && features.estimates,
  issue_type: properties.issue_type && features.types && kind !== 'epics',
})
