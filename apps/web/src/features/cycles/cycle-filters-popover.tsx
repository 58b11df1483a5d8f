import { cycleStatuses } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { CycleIcon } from '#entities/cycle/cycle-icon.tsx'
import { DatedFilters, toggledIn } from '#entities/work-item-list/dated-filters.tsx'
import { type CycleFilters, countFilters } from './cycle-sections.ts'

interface CycleFiltersProps {
  filters: CycleFilters
  onChange: (filters: CycleFilters) => void
  /** Archived ones are all completed: their status is redundant. */
  withStatus: boolean
}

export function CycleFiltersPopover({ filters, onChange, withStatus }: CycleFiltersProps) {
  const { t } = useTranslation()

  function handleStatus(value: string) {
    const status = cycleStatuses.find((one) => one === value)
    if (status) onChange({ ...filters, status: toggledIn(filters.status, status) })
  }

  const status = {
    title: t('cycles.filters.status'),
    options: cycleStatuses.map((value) => ({
      value,
      label: t(`cycles.statuses.${value}`),
      icon: <CycleIcon status={value} />,
    })),
    chosen: filters.status,
    onToggle: handleStatus,
  }
  return (
    <DatedFilters
      count={countFilters(filters)}
      sections={withStatus ? [status] : []}
      dates={filters}
      dateTitles={{
        start_date: t('cycles.filters.start_date'),
        target_date: t('cycles.filters.target_date'),
      }}
      onDates={(field, values) => onChange({ ...filters, [field]: values })}
    />
  )
}
