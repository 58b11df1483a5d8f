import { ListFilter } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useMe } from '#entities/account/hooks.ts'
import { useLabelList } from '#entities/label/hooks.ts'
import { SpanFilter } from '#entities/project/span-filter.tsx'
import { byName, personOption } from '#entities/work-item/members-picker.tsx'
import { toggledIn } from '#entities/work-item-list/dated-filters.tsx'
import { FoldedSection, Section } from '#entities/work-item-list/filter-section.tsx'
import { FilterDot } from '#entities/work-item-list/list-controls.tsx'
import { useActivePeople } from '#entities/workspace/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import type { Option } from '#ui/controls/combobox.tsx'
import { SearchInput } from '#ui/controls/search-input.tsx'
import { Switch } from '#ui/controls/switch.tsx'
import { Popover } from '#ui/overlays/popover.tsx'
import { Dot } from '#ui/people/badge.tsx'
import { isNarrowed, type ListedPages } from './page-filters.ts'

interface FiltersPopoverProps {
  slug: string
  project_id: string
  filters: ListedPages
  onChange: (filters: ListedPages) => void
}

export function FiltersPopover(props: FiltersPopoverProps) {
  const { t } = useTranslation()
  return (
    <Popover
      label={t('pages.filters.title')}
      align="end"
      width={300}
      bare
      trigger={
        <Button
          variant="ghost"
          icon={ListFilter}
          after={isNarrowed(props.filters) && <FilterDot />}
        >
          {t('pages.filters.title')}
        </Button>
      }
    >
      <Filters {...props} />
    </Popover>
  )
}

function Filters({ slug, project_id, filters, onChange }: FiltersPopoverProps) {
  const { t } = useTranslation()
  const { id: me } = useMe()
  const people = useActivePeople(slug)
  const labels = useLabelList(slug, project_id) ?? []
  const [typed, setTyped] = useState('')
  const wanted = typed.trim().toLowerCase()
  const found = (options: readonly Option[]) =>
    options.filter(({ label }) => label.toLowerCase().includes(wanted))
  const { favorites, creators, created } = filters
  const favoritesLabel = t('pages.filters.favorites')

  return (
    <div className="flex max-h-[min(480px,80vh)] flex-col">
      <div className="border-b border-line-subtle p-2">
        <SearchInput label={t('pages.filters.search')} value={typed} onChange={setTyped} />
      </div>
      <div className="overflow-y-auto py-1">
        {favoritesLabel.toLowerCase().includes(wanted) && (
          <div className="px-3 py-2">
            <Switch
              label={favoritesLabel}
              checked={favorites}
              onChange={(on) => onChange({ ...filters, favorites: on })}
            />
          </div>
        )}
        {labels.length > 0 && (
          <Section
            title={t('pages.filters.labels')}
            options={found(
              labels.map(({ id, name, color }) => ({
                value: id,
                label: name,
                icon: <Dot colour={color} />,
              })),
            )}
            chosen={filters.labels}
            onToggle={(id) => onChange({ ...filters, labels: toggledIn(filters.labels, id) })}
          />
        )}
        <FoldedSection title={t('pages.filters.created')} count={created ? 1 : 0}>
          <SpanFilter
            label={t('pages.filters.created')}
            hideLabel
            wanted={wanted}
            value={created}
            onChange={(chosen) => onChange({ ...filters, created: chosen })}
          />
        </FoldedSection>
        <Section
          title={t('pages.filters.creator')}
          options={found(
            people
              .toSorted(byName(me))
              .map((person) => personOption(person, me, t('pages.filters.you'))),
          )}
          chosen={creators}
          onToggle={(id) => onChange({ ...filters, creators: toggledIn(creators, id) })}
        />
      </div>
    </div>
  )
}
