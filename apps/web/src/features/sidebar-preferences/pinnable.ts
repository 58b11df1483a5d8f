import type { SidebarKey } from '@cairn/contract'
import {
  Archive,
  ChartNoAxesColumn,
  CircleUserRound,
  IterationCw,
  Layers,
  PencilLine,
} from 'lucide-react'
import type { IconLike } from '#ui/icons/icon.tsx'

interface Pinnable {
  icon: IconLike
  /** Relative to the workspace; some screens belong to a user. */
  pathOf: (user_id: string) => string
}

/** The screens of the entries. An entry without one is not offered. */
export const pinnable: Partial<Record<SidebarKey, Pinnable>> = {
  analytics: { icon: ChartNoAxesColumn, pathOf: () => '/analytics/overview' },
  active_cycles: { icon: IterationCw, pathOf: () => '/active-cycles' },
  views: { icon: Layers, pathOf: () => '/workspace-views/all-issues' },
  drafts: { icon: PencilLine, pathOf: () => '/drafts' },
  your_work: { icon: CircleUserRound, pathOf: (user_id) => `/profile/${user_id}` },
  archives: { icon: Archive, pathOf: () => '/projects/archives' },
}
