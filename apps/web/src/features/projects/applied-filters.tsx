import { PRIVATE } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { spanText } from '#entities/project/span-filter.tsx'
import { usePeople } from '#entities/workspace/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { FilterChip } from '#ui/controls/filter-chip.tsx'
import { SubBar } from '#ui/layout/header-bar.tsx'
import { Avatar } from '#ui/people/avatar.tsx'
import { noFilters, type ProjectFilters } from './project-filters.ts'

interface AppliedFiltersProps {
  slug: string
  filters: ProjectFilters
  onChange: (filters: ProjectFilters) => void
  shown: number
  total: number
}

/** One chip per value, and the number of results. */
export function AppliedFilters({ slug, filters, onChange, shown, total }: AppliedFiltersProps) {
  const { t } = useTranslation()
  const people = usePeople(slug)
  const { mine, access, leads, members, created } = filters

  const person = (id: string) => {
    const known = people.get(id)
    return {
      text: known?.name ?? t('projects.filters.unknown'),
      icon: known && <Avatar person={known} size={16} tooltip={false} />,
    }
  }
  const chips = [
    ...(mine
      ? [
          {
            key: 'mine',
            name: t('projects.filters.show'),
            text: t('projects.filters.mine'),
            icon: undefined,
            left: { mine: false },
          },
        ]
      : []),
    ...access.map((network) => ({
      key: `access ${network}`,
      name: t('projects.filters.access'),
      text: t(network === PRIVATE ? 'projects.private' : 'projects.public'),
      icon: undefined,
      left: { access: access.filter((one) => one !== network) },
    })),
    ...leads.map((id) => ({
      key: `lead ${id}`,
      name: t('projects.filters.lead'),
      ...person(id),
      left: { leads: leads.filter((one) => one !== id) },
    })),
    ...members.map((id) => ({
      key: `member ${id}`,
      name: t('projects.filters.members'),
      ...person(id),
      left: { members: members.filter((one) => one !== id) },
    })),
    ...(created
      ? [
          {
            key: 'created',
            name: t('projects.filters.created'),
            text: spanText(created),
            icon: undefined,
            left: { created: null },
          },
        ]
      : []),
  ]

  return (
    <SubBar
      actions={
        <span role="status" className="text-small text-ink-3 tabular-nums">
          {`${shown}/${total}`}
        </span>
      }
    >
      {chips.map(({ key, name, text, icon, left }) => (
        <FilterChip
          key={key}
          name={name}
          removeName={`${name}: ${text}`}
          values={[
            {
              key,
              content: (
                <>
                  {icon}
                  <span className="max-w-60 truncate">{text}</span>
                </>
              ),
            },
          ]}
          onRemove={() => onChange({ ...filters, ...left })}
        />
      ))}
      <Button size="sm" variant="ghost" onClick={() => onChange(noFilters)}>
        {t('projects.filters.clear')}
      </Button>
    </SubBar>
  )
}
