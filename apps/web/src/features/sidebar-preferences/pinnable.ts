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
  /** Within the workspace; some screens are a person's own. */
  pathOf: (user_id: string) => string
}

/** The screens behind the entries. Without one an entry is not offered. */
export const pinnable: Partial<Record<SidebarKey, Pinnable>> = {
  analytics: { icon: ChartNoAxesColumn, pathOf: () => '/analytics/overview' },
  active_cycles: { icon: IterationCw, pathOf: () => '/active-cycles' },
  views: { icon: Layers, pathOf: () => '/workspace-views/all-issues' },
  drafts: { icon: PencilLine, pathOf: () => '/drafts' },
  your_work: { icon: CircleUserRound, pathOf: (user_id) => `/profile/${user_id}` },
  archives: { icon: Archive, pathOf: () => '/projects/archives' },
}
