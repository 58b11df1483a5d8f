import { useTranslation } from '#data/i18n.ts'
import { spanText } from '#entities/project/span-filter.tsx'
import { usePeople } from '#entities/workspace/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { FilterChip } from '#ui/controls/filter-chip.tsx'
import { SubBar } from '#ui/layout/header-bar.tsx'
import { Avatar } from '#ui/people/avatar.tsx'
import { everyPage, type ListedPages } from './page-filters.ts'

interface ListedChipsProps {
  slug: string
  filters: ListedPages
  onChange: (filters: ListedPages) => void
}

/** What the list of pages is narrowed to. */
export function ListedChips({ slug, filters, onChange }: ListedChipsProps) {
  const { t } = useTranslation()
  const people = usePeople(slug)
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
