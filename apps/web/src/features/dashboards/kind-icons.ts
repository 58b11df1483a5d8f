import type { WidgetKind } from '@cairn/contract'
import {
  ChartBar,
  ChartLine,
  ChartPie,
  Hash,
  List,
  type LucideIcon,
  Table2,
  TrendingDown,
} from 'lucide-react'

export const kindIcons: Record<WidgetKind, LucideIcon> = {
  number: Hash,
  bar: ChartBar,
  line: ChartLine,
  donut: ChartPie,
  table: Table2,
  list: List,
  burndown: TrendingDown,
}
