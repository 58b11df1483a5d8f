import type { PropertyKind, WorkItemProperty } from '@cairn/contract'
import {
  CalendarClock,
  CalendarDays,
  CircleChevronDown,
  Hash,
  Link,
  ListChecks,
  type LucideIcon,
  SquareCheck,
  Type,
  UserRound,
  UsersRound,
  Workflow,
} from 'lucide-react'
import type { TextKey } from '#data/i18n.ts'

/** A kind as people choose it: one or several are different choices. */
export interface KindChoice {
  name: TextKey
  icon: LucideIcon
  kind: PropertyKind
  is_multi: boolean
}

/** In the order of menus. */
export const kindChoices = [
  { name: 'properties.kinds.text', icon: Type, kind: 'text', is_multi: false },
  { name: 'properties.kinds.number', icon: Hash, kind: 'number', is_multi: false },
  { name: 'properties.kinds.boolean', icon: SquareCheck, kind: 'boolean', is_multi: false },
  { name: 'properties.kinds.date', icon: CalendarDays, kind: 'date', is_multi: false },
  { name: 'properties.kinds.datetime', icon: CalendarClock, kind: 'datetime', is_multi: false },
  { name: 'properties.kinds.option', icon: CircleChevronDown, kind: 'option', is_multi: false },
  { name: 'properties.kinds.options', icon: ListChecks, kind: 'option', is_multi: true },
  { name: 'properties.kinds.person', icon: UserRound, kind: 'person', is_multi: false },
  { name: 'properties.kinds.people', icon: UsersRound, kind: 'person', is_multi: true },
  { name: 'properties.kinds.link', icon: Link, kind: 'link', is_multi: false },
  { name: 'properties.kinds.item', icon: Workflow, kind: 'item', is_multi: false },
  { name: 'properties.kinds.items', icon: Workflow, kind: 'item', is_multi: true },
] as const satisfies readonly KindChoice[]

export function choiceOf({
  kind,
  is_multi,
}: Pick<WorkItemProperty, 'kind' | 'is_multi'>): KindChoice {
  const choice = kindChoices.find((one) => one.kind === kind && one.is_multi === is_multi)
  if (!choice) throw new Error(`There is no property of ${kind}.`)
  return choice
}
