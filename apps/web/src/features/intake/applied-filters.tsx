import { useTranslation } from '#data/i18n.ts'
import { spanText } from '#entities/project/span-filter.tsx'
import { Button } from '#ui/controls/button.tsx'
import { FilterChip } from '#ui/controls/filter-chip.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { SubBar } from '#ui/layout/header-bar.tsx'
import { useFilterOptions } from './filter-options.tsx'
import type { IntakeFiltersProps } from './intake-filters.tsx'
import { dates, firstView, lists, toggleStatus, toggleValue } from './intake-view.ts'

/** The active filters. One status always stays. */
export function AppliedFilters({ place, tab, filters, onChange }: IntakeFiltersProps) {
  const { t } = useTranslation()
  const { options, statusOption } = useFilterOptions(place)
  return (
    <SubBar>
      <FilterChip
        name={t('intake.filters.status')}
        values={filters.status.map((status) => {
          const { value, label } = statusOption(status)
          return {
            key: value,
            name: label,
            content: label,
            onRemove:
              filters.status.length > 1 ? () => onChange(toggleStatus(filters, status)) : undefined,
          }
        })}
      />
      {lists
        .filter((key) => filters[key].length > 0)
        .map((key) => (
          <FilterChip
            key={key}
            name={t(`intake.filters.${key}`)}
            values={filters[key].map((value) => {
              const option = options[key].find((one) => one.value === value)
              return {
                key: value,
                name: option?.label,
                onRemove: () => onChange(toggleValue(filters, key, value)),
                content: (
                  <>
                    {option?.icon && <Icon of={option.icon} size={14} />}
                    <span className="max-w-40 truncate">{option?.label}</span>
                  </>
                ),
              }
            })}
            onRemove={() => onChange({ ...filters, [key]: [] })}
          />
        ))}
      {dates.map((key) => {
        const chosen = filters[key]
        if (!chosen) return null
        const text = spanText(chosen)
        return (
          <FilterChip
            key={key}
            name={t(`intake.filters.${key}`)}
            values={[{ key, content: text }]}
            onRemove={() => onChange({ ...filters, [key]: null })}
          />
        )
      })}
      <Button size="sm" variant="ghost" onClick={() => onChange(firstView(tab).filters)}>
        {t('intake.clear_filters')}
      </Button>
    </SubBar>
  )
}
