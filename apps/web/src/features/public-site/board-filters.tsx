import { priorities } from '@cairn/contract'
import { ListFilter } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { stateIcon } from '#entities/state/state-picture.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Checkbox } from '#ui/controls/checkbox.tsx'
import { FilterChip } from '#ui/controls/filter-chip.tsx'
import { SearchInput } from '#ui/controls/search-input.tsx'
import { PriorityIcon } from '#ui/icons/priority-icon.tsx'
import { SubBar } from '#ui/layout/header-bar.tsx'
import { Popover } from '#ui/overlays/popover.tsx'
import { Dot } from '#ui/people/badge.tsx'
import {
  type BoardFilters,
  countFilters,
  type FilterKey,
  filterKeys,
  noFilters,
} from './board-search.ts'
import type { BoardWords } from './hooks.ts'

interface FiltersProps {
  words: BoardWords
  filters: BoardFilters
  onChange: (filters: BoardFilters) => void
}

interface Choice {
  value: string
  label: string
  icon: ReactNode
}

/** The filter options, with the names and icons of the board. */
function useChoices(words: BoardWords): Record<FilterKey, Choice[]> {
  const { t } = useTranslation()
  const { states, labels, identifiers, isAcross } = words
  /** Across projects the name alone is ambiguous. */
  const nameOf = ({ name, project_id }: { name: string; project_id: string }) =>
    isAcross ? t('work_items.of_project', { name, key: identifiers.get(project_id) }) : name
  return {
    priority: priorities.map((value) => ({
      value,
      label: t(`pickers.priorities.${value}`),
      icon: <PriorityIcon priority={value} />,
    })),
    state: states.map((state) => ({
      value: state.id,
      label: nameOf(state),
      icon: stateIcon(state, states),
    })),
    labels: [...labels.values()].map((label) => ({
      value: label.id,
      label: nameOf(label),
      icon: <Dot colour={label.color} />,
    })),
  }
}

export function FiltersPopover(props: FiltersProps) {
  const { t } = useTranslation()
  const count = countFilters(props.filters)
  return (
    <Popover
      label={t('public_site.filters')}
      align="end"
      width={280}
      bare
      trigger={
        <Button variant="ghost" icon={ListFilter}>
          {count > 0 ? t('public_site.filters_chosen', { count }) : t('public_site.filters')}
        </Button>
      }
    >
      <Choices {...props} />
    </Popover>
  )
}

function Choices({ words, filters, onChange }: FiltersProps) {
  const { t } = useTranslation()
  const choices = useChoices(words)
  const [typed, setTyped] = useState('')
  const wanted = typed.trim().toLowerCase()
  const groups = filterKeys
    .map((key) => ({
      key,
      found: choices[key].filter(({ label }) => label.toLowerCase().includes(wanted)),
    }))
    .filter(({ found }) => found.length > 0)
  return (
    <div className="flex max-h-120 flex-col">
      <div className="border-b border-line-subtle p-2">
        <SearchInput label={t('public_site.search_filters')} value={typed} onChange={setTyped} />
      </div>
      <div className="flex flex-col gap-4 overflow-y-auto p-3">
        {groups.map(({ key, found }) => (
          <ChoiceGroup
            key={key}
            name={t(`public_site.filter.${key}`)}
            choices={found}
            chosen={filters[key]}
            onChange={(values) => onChange({ ...filters, [key]: values })}
          />
        ))}
        {groups.length === 0 && <p className="text-ink-3">{t('ui.no_matches')}</p>}
      </div>
    </div>
  )
}

const SHOWN_LIMIT = 5

interface ChoiceGroupProps {
  name: string
  choices: readonly Choice[]
  chosen: readonly string[]
  onChange: (values: string[]) => void
}

function ChoiceGroup({ name, choices, chosen, onChange }: ChoiceGroupProps) {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-2 font-medium">{name}</legend>
      {(all ? choices : choices.slice(0, SHOWN_LIMIT)).map(({ value, label, icon }) => (
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
      {choices.length > SHOWN_LIMIT && (
        <button type="button" className="link hit w-fit text-small" onClick={() => setAll(!all)}>
          {t(all ? 'public_site.view_less' : 'public_site.view_all')}
        </button>
      )}
    </fieldset>
  )
}

/** The active filters, each with a remove button. */
export function FilterChips({ words, filters, onChange }: FiltersProps) {
  const { t } = useTranslation()
  const choices = useChoices(words)
  if (countFilters(filters) === 0) return null
  const without = (key: FilterKey, value: string) =>
    onChange({ ...filters, [key]: filters[key].filter((one) => one !== value) })
  return (
    <SubBar>
      {filterKeys
        .filter((key) => filters[key].length > 0)
        .map((key) => (
          <FilterChip
            key={key}
            name={t(`public_site.filter.${key}`)}
            values={filters[key].map((value) => {
              const choice = choices[key].find((one) => one.value === value)
              const name = choice?.label ?? t('public_site.unknown')
              return {
                key: value,
                name,
                onRemove: () => without(key, value),
                content: (
                  <>
                    {choice?.icon}
                    <span className="max-w-60 truncate">{name}</span>
                  </>
                ),
              }
            })}
            onRemove={() => onChange({ ...filters, [key]: [] })}
          />
        ))}
      <Button size="sm" variant="ghost" onClick={() => onChange(noFilters)}>
        {t('public_site.clear_all')}
      </Button>
    </SubBar>
  )
}
