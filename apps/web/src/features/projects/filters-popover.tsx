import { PRIVATE, PUBLIC } from '@cairn/contract'
import { Globe, ListFilter, Lock } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useMe } from '#entities/account/hooks.ts'
import { SpanFilter, spanText } from '#entities/project/span-filter.tsx'
import { spans } from '#entities/project/spans.ts'
import { useActivePeople } from '#entities/workspace/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { Checkbox } from '#ui/controls/checkbox.tsx'
import { SearchInput } from '#ui/controls/search-input.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { Popover } from '#ui/overlays/popover.tsx'
import { Avatar } from '#ui/people/avatar.tsx'
import { countFilters, type ProjectFilters } from './project-filters.ts'

interface FiltersPopoverProps {
  slug: string
  filters: ProjectFilters
  onChange: (filters: ProjectFilters) => void
}

export function FiltersPopover(props: FiltersPopoverProps) {
  const { t } = useTranslation()
  const count = countFilters(props.filters)
  return (
    <Popover
      label={t('projects.filters.title')}
      align="end"
      width={300}
      bare
      trigger={
        <Button variant="ghost" icon={ListFilter}>
          {count > 0 ? t('projects.filters.chosen', { count }) : t('projects.filters.title')}
        </Button>
      }
    >
      <Filters {...props} />
    </Popover>
  )
}

interface Choice {
  value: string
  label: string
  icon?: ReactNode
}

function Filters({ slug, filters, onChange }: FiltersPopoverProps) {
  const { t } = useTranslation()
  const { id: me } = useMe()
  const people = useActivePeople(slug)
  const [typed, setTyped] = useState('')
  const wanted = typed.trim().toLowerCase()
  const found = (choices: Choice[]) =>
    choices.filter(({ label }) => label.toLowerCase().includes(wanted))

  const everybody = people
    .map((person) => ({
      value: person.id,
      label: person.id === me ? t('projects.filters.you') : person.name,
      icon: <Avatar person={person} size={16} tooltip={false} />,
    }))
    .sort(
      (a, b) => Number(b.value === me) - Number(a.value === me) || a.label.localeCompare(b.label),
    )
  const networks = [
    { value: String(PRIVATE), label: t('projects.private'), icon: <Icon of={Lock} size={14} /> },
    { value: String(PUBLIC), label: t('projects.public'), icon: <Icon of={Globe} size={14} /> },
  ]
  const spansFound = found(spans.map((value) => ({ value, label: spanText(value) })))
  const mine = t('projects.filters.mine')
  const isMineFound = mine.toLowerCase().includes(wanted)
  const groups = [
    {
      name: t('projects.filters.access'),
      choices: found(networks),
      chosen: filters.access.map(String),
      set: (access: string[]) => onChange({ ...filters, access: access.map(Number) }),
    },
    {
      name: t('projects.filters.lead'),
      choices: found(everybody),
      chosen: filters.leads,
      set: (leads: string[]) => onChange({ ...filters, leads }),
    },
    {
      name: t('projects.filters.members'),
      choices: found(everybody),
      chosen: filters.members,
      set: (members: string[]) => onChange({ ...filters, members }),
    },
  ].filter(({ choices }) => choices.length > 0)
  const nothing = groups.length === 0 && spansFound.length === 0 && !isMineFound

  return (
    <div className="flex max-h-120 flex-col">
      <div className="border-b border-line-subtle p-2">
        <SearchInput label={t('projects.filters.search')} value={typed} onChange={setTyped} />
      </div>
      <div className="flex flex-col gap-4 overflow-y-auto p-3">
        {isMineFound && (
          <Checkbox
            label={mine}
            checked={filters.mine}
            onChange={(event) => onChange({ ...filters, mine: event.target.checked })}
          />
        )}
        {groups.map((group) => (
          <ChoiceGroup key={group.name} {...group} />
        ))}
        {spansFound.length > 0 && (
          <div className="flex flex-col gap-2">
            <SpanFilter
              label={t('projects.filters.created')}
              wanted={wanted}
              value={filters.created}
              onChange={(created) => onChange({ ...filters, created })}
            />
          </div>
        )}
        {nothing && <p className="text-ink-3">{t('ui.no_matches')}</p>}
      </div>
    </div>
  )
}

interface ChoiceGroupProps {
  name: string
  choices: Choice[]
  chosen: string[]
  set: (values: string[]) => void
}

const SHOWN_LIMIT = 5

function ChoiceGroup({ name, choices, chosen, set }: ChoiceGroupProps) {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  const shown = all ? choices : choices.slice(0, SHOWN_LIMIT)
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
            set(event.target.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
          }
        />
      ))}
      {choices.length > SHOWN_LIMIT && (
        <button type="button" className="link hit w-fit text-small" onClick={() => setAll(!all)}>
          {t(all ? 'projects.filters.view_less' : 'projects.filters.view_all')}
        </button>
      )}
    </fieldset>
  )
}
