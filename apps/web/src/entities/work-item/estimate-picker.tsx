import { readableTime } from '@cairn/contract'
import { CircleSlash, Triangle } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { useEstimates } from '#entities/estimate/estimate-list.ts'
import { useAllProjects } from '#entities/project/hooks.ts'
import { Combobox, type ComboboxListing } from '#ui/controls/combobox.tsx'
import { PropertyPill } from '#ui/controls/property-pill.tsx'
import type { Choice, PickerProps } from './picker-props.ts'

const NO_ESTIMATE = 'none'

/** The values of the project's estimate system, in order. */
function usePoints(slug: string, project_id: string) {
  const project = useAllProjects(slug)?.find(({ id }) => id === project_id)
  const estimates = useEstimates(slug, project_id)
  const active = estimates?.find(({ id }) => id === project?.estimate)
  return active?.points.map(({ id, value }) => ({
    id,
    name: active.type === 'time' ? readableTime(value) : value,
  }))
}

export function useEstimateListing(choice: Choice<string | null>): ComboboxListing {
  const { slug, project_id, value, onChange } = choice
  const { t } = useTranslation()
  const points = usePoints(slug, project_id) ?? []
  return {
    label: t('pickers.estimate'),
    options: [
      { value: NO_ESTIMATE, label: t('pickers.no_estimate'), icon: CircleSlash },
      ...points.map(({ id, name }) => ({ value: id, label: name, icon: Triangle })),
    ],
    value: value ?? NO_ESTIMATE,
    onChange: (next: string) => onChange(next === NO_ESTIMATE ? null : next),
  }
}

export function EstimatePicker(props: PickerProps<string | null>) {
  const { slug, project_id, value, onChange, look, disabled, placeholder, trigger, ...popup } =
    props
  const { t } = useTranslation()
  const listing = useEstimateListing({ slug, project_id, value, onChange })
  const point = usePoints(slug, project_id)?.find(({ id }) => id === value)
  return (
    <Combobox
      {...popup}
      {...listing}
      trigger={
        trigger ?? (
          <PropertyPill
            label={t('pickers.estimate')}
            icon={Triangle}
            look={look}
            disabled={disabled}
            placeholder={placeholder ?? t('pickers.estimate')}
            className={look === 'plain' ? undefined : 'max-w-40'}
          >
            {point?.name}
          </PropertyPill>
        )
      }
    />
  )
}
