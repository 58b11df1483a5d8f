import { Plus } from 'lucide-react'
import { Suspense } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { Chip, type FilterChipsProps } from './filter-chip.tsx'
import { FilterPopover } from './filter-popover.tsx'
import { fieldOf, filterKeysIn, hasFilters, isNegated, isOfProperty } from './list-settings.ts'
import { obeyedFilters, offersOf } from './offers.ts'
import { useFeatures } from './use-features.ts'

const QueryBar = lazy(() => import('./query-bar.tsx'))
const MatchMenu = lazy(() => import('./query-match-menu.tsx'))
const QuerySwitch = lazy(() => import('./query-switch.tsx'))

export type { FilterChipsProps }

/**
 * The filters of a list, one chip per filter and condition: each part can be clicked to change it.
 */
export function FilterChips(props: FilterChipsProps) {
  const { context, settings, fixed, onChange } = props
  const { t } = useTranslation()
  const { filters } = settings
  const offers = offersOf(context, settings.display.layout, useFeatures(context))
  const obeyed = obeyedFilters(offers)
  if (filters.pql) {
    return (
      <Suspense fallback={<span className="h-7 max-md:h-11" />}>
        <QueryBar {...props} />
      </Suspense>
    )
  }

  return (
    <>
      {!fixed && hasFilters(settings) && (
        <Suspense>
          <MatchMenu filters={filters} onChange={onChange} />
        </Suspense>
      )}
      {filterKeysIn(filters)
        .filter((key) => filters[key]?.length)
        .filter((key) => (isOfProperty(key) ? offers.own : obeyed.includes(fieldOf(key))))
        .map((key, _, shown) => {
          const field = fieldOf(key)
          // The same chip when it is inverted: its open menu stays open.
          const isAlone = shown.filter((one) => fieldOf(one) === field).length === 1
          return (
            <Chip
              key={isAlone ? field : key}
              {...props}
              field={field}
              sense={isNegated(key) ? 'not' : 'is'}
            />
          )
        })}
      {!fixed && hasFilters(settings) && (
        <>
          <FilterPopover
            context={context}
            settings={settings}
            onChange={onChange}
            trigger={<IconButton size="sm" icon={Plus} label={t('list_settings.add_filter')} />}
          />
          <Button size="sm" variant="ghost" onClick={() => onChange({})}>
            {t('list_settings.clear_all')}
          </Button>
          <Suspense>
            <QuerySwitch filters={filters} onChange={onChange} />
          </Suspense>
        </>
      )}
    </>
  )
}
