import { viewAccess } from '@cairn/contract'
import { Globe, ListFilter, Lock, Star } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useMe } from '#entities/account/hooks.ts'
import { SpanFilter } from '#entities/project/span-filter.tsx'
import { isNarrowed, type ListedViews } from '#entities/view/view-filters.ts'
import { byName, personOption } from '#entities/work-item/members-picker.tsx'
import { toggledIn } from '#entities/work-item-list/dated-filters.tsx'
import { FoldedSection, Section } from '#entities/work-item-list/filter-section.tsx'
import { FilterDot } from '#entities/work-item-list/list-controls.tsx'
import { useActivePeople } from '#entities/workspace/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import type { Option } from '#ui/controls/combobox.tsx'
import { SearchInput } from '#ui/controls/search-input.tsx'
import { Popover } from '#ui/overlays/popover.tsx'

interface FiltersPopoverProps {
  slug: string
  filters: ListedViews
  onChange: (filters: ListedViews) => void
}

export function FiltersPopover(props: FiltersPopoverProps) {
  const { t } = useTranslation()
  return (
    <Popover
      label={t('views.filters.title')}
      align="end"
      width={300}
      bare
      trigger={
        <Button
          variant="ghost"
          icon={ListFilter}
          after={isNarrowed(props.filters) && <FilterDot />}
        >
          {t('views.filters.title')}
        </Button>
      }
    >
      <Filters {...props} />
    </Popover>
  )
}

function Filters({ slug, filters, onChange }: FiltersPopoverProps) {
  const { t } = useTranslation()
  const { id: me } = useMe()
  const people = useActivePeople(slug)
  const [typed, setTyped] = useState('')
  const wanted = typed.trim().toLowerCase()
  const found = (options: readonly Option[]) =>
    options.filter(({ label }) => label.toLowerCase().includes(wanted))
  const { created } = filters

  return (
    <div className="flex max-h-[min(480px,80vh)] flex-col">
      <div className="border-b border-line-subtle p-2">
        <SearchInput label={t('views.filters.search')} value={typed} onChange={setTyped} />
      </div>
      <div className="overflow-y-auto py-1">
        <Section
          title={t('views.filters.show')}
          options={found([{ value: 'favorites', label: t('views.filters.favorites'), icon: Star }])}
          chosen={filters.favorites ? ['favorites'] : []}
          onToggle={() => onChange({ ...filters, favorites: !filters.favorites })}
        />
        <Section
          title={t('views.access')}
          options={found([
            { value: String(viewAccess.public), label: t('views.public'), icon: Globe },
            { value: String(viewAccess.private), label: t('views.private'), icon: Lock },
          ])}
          chosen={filters.access.map(String)}
          onToggle={(value) =>
            onChange({ ...filters, access: toggledIn(filters.access, Number(value)) })
          }
        />
        <Section
          title={t('views.filters.owner')}
          options={found(
            people
              .toSorted(byName(me))
              .map((person) => personOption(person, me, t('views.filters.you'))),
          )}
          chosen={filters.owners}
          onToggle={(id) => onChange({ ...filters, owners: toggledIn(filters.owners, id) })}
        />
        <FoldedSection title={t('views.filters.created')} count={created ? 1 : 0}>
          <SpanFilter
            label={t('views.filters.created')}
            hideLabel
            wanted={wanted}
            value={created}
            onChange={(chosen) => onChange({ ...filters, created: chosen })}
          />
        </FoldedSection>
      </div>
    </div>
  )
}
