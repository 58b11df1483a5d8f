import type { Cycle, Estimate, Module } from '@cairn/contract'
import { useCycles, useWorkspaceCycles } from '#entities/cycle/cycle-list.ts'
import { useEstimates, useWorkspaceEstimates } from '#entities/estimate/estimate-list.ts'
import { useModules, useWorkspaceModules } from '#entities/module/module-list.ts'
import { type ListContext, projectOf } from './list-context.ts'
import { useFeatures } from './use-features.ts'

/** Cycles, modules and estimates of items; each only if the project uses it. */
export interface Plans {
  cycles: readonly Cycle[] | undefined
  modules: readonly Module[] | undefined
  estimates: readonly Estimate[] | undefined
}

export function usePlans(context: ListContext, known: boolean): Plans {
  const { slug } = context
  const project_id = projectOf(context)
  const { cycles, modules, estimates } = useFeatures(context)
  const own = known && project_id !== undefined
  const all = known && project_id === undefined
  const ofProject = {
    cycles: useCycles(slug, project_id ?? '', own && cycles),
    modules: useModules(slug, project_id ?? '', own && modules),
    estimates: useEstimates(slug, project_id ?? '', own && estimates),
  }
  const ofWorkspace = {
    cycles: useWorkspaceCycles(slug, all && cycles),
    modules: useWorkspaceModules(slug, all && modules),
    estimates: useWorkspaceEstimates(slug, all && estimates),
  }
  return project_id ? ofProject : ofWorkspace
}
