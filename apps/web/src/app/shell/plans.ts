import type { Project } from '@cairn/contract'
import { Boxes, FileText, IterationCw, Layers } from 'lucide-react'
import type { PlanKind } from '#entities/frame/shell-context.ts'
import { isWritable } from '#entities/project/hooks.ts'

/** What users can plan with: its feature flag, and the key that creates one. */
export const plans = [
  { kind: 'cycle', flag: 'cycle_view', key: 'q', icon: IterationCw },
  { kind: 'module', flag: 'module_view', key: 'm', icon: Boxes },
  { kind: 'view', flag: 'issue_views_view', key: 'v', icon: Layers },
  { kind: 'page', flag: 'page_view', key: 'd', icon: FileText },
] as const

/** The project for a new one: the open one, or the first with the feature. */
export function planProject(
  kind: PlanKind,
  projects: readonly Project[] | undefined,
  projectId: string | undefined,
): string | undefined {
  const flag = plans.find((plan) => plan.kind === kind)?.flag
  const fitting = projects?.filter((project) => flag && project[flag] && isWritable(project))
  const here = projects?.find(({ id }) => id === projectId)
  if (here) return fitting?.includes(here) ? here.id : undefined
  // A view or page belongs to the current project; the other dialogs let the user select the
  // project.
  return kind === 'view' || kind === 'page' ? undefined : fitting?.[0]?.id
}
