import type { IntakeStatus } from '@cairn/contract'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { SpanFilter } from '#entities/project/span-filter.tsx'
import { FoldedSection, Section } from '#entities/work-item-list/filter-section.tsx'
import type { Option } from '#ui/controls/combobox.tsx'
import { SearchInput } from '#ui/controls/search-input.tsx'
import { useSmallScreen } from '#ui/platform/use-small-screen.ts'
import { useFilterOptions } from './filter-options.tsx'
import type { IntakeRef } from './hooks.ts'
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
  place: IntakeRef
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
  // Open items have a state that users cannot select.
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
  return (
    <FoldedSection title={t(`intake.filters.${field}`)} count={chosen ? 1 : 0}>
      <SpanFilter
        label={t(`intake.filters.${field}`)}
        hideLabel
        value={chosen}
        onChange={(value) => onChange({ ...filters, [field]: value })}
      />
    </FoldedSection>
  )
}
