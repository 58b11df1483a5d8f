import { moduleStatuses, type Project } from '@cairn/contract'
import { ListFilter } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '#features/account/hooks.ts'
import { byName } from '#features/work-item-pickers/members-picker.tsx'
import { isCustom } from '#features/work-items/custom-date.ts'
import { datePresets } from '#features/work-items/filter-options.tsx'
import { usePeople } from '#features/workspaces/hooks.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Popover } from '#ui/popover.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { countFilters, type FilterKey, type ModuleFilters } from './module-filters.ts'

const CustomDateDialog = lazy(() => import('#features/work-items/custom-date-dialog.tsx'))

export interface ModuleFiltersProps {
  slug: string
  project: Project
  filters: ModuleFilters
  onChange: (filters: ModuleFilters) => void
  favorites: boolean
  /** Archived ones are nobody's favorites. */
  onFavorites?: (favorites: boolean) => void
  archived: boolean
}

type DateField = 'start_date' | 'target_date'

export function FiltersPopover(props: ModuleFiltersProps) {
  const { filters, favorites, onChange } = props
  const { t } = useTranslation()
  const count = countFilters(filters, favorites)
  const [custom, setCustom] = useState<DateField>('start_date')
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Popover
        label={t('modules.filters.title')}
        align="end"
        width={300}
        bare
        trigger={
          <Button variant="ghost" icon={ListFilter}>
            {count > 0 ? t('modules.filters.chosen', { count }) : t('modules.filters.title')}
          </Button>
        }
      >
        {(close) => (
          <Filters
            {...props}
            onCustom={(field) => {
              close()
              setCustom(field)
              setAsking(true)
            }}
          />
        )}
      </Popover>
      <Suspense>
        {asking && (
          <CustomDateDialog
            open
            field={custom}
            filters={{ [custom]: filters[custom] }}
            onClose={() => setAsking(false)}
            onChange={(next) => onChange({ ...filters, [custom]: next[custom] ?? [] })}
          />
        )}
      </Suspense>
    </>
  )
}

interface Choice {
  value: string
  label: string
  icon?: ReactNode
}

function Filters(props: ModuleFiltersProps & { onCustom: (field: DateField) => void }) {
  const { slug, project, filters, onChange, favorites, onFavorites, archived, onCustom } = props
  const { t } = useTranslation()
  const { id: me } = useMe()
  const people = usePeople(slug)
  const [typed, setTyped] = useState('')
  const wanted = typed.trim().toLowerCase()
  const found = (choices: Choice[]) =>
    choices.filter(({ label }) => label.toLowerCase().includes(wanted))
  const members = project.members
    .flatMap((id) => people.get(id) ?? [])
    .sort(byName(me))
    .map((person) => ({
      value: person.id,
      label: person.id === me ? t('pickers.you') : person.name,
      icon: <Avatar person={person} size={16} tooltip={false} />,
    }))
  const statuses = moduleStatuses.map((value) => ({
    value,
    label: t(`modules.statuses.${value}`),
  }))
  const dates = datePresets.map((value) => ({
    value: value as string,
    label: t(`list_settings.presets.${value.split(';')[0]}`),
  }))
  const all: { key: FilterKey; choices: Choice[] }[] = [
    // What is archived is over: its status says nothing more.
    ...(archived ? [] : [{ key: 'status' as const, choices: statuses }]),
    { key: 'lead', choices: members },
    { key: 'members', choices: members },
    { key: 'start_date', choices: dates },
    { key: 'target_date', choices: dates },
  ]
  const groups = all
    .map(({ key, choices }) => ({ key, choices: found(choices) }))
    .filter(({ choices }) => choices.length > 0)
  const favoritesName = t('modules.filters.favorites')
  const showsFavorites = onFavorites && favoritesName.toLowerCase().includes(wanted)

  return (
    <div className="flex max-h-120 flex-col">
      <div className="border-b border-line-subtle p-2">
        <SearchInput label={t('modules.filters.search')} value={typed} onChange={setTyped} />
      </div>
      <div className="flex flex-col gap-4 overflow-y-auto p-3">
        {showsFavorites && (
          <Checkbox
            label={favoritesName}
            checked={favorites}
            onChange={(event) => onFavorites(event.target.checked)}
          />
        )}
        {groups.map(({ key, choices }) => (
          <ChoiceGroup
            key={key}
            name={t(`modules.filters.${key}`)}
            choices={choices}
            chosen={filters[key]}
            onChange={(values) => onChange({ ...filters, [key]: values })}
            custom={
              (key === 'start_date' || key === 'target_date') && (
                <Button size="sm" className="w-fit" onClick={() => onCustom(key)}>
                  {t(
                    isCustom(filters[key])
                      ? 'modules.filters.custom_set'
                      : 'modules.filters.custom',
                  )}
                </Button>
              )
            }
          />
        ))}
        {groups.length === 0 && !showsFavorites && (
          <p className="text-ink-3">{t('ui.no_matches')}</p>
        )}
      </div>
    </div>
  )
}

interface ChoiceGroupProps {
  name: string
  choices: Choice[]
  chosen: readonly string[]
  onChange: (values: string[]) => void
  custom: ReactNode
}

const FIRST_FEW = 6

function ChoiceGroup({ name, choices, chosen, onChange, custom }: ChoiceGroupProps) {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  const shown = all ? choices : choices.slice(0, FIRST_FEW)
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-2 font-medium">{name}</legend>
      {shown.map(({ value, label, icon }) => (
        <Checkbox
          key={value}
          className="max-w-full"
          label={
            <span className="flex min-w-0 items-center gap-1.5">
              {icon}
              <span className="truncate">{label}</span>
            </span>
          }
          checked={chosen.includes(value)}
          onChange={(event) =>
            onChange(
              event.target.checked ? [...chosen, value] : chosen.filter((one) => one !== value),
            )
          }
        />
      ))}
      {choices.length > FIRST_FEW && (
        <button type="button" className="link hit w-fit text-small" onClick={() => setAll(!all)}>
          {t(all ? 'modules.filters.view_less' : 'modules.filters.view_all')}
        </button>
      )}
      {custom}
    </fieldset>
  )
}
