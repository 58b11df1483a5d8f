import { cycleStatus } from '@cairn/contract'
import { CircleSlash, IterationCw } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { CycleIcon } from '#entities/cycle/cycle-icon.tsx'
import { useCycles } from '#entities/cycle/cycle-list.ts'
import { Combobox, type ComboboxListing } from '#ui/controls/combobox.tsx'
import { PropertyPill } from '#ui/controls/property-pill.tsx'
import type { Choice, PickerProps } from './picker-props.ts'

const NO_CYCLE = 'none'

/** Cycles that have not ended: completed ones accept no items. */
export function useCycleListing(choice: Choice<string | null>): ComboboxListing {
  const { slug, project_id, value, onChange } = choice
  const { t } = useTranslation()
  const cycles = useCycles(slug, project_id)
  const open = (cycles ?? [])
    .map((cycle) => ({ ...cycle, status: cycleStatus(cycle, Date.now()) }))
    .filter(({ status }) => status !== 'COMPLETED')
    .sort((a, b) => a.name.localeCompare(b.name))
  return {
    label: t('pickers.cycle'),
    options: [
      { value: NO_CYCLE, label: t('pickers.no_cycle'), icon: CircleSlash },
      ...open.map(({ id, name, status }) => ({
        value: id,
        label: name,
        icon: <CycleIcon status={status} />,
      })),
    ],
    value: value ?? NO_CYCLE,
    onChange: (next: string) => onChange(next === NO_CYCLE ? null : next),
    loading: cycles === undefined,
  }
}

export function CyclePicker(props: PickerProps<string | null>) {
  const { slug, project_id, value, onChange, look, disabled, placeholder, trigger, ...popup } =
    props
  const { t } = useTranslation()
  const listing = useCycleListing({ slug, project_id, value, onChange })
  const cycle = useCycles(slug, project_id)?.find(({ id }) => id === value)
  return (
    <Combobox
      {...popup}
      {...listing}
      trigger={
        trigger ?? (
          <PropertyPill
            label={t('pickers.cycle')}
            icon={cycle ? <CycleIcon status={cycleStatus(cycle, Date.now())} /> : IterationCw}
            look={look}
            disabled={disabled}
            placeholder={placeholder ?? t('pickers.cycle')}
            className={look === 'plain' ? undefined : 'max-w-40'}
          >
            {cycle?.name}
          </PropertyPill>
        )
      }
    />
  )
}
