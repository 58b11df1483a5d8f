import type { Project } from '@cairn/contract'
import { Boxes, FileText, IterationCw, Layers } from 'lucide-react'
import type { PlanKind } from '#entities/frame/shell-context.ts'
import { isWritable } from '#entities/project/hooks.ts'

/** What work is planned in: the switch it hangs from, and the key that makes one. */
export const plans = [
  { kind: 'cycle', flag: 'cycle_view', key: 'q', icon: IterationCw },
  { kind: 'module', flag: 'module_view', key: 'm', icon: Boxes },
  { kind: 'view', flag: 'issue_views_view', key: 'v', icon: Layers },
  { kind: 'page', flag: 'page_view', key: 'd', icon: FileText },
] as const

/** The project a new one is meant for: the one that is open, or the first that has such. */
export function planProject(
  kind: PlanKind,
  projects: readonly Project[] | undefined,
  projectId: string | undefined,
): string | undefined {
  const flag = plans.find((plan) => plan.kind === kind)?.flag
  const fitting = projects?.filter((project) => flag && project[flag] && isWritable(project))
  const here = projects?.find(({ id }) => id === projectId)
  if (here) return fitting?.includes(here) ? here.id : undefined
  // A view or page is of the project one looks at; in the others their project is chosen.
  return kind === 'view' || kind === 'page' ? undefined : fitting?.[0]?.id
}
