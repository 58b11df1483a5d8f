import { moduleStatuses, type Project } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { useMe } from '#entities/account/hooks.ts'
import { byName, personOption } from '#entities/work-item/members-picker.tsx'
import { DatedFilters, toggledIn } from '#entities/work-item-list/dated-filters.tsx'
import { usePeople } from '#entities/workspace/hooks.ts'
import { countFilters, type ModuleFilters } from './module-filters.ts'

export interface ModuleFiltersProps {
  slug: string
  project: Project
  filters: ModuleFilters
  onChange: (filters: ModuleFilters) => void
  favorites: boolean
  /** Archived modules cannot be favorites. */
  onFavorites?: (favorites: boolean) => void
  archived: boolean
}

export function FiltersPopover(props: ModuleFiltersProps) {
  const { slug, project, filters, onChange, favorites, onFavorites, archived } = props
  const { t } = useTranslation()
  const { id: me } = useMe()
  const people = usePeople(slug)
  const members = project.members
    .flatMap((id) => people.get(id) ?? [])
    .sort(byName(me))
    .map((person) => personOption(person, me, t('pickers.you')))

  const marked = onFavorites && {
    title: t('modules.filters.show'),
    options: [{ value: 'favorites', label: t('modules.filters.favorites') }],
    chosen: favorites ? ['favorites'] : [],
    onToggle: () => onFavorites(!favorites),
  }
  // Archived modules are finished: their status is redundant.
  const status = !archived && {
    title: t('modules.filters.status'),
    options: moduleStatuses.map((value) => ({ value, label: t(`modules.statuses.${value}`) })),
    chosen: filters.status,
    onToggle: (value: string) => {
      const chosen = moduleStatuses.find((one) => one === value)
      if (chosen) onChange({ ...filters, status: toggledIn(filters.status, chosen) })
    },
  }
  const peopleOf = (key: 'lead' | 'members') => ({
    title: t(`modules.filters.${key}`),
    options: members,
    chosen: filters[key],
    onToggle: (id: string) => onChange({ ...filters, [key]: toggledIn(filters[key], id) }),
  })
  const sections = [marked, status, peopleOf('lead'), peopleOf('members')]
  return (
    <DatedFilters
      count={countFilters(filters, favorites)}
      sections={sections.filter((section) => section !== undefined && section !== false)}
      dates={filters}
      dateTitles={{
        start_date: t('modules.filters.start_date'),
        target_date: t('modules.filters.target_date'),
      }}
      onDates={(field, values) => onChange({ ...filters, [field]: values })}
    />
  )
}
