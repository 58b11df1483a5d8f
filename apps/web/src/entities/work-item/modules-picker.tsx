import { Boxes } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { useModules } from '#entities/module/module-list.ts'
import { Combobox, type ComboboxListing } from '#ui/controls/combobox.tsx'
import { PropertyPill } from '#ui/controls/property-pill.tsx'
import type { Choice, PickerProps } from './picker-props.ts'

export function useModulesListing(choice: Choice<readonly string[]>): ComboboxListing {
  const { slug, project_id, value, onChange } = choice
  const { t } = useTranslation()
  const modules = useModules(slug, project_id)
  return {
    multiple: true,
    label: t('pickers.modules'),
    options: (modules ?? [])
      .toSorted((a, b) => a.name.localeCompare(b.name))
      .map(({ id, name }) => ({ value: id, label: name, icon: Boxes })),
    value,
    onChange,
    loading: modules === undefined,
  }
}

export function ModulesPicker(props: PickerProps<readonly string[]>) {
  const { slug, project_id, value, onChange, look, disabled, placeholder, trigger, ...popup } =
    props
  const { t } = useTranslation()
  const listing = useModulesListing({ slug, project_id, value, onChange })
  const modules = useModules(slug, project_id)
  const chosen = (modules ?? []).filter(({ id }) => value.includes(id))
  const names = chosen.map(({ name }) => name).join(', ')
  const text =
    chosen.length > 1 && look !== 'plain'
      ? t('pickers.module_count', { count: chosen.length })
      : names
  return (
    <Combobox
      {...popup}
      {...listing}
      trigger={
        trigger ?? (
          <PropertyPill
            label={t('pickers.modules')}
            icon={Boxes}
            look={look}
            disabled={disabled}
            valueText={names || undefined}
            placeholder={placeholder ?? t('pickers.modules')}
            className={look === 'plain' ? undefined : 'max-w-40'}
          >
            {text || undefined}
          </PropertyPill>
        )
      }
    />
  )
}
