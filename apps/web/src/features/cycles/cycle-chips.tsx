import { type TextKey, useTranslation } from '#data/i18n.ts'
import { CycleIcon } from '#entities/cycle/cycle-icon.tsx'
import { isPreset } from '#entities/work-item-list/custom-date.ts'
import { Button } from '#ui/controls/button.tsx'
import { FilterChip } from '#ui/controls/filter-chip.tsx'
import { longDate } from '#ui/dates/day.ts'
import { SubBar } from '#ui/layout/header-bar.tsx'
import { type CycleFilters, noFilters } from './cycle-sections.ts'

interface CycleChipsProps {
  filters: CycleFilters
  onChange: (filters: CycleFilters) => void
}

/** The filters of the list of cycles. */
export function CycleChips({ filters, onChange }: CycleChipsProps) {
  const { t } = useTranslation()

  function nameOf(token: string): string {
    if (isPreset(token)) return t(`list_settings.presets.${token.split(';')[0]}` as TextKey)
    const [day = '', side] = token.split(';')
    const date = longDate(day)
    return side ? t(`list_settings.${side}_day` as TextKey, { date }) : date
  }

  const without = <Key extends keyof CycleFilters>(key: Key, value: string) =>
    onChange({ ...filters, [key]: filters[key].filter((one) => one !== value) })

  return (
    <SubBar>
      {filters.status.length > 0 && (
        <FilterChip
          name={t('cycles.filters.status')}
          values={filters.status.map((status) => ({
            key: status,
            name: t(`cycles.statuses.${status}`),
            content: (
              <>
                <CycleIcon status={status} />
                {t(`cycles.statuses.${status}`)}
              </>
            ),
            ...(filters.status.length > 1 && { onRemove: () => without('status', status) }),
          }))}
          onRemove={() => onChange({ ...filters, status: [] })}
        />
      )}
      {(['start_date', 'target_date'] as const).map(
        (field) =>
          filters[field].length > 0 && (
            <FilterChip
              key={field}
              name={t(`cycles.filters.${field}`)}
              values={filters[field].map((token) => ({
                key: token,
                name: nameOf(token),
                content: nameOf(token),
                ...(filters[field].length > 1 && { onRemove: () => without(field, token) }),
              }))}
              onRemove={() => onChange({ ...filters, [field]: [] })}
            />
          ),
      )}
      <Button size="sm" variant="ghost" onClick={() => onChange(noFilters)}>
        {t('cycles.filters.clear_all')}
      </Button>
    </SubBar>
  )
}
