import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { FilterChip } from '#ui/controls/filter-chip.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { useFilterOptions } from './filter-options.tsx'
import type { ListContext } from './list-context.ts'
import {
  type Filters,
  filterKeys,
  hasFilters,
  type ListSettings,
  toggled,
} from './list-settings.ts'
import { obeyedFilters, offersOf } from './offers.ts'
import { useFeatures } from './use-features.ts'
import type { ListVocabulary } from './vocabulary.tsx'

export interface FilterChipsProps {
  context: ListContext
  settings: ListSettings
  vocabulary: ListVocabulary
  /** Only to look at. */
  fixed: boolean
  onChange: (filters: Filters) => void
}

/** What narrows a list, one chip per filter; each value, each filter or all of them can be taken away. */
export function FilterChips(props: FilterChipsProps) {
  const { context, settings, vocabulary, fixed, onChange } = props
  const { t } = useTranslation()
  const { chosen } = useFilterOptions(context, vocabulary)
  const { filters } = settings
  const obeyed = obeyedFilters(offersOf(context, settings.display.layout, useFeatures(context)))

  return (
    <>
      {filterKeys
        .filter((key) => filters[key]?.length && obeyed.includes(key))
        .map((key) => (
          <FilterChip
            key={key}
            name={t(`list_settings.filters.${key}`)}
            values={(filters[key] ?? []).map((value) => {
              const { label, icon } = chosen(key, value)
              return {
                key: value,
                name: label,
                onRemove: fixed ? undefined : () => onChange(toggled(filters, key, value)),
                content: (
                  <>
                    {icon && <Icon of={icon} size={14} />}
                    <span className="max-w-60 truncate">{label}</span>
                  </>
                ),
              }
            })}
            onRemove={fixed ? undefined : () => onChange({ ...filters, [key]: [] })}
          />
        ))}
      {!fixed && hasFilters(settings) && (
        <Button size="sm" variant="ghost" onClick={() => onChange({})}>
          {t('list_settings.clear_all')}
        </Button>
      )}
    </>
  )
}
