import { CircleUserRound, Eye, Layers, type LucideIcon, PencilLine } from 'lucide-react'
import { type WorkspaceView, workspaceViews } from '#entities/work-item-list/list-context.ts'

export const isFixedView = (view: string): view is WorkspaceView =>
  workspaceViews.some((one) => one === view)

/** The views every workspace has, in order. */
export const fixedViewIcons: Record<WorkspaceView, LucideIcon> = {
  'all-issues': Layers,
  assigned: CircleUserRound,
  created: PencilLine,
  subscribed: Eye,
}

export const fixedViewAddress = (slug: string, view: WorkspaceView) =>
  `/${slug}/workspace-views/${view}/`
