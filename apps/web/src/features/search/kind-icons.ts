import type { SearchKind } from '@cairn/contract'
import {
  Boxes,
  Briefcase,
  FileText,
  Inbox,
  IterationCw,
  Layers,
  type LucideIcon,
  MessageSquare,
  SquareCheck,
  Tag,
  UserRound,
} from 'lucide-react'

export const kindIcons: Record<SearchKind, LucideIcon> = {
  work_item: SquareCheck,
  page: FileText,
  comment: MessageSquare,
  intake: Inbox,
  project: Briefcase,
  cycle: IterationCw,
  module: Boxes,
  view: Layers,
  label: Tag,
  person: UserRound,
}
