import type { PropertyValue, WorkItemProperty } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { usePeople } from '#entities/workspace/hooks.ts'
import { longDate } from '#ui/dates/day.ts'
import { momentText } from '#ui/dates/own-zone.ts'
import { AvatarGroup } from '#ui/people/avatar-group.tsx'
import { Chip } from '#ui/people/badge.tsx'
import { useReferencedItems } from './property-items.tsx'
import { idsIn, numberText } from './property-words.ts'

interface ShownValueProps {
  slug: string
  property: WorkItemProperty
  value: PropertyValue
}

/** A value that is only read, on one line. */
export function ShownValue({ slug, property, value }: ShownValueProps) {
  const { t } = useTranslation()
  const { kind } = property
  if (kind === 'option') return <Options property={property} value={value} />
  if (kind === 'person') return <People slug={slug} value={value} />
  if (kind === 'item') return <Items slug={slug} value={value} />
  if (kind === 'boolean') return t(value ? 'properties.yes' : 'properties.no')
  if (kind === 'number' && typeof value === 'number') {
    return <span className="truncate tabular-nums">{numberText(value, property)}</span>
  }
  const text = String(value)
  if (kind === 'date') return <span className="truncate tabular-nums">{longDate(text)}</span>
  if (kind === 'datetime') return <span className="truncate tabular-nums">{momentText(text)}</span>
  return <span className="truncate">{text}</span>
}

function Options({ property, value }: Pick<ShownValueProps, 'property' | 'value'>) {
  const ids = idsIn(value)
  return (
    <span className="flex min-w-0 gap-1">
      {property.options
        .filter(({ id }) => ids.includes(id))
        .map(({ id, name, color }) => (
          <Chip key={id} colour={color} className="shrink">
            {name}
          </Chip>
        ))}
    </span>
  )
}

function People({ slug, value }: Pick<ShownValueProps, 'slug' | 'value'>) {
  const people = usePeople(slug)
  const chosen = idsIn(value).flatMap((id) => people.get(id) ?? [])
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <AvatarGroup people={chosen} size={20} tooltip={false} />
      <span className="truncate">{chosen.map(({ name }) => name).join(', ')}</span>
    </span>
  )
}

function Items({ slug, value }: Pick<ShownValueProps, 'slug' | 'value'>) {
  const ids = idsIn(value)
  const known = useReferencedItems(slug, ids)
  const shown = ids.flatMap((id) => known?.get(id) ?? [])
  return <span className="truncate">{shown.map(({ key }) => key).join(', ')}</span>
}
