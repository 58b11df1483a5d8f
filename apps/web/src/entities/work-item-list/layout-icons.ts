import {
  CalendarDays,
  ChartNoAxesGantt,
  List,
  type LucideIcon,
  SquareKanban,
  Table2,
} from 'lucide-react'
import type { Layout } from './list-settings.ts'

export const layoutIcons: Record<Layout, LucideIcon> = {
  list: List,
  kanban: SquareKanban,
  calendar: CalendarDays,
  spreadsheet: Table2,
  gantt_chart: ChartNoAxesGantt,
}
