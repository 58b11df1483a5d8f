import type { ModuleStatus } from '@cairn/contract'
import { type TextKey, useTranslation } from '#data/i18n.ts'
import { isPreset } from '#entities/work-item-list/custom-date.ts'
import { usePeople } from '#entities/workspace/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { FilterChip } from '#ui/controls/filter-chip.tsx'
import { longDate } from '#ui/dates/day.ts'
import { SubBar } from '#ui/layout/header-bar.tsx'
import type { ModuleFiltersProps } from './filters-popover.tsx'
import { type FilterKey, noFilters } from './module-filters.ts'

type AppliedProps = Omit<ModuleFiltersProps, 'project' | 'archived'>

const keys = Object.keys(noFilters) as FilterKey[]

/** One chip per filter, with a button to remove each of its values. */
export function AppliedFilters(props: AppliedProps) {
  const { slug, filters, onChange, favorites, onFavorites } = props
  const { t } = useTranslation()
  const people = usePeople(slug)

  function textOf(key: FilterKey, value: string): string {
    if (key === 'status') return t(`modules.statuses.${value as ModuleStatus}`)
    if (key === 'lead' || key === 'members') {
      return people.get(value)?.name ?? t('modules.filters.unknown')
    }
    const [first = '', side] = value.split(';')
    if (isPreset(value)) return t(`list_settings.presets.${first}` as TextKey)
    return t(side === 'after' ? 'list_settings.after_day' : 'list_settings.before_day', {
      date: longDate(first),
    })
  }

  function clear() {
    onChange(noFilters)
    onFavorites?.(false)
  }

  return (
    <SubBar>
      {favorites && (
        <FilterChip
          name={t('modules.filters.show')}
          removeName={t('modules.filters.favorites')}
          values={[{ key: 'favorites', content: t('modules.filters.favorites') }]}
          onRemove={() => onFavorites?.(false)}
        />
      )}
      {keys
        .filter((key) => filters[key].length > 0)
        .map((key) => (
          <FilterChip
            key={key}
            name={t(`modules.filters.${key}`)}
            values={filters[key].map((value) => ({
              key: value,
              name: textOf(key, value),
              content: <span className="max-w-60 truncate">{textOf(key, value)}</span>,
              onRemove: () =>
                onChange({
                  ...filters,
                  [key]: (filters[key] as string[]).filter((one) => one !== value),
                }),
            }))}
          />
        ))}
      <Button size="sm" variant="ghost" onClick={clear}>
        {t('modules.filters.clear')}
      </Button>
    </SubBar>
  )
}
