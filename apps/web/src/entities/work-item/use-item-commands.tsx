import { priorities, type State, type WorkItem } from '@cairn/contract'
import { CircleDot, Link as LinkIcon, SignalHigh, Trash2, UserPlus, UserRound } from 'lucide-react'
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

interface Shown {
  slug: string
  /** "TRAIL-412" */
  itemKey: string
  item: WorkItem
  states: readonly State[]
  /** Undefined where this person may not. */
  change: ((patch: ItemPatch) => void) | undefined
  remove: (() => void) | undefined
  copyLink: () => void
}

/** What can be done with the work item on the screen. */
export function useItemCommands(shown: Shown) {
  const { slug, itemKey, item, states, change, remove, copyLink } = shown
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
      icon: CircleDot,
      opens: change && 'item_states',
    }),
    command({
      id: 'item.priority',
      label: t('palette.item.priority'),
      icon: SignalHigh,
      opens: change && 'item_priorities',
    }),
    command({
      id: 'item.assign',
      label: t('palette.item.assign'),
      icon: UserPlus,
      opens: change && 'item_assignees',
    }),
    command({
      id: 'item.assign-me',
      label: t(isMine ? 'palette.item.unassign_me' : 'palette.item.assign_to_me'),
      icon: UserRound,
      run: change && (isMine || assignable.has(me.id)) ? toggle(me.id) : undefined,
    }),
    command({
      id: 'item.copy-link',
      label: t('palette.item.copy_link'),
      icon: LinkIcon,
      shortcut: isMac() ? 'mod+ctrl+c' : 'mod+alt+c',
      run: copyLink,
    }),
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
