import type { IntakeStatus } from '@cairn/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CreatedSpan, createdSpans } from '#features/projects/project-filters.ts'
import { useSmallScreen } from '#features/shell/use-small-screen.ts'
import { FoldedSection, Section } from '#features/work-items/filters-panel.tsx'
import { Button } from '#ui/button.tsx'
import type { Option } from '#ui/combobox.tsx'
import { DateRangePicker } from '#ui/date-range-picker.tsx'
import { rangeText } from '#ui/day.ts'
import { RadioGroup } from '#ui/radio-group.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { useFilterOptions } from './filter-options.tsx'
import type { IntakePlace } from './hooks.ts'
import {
  type DateFilter,
  dates,
  type IntakeFilters,
  lists,
  statusesOf,
  type Tab,
  toggleStatus,
  toggleValue,
} from './intake-view.ts'

export interface IntakeFiltersProps {
  place: IntakePlace
  tab: Tab
  filters: IntakeFilters
  onChange: (filters: IntakeFilters) => void
}

/** Every filter of the tab, applied at once. The search looks through all of them. */
export default function IntakeFiltersPanel({ place, tab, filters, onChange }: IntakeFiltersProps) {
  const { t } = useTranslation()
  const small = useSmallScreen()
  const { options, statusOption } = useFilterOptions(place)
  const [typed, setTyped] = useState('')
  const wanted = typed.trim().toLowerCase()
  const found = (all: readonly Option[]) =>
    all.filter(({ label, keywords }) => `${label} ${keywords ?? ''}`.toLowerCase().includes(wanted))
  // What is open sits in no state anybody could choose.
  const offered = lists.filter((key) => key !== 'state' || tab === 'closed')

  return (
    <div className="flex max-h-[min(600px,80vh)] flex-col">
      <div className="border-b border-line-subtle p-2">
        <SearchInput
          label={t('intake.search_filters')}
          value={typed}
          onChange={setTyped}
          autoFocus={!small}
        />
      </div>
      <div className="overflow-y-auto py-1">
        <Section
          title={t('intake.filters.status')}
          options={found(statusesOf[tab].map(statusOption))}
          chosen={filters.status.map(String)}
          onToggle={(value) => onChange(toggleStatus(filters, Number(value) as IntakeStatus))}
        />
        {offered.map((key) => (
          <Section
            key={key}
            title={t(`intake.filters.${key}`)}
            options={found(options[key])}
            chosen={filters[key]}
            onToggle={(value) => onChange(toggleValue(filters, key, value))}
          />
        ))}
        {dates.map((key) => (
          <Days key={key} field={key} filters={filters} onChange={onChange} />
        ))}
      </div>
    </div>
  )
}

interface DaysProps extends Pick<IntakeFiltersProps, 'filters' | 'onChange'> {
  field: DateFilter
}

function Days({ field, filters, onChange }: DaysProps) {
  const { t } = useTranslation()
  const chosen = filters[field]
  const range = typeof chosen === 'object' && chosen ? chosen : undefined
  return (
    <FoldedSection title={t(`intake.filters.${field}`)} count={chosen ? 1 : 0}>
      <RadioGroup
        label={t(`intake.filters.${field}`)}
        hideLabel
        options={createdSpans.map((value) => ({ value, label: t(`intake.spans.${value}`) }))}
        value={range || !chosen ? undefined : (chosen as CreatedSpan)}
        onChange={(span) => onChange({ ...filters, [field]: span })}
      />
      <DateRangePicker
        label={t('intake.spans.custom')}
        value={range ?? { start: null, end: null }}
        onChange={({ start, end }) =>
          onChange({ ...filters, [field]: start ? { start, end: end ?? start } : null })
        }
        trigger={
          <Button size="sm" className="w-fit">
            {range ? rangeText(range.start, range.end) : t('intake.spans.custom')}
          </Button>
        }
      />
    </FoldedSection>
  )
}
