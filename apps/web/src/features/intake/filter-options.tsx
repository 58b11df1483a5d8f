import { type IntakeStatus, priorities } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { useMe } from '#entities/account/hooks.ts'
import { useLabels } from '#entities/label/hooks.ts'
import { useAllProjects } from '#entities/project/hooks.ts'
import { useStates } from '#entities/state/hooks.ts'
import { stateIcon } from '#entities/state/state-picture.tsx'
import { byName, personOption } from '#entities/work-item/members-picker.tsx'
import { usePeople } from '#entities/workspace/hooks.ts'
import type { Option } from '#ui/controls/combobox.tsx'
import { PriorityIcon } from '#ui/icons/priority-icon.tsx'
import { Dot } from '#ui/people/badge.tsx'
import type { IntakeRef } from './hooks.ts'
import type { ListFilter } from './intake-view.ts'
import { statusIcons, statusNames } from './status-tag.tsx'

/** The options of each filter, in order. */
export function useFilterOptions({ slug, project_id }: IntakeRef) {
  const { t } = useTranslation()
  const { id: me } = useMe()
  const states = useStates(slug, project_id) ?? []
  const labels = useLabels(slug, project_id)
  const people = usePeople(slug)
  const members = useAllProjects(slug)?.find(({ id }) => id === project_id)?.members
  const persons = [...people.values()]
    .filter(({ id }) => members?.includes(id))
    .sort(byName(me))
    .map((person) => personOption(person, me, t('pickers.you')))
  const options: Record<ListFilter, readonly Option[]> = {
    state: states.map((state) => ({
      value: state.id,
      label: state.name,
      icon: stateIcon(state, states),
    })),
    priority: priorities.map((priority) => ({
      value: priority,
      label: t(`pickers.priorities.${priority}`),
      icon: <PriorityIcon priority={priority} />,
    })),
    assignees: persons,
    created_by: persons,
    labels: [...labels.values()].map(({ id, name, color }) => ({
      value: id,
      label: name,
      icon: <Dot colour={color} />,
    })),
  }
  const statusOption = (status: IntakeStatus): Option => ({
    value: String(status),
    label: t(`intake.status.${statusNames[status]}`),
    icon: statusIcons[status],
  })
  return { options, statusOption }
}
