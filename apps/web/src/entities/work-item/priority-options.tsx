import { priorities } from '@cairn/contract'
import { useMemo } from 'react'
import { useTranslation } from '#data/i18n.ts'
import type { Option } from '#ui/controls/combobox.tsx'
import { PriorityIcon } from '#ui/icons/priority-icon.tsx'

export function usePriorityOptions(): Option[] {
  const { t } = useTranslation()
  return useMemo(
    () =>
      priorities.map((priority) => ({
        value: priority,
        label: t(`pickers.priorities.${priority}`),
        icon: <PriorityIcon priority={priority} />,
      })),
    [t],
  )
}
