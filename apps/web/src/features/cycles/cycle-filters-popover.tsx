import { cycleStatuses } from '@cairn/contract'
import { ListFilter } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isCustom, isPreset } from '#features/work-items/custom-date.ts'
import { datePresets } from '#features/work-items/filter-options.tsx'
import { Section } from '#features/work-items/filters-panel.tsx'
import { Button } from '#ui/button.tsx'
import type { Option } from '#ui/combobox.tsx'
import { Popover } from '#ui/popover.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { CycleIcon } from './cycle-icon.tsx'
import { type CycleFilters, countFilters } from './cycle-sections.ts'

const CustomDateDialog = lazy(() => import('#features/work-items/custom-date-dialog.tsx'))

type DateField = 'start_date' | 'target_date'
const dateFields = ['start_date', 'target_date'] as const

interface CycleFiltersProps {
  filters: CycleFilters
  onChange: (filters: CycleFilters) => void
  /** Archived ones are all over: their status says nothing. */
  withStatus: boolean
}

export function CycleFiltersPopover(props: CycleFiltersProps) {
  const { filters, onChange } = props
  const { t } = useTranslation()
  const count = countFilters(filters)
  const [custom, setCustom] = useState<DateField>('start_date')
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Popover
        label={t('cycles.filters.title')}
        align="end"
        width={300}
        bare
        trigger={
          <Button variant="ghost" icon={ListFilter}>
            {count > 0 ? t('cycles.filters.chosen', { count }) : t('cycles.filters.title')}
          </Button>
        }
      >
        {(close) => (
          <Choices
            {...props}
            onCustom={(field) => {
              close()
              setCustom(field)
              setAsking(true)
            }}
          />
        )}
      </Popover>
      <Suspense>
        {asking && (
          <CustomDateDialog
            open
            field={custom}
            filters={{ [custom]: filters[custom] }}
            onClose={() => setAsking(false)}
            onChange={(next) => onChange({ ...filters, [custom]: next[custom] ?? [] })}
          />
        )}
      </Suspense>
    </>
  )
}

const toggled = <Value,>(values: readonly Value[], value: Value) =>
  values.includes(value) ? values.filter((one) => one !== value) : [...values, value]

function Choices(props: CycleFiltersProps & { onCustom: (field: DateField) => void }) {
  const { filters, onChange, withStatus, onCustom } = props
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const wanted = typed.trim().toLowerCase()
  const found = (options: readonly Option[]) =>
    options.filter(({ label }) => label.toLowerCase().includes(wanted))
  const dates = datePresets.map((value) => ({
    value: value as string,
    label: t(`list_settings.presets.${value.split(';')[0]}`),
  }))

  function handleDate(field: DateField, value: string) {
    const values = filters[field]
    if (value !== 'custom') onChange({ ...filters, [field]: toggled(values, value) })
    else if (isCustom(values)) onChange({ ...filters, [field]: values.filter(isPreset) })
    else onCustom(field)
  }

  return (
    <div className="flex max-h-[min(480px,80vh)] flex-col">
      <div className="border-b border-line-subtle p-2">
        <SearchInput label={t('cycles.filters.search')} value={typed} onChange={setTyped} />
      </div>
      <div className="overflow-y-auto py-1">
        {withStatus && (
          <Section
            title={t('cycles.filters.status')}
            options={found(
              cycleStatuses.map((value) => ({
                value,
                label: t(`cycles.statuses.${value}`),
                icon: <CycleIcon status={value} />,
              })),
            )}
            chosen={filters.status}
            onToggle={(value) => {
              const status = cycleStatuses.find((one) => one === value)
              if (status) onChange({ ...filters, status: toggled(filters.status, status) })
            }}
          />
        )}
        {dateFields.map((field) => (
          <Section
            key={field}
            title={t(`cycles.filters.${field}`)}
            options={found([...dates, { value: 'custom', label: t('list_settings.custom') }])}
            chosen={[...filters[field], ...(isCustom(filters[field]) ? ['custom'] : [])]}
            count={filters[field].length}
            onToggle={(value) => handleDate(field, value)}
          />
        ))}
      </div>
    </div>
  )
}
