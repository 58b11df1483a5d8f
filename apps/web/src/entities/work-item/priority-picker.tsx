import type { Priority } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { Combobox, type ComboboxListing } from '#ui/controls/combobox.tsx'
import { PropertyPill } from '#ui/controls/property-pill.tsx'
import { PriorityIcon } from '#ui/icons/priority-icon.tsx'
import type { Choice, PickerLook } from './picker-props.ts'
import { usePriorityOptions } from './priority-options.tsx'

type PriorityChoice = Pick<Choice<Priority>, 'onChange'> & { value: Priority | null }

export function usePriorityListing({ value, onChange }: PriorityChoice): ComboboxListing {
  const { t } = useTranslation()
  const options = usePriorityOptions()
  return {
    label: t('pickers.priority'),
    options,
    value,
    onChange: (next: string) => onChange(next as Priority),
  }
}

export function PriorityPicker(props: PriorityChoice & PickerLook) {
  const { value, look = 'pill', disabled, placeholder, trigger, ...popup } = props
  const { t } = useTranslation()
  const listing = usePriorityListing(props)
  const priority = value ?? 'none'
  const name = t(`pickers.priorities.${priority}`)
  const unset = placeholder ?? t('pickers.priority')
  return (
    <Combobox
      {...popup}
      {...listing}
      trigger={
        trigger ?? (
          <PropertyPill
            label={t('pickers.priority')}
            icon={<PriorityIcon priority={priority} size={look === 'plain' ? 16 : 14} />}
            look={look}
            disabled={disabled}
            valueText={look === 'ghost' ? name : undefined}
          >
            {look === 'ghost' ? undefined : priority === 'none' ? unset || undefined : name}
          </PropertyPill>
        )
      }
    />
  )
}
