import { priorities, type State } from '@cairn/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { stateIcon } from '#features/states/state-picture.tsx'
import type { Option } from '#ui/combobox.tsx'
import { PriorityIcon } from '#ui/priority-icon.tsx'

export function useStateOptions(states: readonly State[]): Option[] {
  return useMemo(
    () =>
      states.map((state) => ({
        value: state.id,
        label: state.name,
        icon: stateIcon(state, states),
      })),
    [states],
  )
}

export function usePriorityOptions(): Option[] {
  const { t } = useTranslation()
  return useMemo(
    () =>
      priorities.map((priority) => ({
        value: priority,
        label: t(`work_items.priorities.${priority}`),
        icon: <PriorityIcon priority={priority} />,
      })),
    [t],
  )
}
