import { Shapes } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { useProjectTypes, useTypes } from '#entities/work-item-type/hooks.ts'
import { typeIcon } from '#entities/work-item-type/type-icon.tsx'
import { Combobox, type ComboboxListing } from '#ui/controls/combobox.tsx'
import { PropertyPill } from '#ui/controls/property-pill.tsx'
import type { Choice, PickerProps } from './picker-props.ts'

type TypeChoice = Omit<Choice<string | null>, 'onChange'> & { onChange: (id: string) => void }

export function useTypeListing({ slug, project_id, value, onChange }: TypeChoice): ComboboxListing {
  const { t } = useTranslation()
  const types = useProjectTypes(slug, project_id)
  return {
    label: t('pickers.type'),
    options: types.map((type) => ({ value: type.id, label: type.name, icon: typeIcon(type) })),
    value,
    onChange,
  }
}

export function TypePicker(props: Omit<PickerProps<string | null>, 'onChange'> & TypeChoice) {
  const { slug, project_id, value, onChange, look, disabled, placeholder, trigger, ...popup } =
    props
  const { t } = useTranslation()
  const listing = useTypeListing({ slug, project_id, value, onChange })
  // Includes one that is no longer offered.
  const type = useTypes(slug)?.find(({ id }) => id === value)
  return (
    <Combobox
      {...popup}
      {...listing}
      trigger={
        trigger ?? (
          <PropertyPill
            label={t('pickers.type')}
            icon={type ? typeIcon(type, look === 'plain' ? 16 : 14) : Shapes}
            look={look}
            disabled={disabled}
            placeholder={placeholder ?? t('pickers.type')}
            className={look === 'plain' ? undefined : 'max-w-40'}
          >
            {type?.name}
          </PropertyPill>
        )
      }
    />
  )
}
