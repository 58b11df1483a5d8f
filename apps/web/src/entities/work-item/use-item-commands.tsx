import { priorities, type State, type WorkItem } from '@cairn/contract'
import {
  Archive,
  Boxes,
  CalendarCheck,
  CalendarClock,
  CircleDot,
  IterationCw,
  Link as LinkIcon,
  type LucideIcon,
  Shapes,
  SignalHigh,
  Tag,
  Trash2,
  Triangle,
  UserPlus,
  UserRound,
} from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { useMe } from '#entities/account/hooks.ts'
import { useAssignable } from '#entities/project/hooks.ts'
import { stateIcon } from '#entities/state/state-picture.tsx'
import { useActivePeople } from '#entities/workspace/hooks.ts'
import { PriorityIcon } from '#ui/icons/priority-icon.tsx'
import { Avatar } from '#ui/people/avatar.tsx'
import { type Command, useCommands } from '#ui/platform/commands.ts'
import { isMac } from '#ui/platform/shortcut.ts'
import type { ItemPatch } from './item-patch.ts'
import { keyOfProperty, type Property } from './properties.ts'

interface Shown {
  slug: string
  /** "TRAIL-412" */
  itemKey: string
  item: WorkItem
  states: readonly State[]
  /** Undefined if this user may not change it. */
  change: ((patch: ItemPatch) => void) | undefined
  remove: (() => void) | undefined
  archive: (() => void) | undefined
  copyLink: () => void
  /** Opens the picker of a property, where the item is shown. */
  open: (property: Property) => void
  mayOpen: (property: Property) => boolean
}

/** Properties with their own picker; state, priority and assignees are selected in the palette. */
const picked = [
  ['labels', Tag],
  ['due_date', CalendarCheck],
  ['start_date', CalendarClock],
  ['cycle', IterationCw],
  ['modules', Boxes],
  ['estimate', Triangle],
  ['type', Shapes],
] as const satisfies [Property, LucideIcon][]

/** Commands for the work item on the screen. */
export function useItemCommands(shown: Shown) {
  const { slug, itemKey, item, states, change, remove, archive, copyLink, open, mayOpen } = shown
  const { t } = useTranslation()
  const me = useMe()
  const assignable = useAssignable(slug, item.project_id)
  const people = useActivePeople(slug).filter(({ id }) => assignable.has(id))
  const { assignee_ids } = item
  const isMine = assignee_ids.includes(me.id)

  const toggle = (id: string) => () =>
    change?.({
      assignee_ids: assignee_ids.includes(id)
        ? assignee_ids.filter((one) => one !== id)
        : [...assignee_ids, id],
    })

  const command = (more: Omit<Command, 'group' | 'of'>): Command => ({
    group: 'item',
    of: itemKey,
    ...more,
  })

  useCommands([
    command({
      id: 'item.state',
      label: t('palette.item.state'),
      keys: 's',
      icon: CircleDot,
      opens: change && 'item_states',
    }),
    command({
      id: 'item.priority',
      label: t('palette.item.priority'),
      keys: 'p',
      icon: SignalHigh,
      opens: change && 'item_priorities',
    }),
    command({
      id: 'item.assign',
      label: t('palette.item.assign'),
      keys: 'a',
      icon: UserPlus,
      opens: change && 'item_assignees',
    }),
    command({
      id: 'item.assign-me',
      label: t(isMine ? 'palette.item.unassign_me' : 'palette.item.assign_to_me'),
      icon: UserRound,
      keys: 'i',
      run: change && (isMine || assignable.has(me.id)) ? toggle(me.id) : undefined,
    }),
    ...picked.map(([property, icon]) =>
      command({
        id: `item.${property}`,
        label: t(`palette.item.${property}`),
        icon,
        keys: keyOfProperty(property),
        // The palette gives the focus back first: the picker then keeps it.
        run: mayOpen(property) ? () => setTimeout(() => open(property)) : undefined,
      }),
    ),
    command({
      id: 'item.copy-link',
      label: t('palette.item.copy_link'),
      icon: LinkIcon,
      shortcut: isMac() ? 'mod+ctrl+c' : 'mod+alt+c',
      run: copyLink,
    }),
    command({ id: 'item.archive', label: t('palette.item.archive'), icon: Archive, run: archive }),
    command({ id: 'item.delete', label: t('palette.item.delete'), icon: Trash2, run: remove }),
    ...states.map((state) =>
      command({
        id: `item.state.${state.id}`,
        on: 'item_states',
        label: state.name,
        icon: stateIcon(state, states),
        checked: state.id === item.state_id,
        run: change && (() => change({ state_id: state.id })),
      }),
    ),
    ...priorities.map((priority) =>
      command({
        id: `item.priority.${priority}`,
        on: 'item_priorities',
        label: t(`pickers.priorities.${priority}`),
        icon: <PriorityIcon priority={priority} />,
        checked: priority === item.priority,
        run: change && (() => change({ priority })),
      }),
    ),
    ...people.map((person) =>
      command({
        id: `item.assignee.${person.id}`,
        on: 'item_assignees',
        label: person.name,
        icon: <Avatar person={person} size={20} tooltip={false} />,
        checked: assignee_ids.includes(person.id),
        stays: true,
        run: change && toggle(person.id),
      }),
    ),
  ])
}
