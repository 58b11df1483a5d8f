import { viewAccess } from '@cairn/contract'
import type { ReactNode } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { spanText } from '#entities/project/span-filter.tsx'
import { everyView, type ListedViews } from '#entities/view/view-filters.ts'
import { usePeople } from '#entities/workspace/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { FilterChip } from '#ui/controls/filter-chip.tsx'
import { SubBar } from '#ui/layout/header-bar.tsx'
import { Avatar } from '#ui/people/avatar.tsx'

interface ListedChipsProps {
  slug: string
  filters: ListedViews
  onChange: (filters: ListedViews) => void
}

interface Chosen {
  key: string
  text: string
  icon?: ReactNode
  /** The filters without it. */
  left: Partial<ListedViews>
}

/** The active filters of the list of views. */
export function ListedChips({ slug, filters, onChange }: ListedChipsProps) {
  const { t } = useTranslation()
  const people = usePeople(slug)
  const { favorites, access, owners, created } = filters

  const groups: { name: string; chosen: Chosen[]; left: Partial<ListedViews> }[] = [
    {
      name: t('views.filters.show'),
      chosen: favorites
        ? [{ key: 'favorites', text: t('views.filters.favorites'), left: { favorites: false } }]
        : [],
      left: { favorites: false },
    },
    {
      name: t('views.access'),
      chosen: access.map((one) => ({
        key: String(one),
        text: t(one === viewAccess.private ? 'views.private' : 'views.public'),
        left: { access: access.filter((other) => other !== one) },
      })),
      left: { access: [] },
    },
    {
      name: t('views.filters.owner'),
      chosen: owners.map((id) => {
        const person = people.get(id)
        return {
          key: id,
          text: person?.name ?? t('views.filters.unknown'),
          icon: person && <Avatar person={person} size={16} tooltip={false} />,
          left: { owners: owners.filter((other) => other !== id) },
        }
      }),
      left: { owners: [] },
    },
    {
      name: t('views.filters.created'),
      chosen: created
        ? [
            {
              key: 'created',
              text: spanText(created),
              left: { created: null },
            },
          ]
        : [],
      left: { created: null },
    },
  ]

  return (
    <SubBar>
      {groups
        .filter(({ chosen }) => chosen.length > 0)
        .map(({ name, chosen, left }) => (
          <FilterChip
            key={name}
            name={name}
            values={chosen.map(({ key, text, icon, left: rest }) => ({
              key,
              name: text,
              content: (
                <>
                  {icon}
                  <span className="max-w-60 truncate">{text}</span>
                </>
              ),
              ...(chosen.length > 1 && { onRemove: () => onChange({ ...filters, ...rest }) }),
            }))}
            onRemove={() => onChange({ ...filters, ...left })}
          />
        ))}
      <Button size="sm" variant="ghost" onClick={() => onChange(everyView)}>
        {t('views.filters.clear_all')}
      </Button>
    </SubBar>
  )
}
