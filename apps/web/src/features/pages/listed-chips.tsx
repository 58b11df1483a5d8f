import { useTranslation } from '#data/i18n.ts'
import { useLabels } from '#entities/label/hooks.ts'
import { spanText } from '#entities/project/span-filter.tsx'
import { usePeople } from '#entities/workspace/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { FilterChip } from '#ui/controls/filter-chip.tsx'
import { SubBar } from '#ui/layout/header-bar.tsx'
import { Avatar } from '#ui/people/avatar.tsx'
import { Dot } from '#ui/people/badge.tsx'
import { everyPage, type ListedPages } from './page-filters.ts'

interface ListedChipsProps {
  slug: string
  project_id: string
  filters: ListedPages
  onChange: (filters: ListedPages) => void
}

/** Active filters of the list of pages. */
export function ListedChips({ slug, project_id, filters, onChange }: ListedChipsProps) {
  const { t } = useTranslation()
  const people = usePeople(slug)
  const labels = useLabels(slug, project_id)
  const { favorites, creators, created } = filters
  const change = (part: Partial<ListedPages>) => onChange({ ...filters, ...part })

  return (
    <SubBar>
      {favorites && (
        <FilterChip
          name={t('pages.filters.show')}
          values={[
            {
              key: 'favorites',
              name: t('pages.filters.favorites'),
              content: t('pages.filters.favorites'),
            },
          ]}
          onRemove={() => change({ favorites: false })}
        />
      )}
      {creators.length > 0 && (
        <FilterChip
          name={t('pages.filters.creator')}
          values={creators.map((id) => {
            const person = people.get(id)
            const name = person?.name ?? t('pages.filters.unknown')
            return {
              key: id,
              name,
              content: (
                <>
                  {person && <Avatar person={person} size={16} tooltip={false} />}
                  <span className="max-w-60 truncate">{name}</span>
                </>
              ),
              ...(creators.length > 1 && {
                onRemove: () => change({ creators: creators.filter((other) => other !== id) }),
              }),
            }
          })}
          onRemove={() => change({ creators: [] })}
        />
      )}
      {filters.labels.length > 0 && (
        <FilterChip
          name={t('pages.filters.labels')}
          values={filters.labels.map((id) => {
            const label = labels.get(id)
            const name = label?.name ?? t('pages.filters.unknown')
            return {
              key: id,
              name,
              content: (
                <>
                  {label && <Dot colour={label.color} />}
                  <span className="max-w-60 truncate">{name}</span>
                </>
              ),
              ...(filters.labels.length > 1 && {
                onRemove: () => change({ labels: filters.labels.filter((other) => other !== id) }),
              }),
            }
          })}
          onRemove={() => change({ labels: [] })}
        />
      )}
      {created && <CreatedChip created={created} onRemove={() => change({ created: null })} />}
      <Button size="sm" variant="ghost" onClick={() => onChange(everyPage)}>
        {t('pages.filters.clear_all')}
      </Button>
    </SubBar>
  )
}

interface CreatedChipProps {
  created: NonNullable<ListedPages['created']>
  onRemove: () => void
}

function CreatedChip({ created, onRemove }: CreatedChipProps) {
  const { t } = useTranslation()
  const name = spanText(created)
  return (
    <FilterChip
      name={t('pages.filters.created')}
      values={[{ key: 'created', name, content: name }]}
      onRemove={onRemove}
    />
  )
}
