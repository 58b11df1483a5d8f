import {
  Boxes,
  CalendarCheck,
  CalendarClock,
  CircleDot,
  Hash,
  IterationCw,
  Link,
  ListTree,
  Paperclip,
  Shapes,
  Signal,
  Tag,
  Triangle,
  Users,
} from 'lucide-react'
import type { IconLike } from '#ui/icons/icon.tsx'
import type { DisplayProperty } from './list-settings.ts'

export const propertyIcons: Record<DisplayProperty, IconLike> = {
  key: Hash,
  issue_type: Shapes,
  assignee: Users,
  start_date: CalendarClock,
  due_date: CalendarCheck,
  labels: Tag,
  priority: Signal,
  state: CircleDot,
  sub_issue_count: ListTree,
  attachment_count: Paperclip,
  link: Link,
  estimate: Triangle,
  modules: Boxes,
  cycle: IterationCw,
}
