import type { PropertyValue, WorkItem, WorkItemProperty } from '@cairn/contract'
import { type TFunction, useTranslation } from '#data/i18n.ts'
import { ownProperty } from '#entities/work-item/properties.ts'
import { useReferencedItems } from '#entities/work-item/property-items.tsx'
import { hasValue, idsIn, numberText } from '#entities/work-item/property-words.ts'
import { useProperties } from '#entities/work-item-type/property-hooks.ts'
import { choiceOf } from '#entities/work-item-type/property-kinds.ts'
import { usePeople } from '#entities/workspace/hooks.ts'
import { shortDate } from '#ui/dates/day.ts'
import { momentText } from '#ui/dates/own-zone.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { Avatar } from '#ui/people/avatar.tsx'
import { Dot } from '#ui/people/badge.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import type { Opens } from './use-row-actions.ts'

interface OwnChipsProps {
  slug: string
  /** The shown properties. */
  ids: readonly string[]
  item: WorkItem
  /** Read-only. */
  fixed: boolean
  editing: Opens | 'name' | undefined
}

/** The set values of properties of the item's type, in its row or on its card. */
export function OwnChips({ slug, ids, item, fixed, editing }: OwnChipsProps) {
  const { t } = useTranslation()
  const properties = useProperties(slug)
  const people = usePeople(slug)
  const shown = (properties ?? []).flatMap((property) => {
    const isShown = ids.includes(property.id) && property.is_active
    const value = item.type_id === property.type_id ? item.property_values[property.id] : undefined
    return isShown && hasValue(value) ? [{ property, value }] : []
  })
  const items = useReferencedItems(
    slug,
    shown.flatMap(({ property, value }) => (property.kind === 'item' ? idsIn(value) : [])),
  )
  const nameOf = (id: string) => people.get(id)?.name ?? items?.get(id)?.key
  return shown.map(({ property, value }) => {
    const text = textOf(property, value, t, nameOf)
    if (!text) return null
    const label = `${property.name}: ${text}`
    const [first] = idsIn(value)
    const person = property.kind === 'person' ? people.get(first ?? '') : undefined
    const option =
      property.kind === 'option' ? property.options.find(({ id }) => id === first) : undefined
    const content = (
      <>
        {person ? (
          <Avatar person={person} size={16} tooltip={false} />
        ) : option ? (
          <Dot colour={option.color} />
        ) : (
          <Icon of={choiceOf(property).icon} size={14} className="text-ink-3" />
        )}
        <span aria-hidden className="max-w-32 truncate">
          {text}
        </span>
      </>
    )
    const look =
      'inline-flex h-5.5 min-w-0 items-center gap-1.25 rounded-md border border-line px-1.75 text-small whitespace-nowrap text-ink-2 tabular-nums max-md:h-8'
    if (fixed || property.kind === 'item') {
      return (
        <span key={property.id} role="img" aria-label={label} data-tip={label} className={look}>
          {content}
        </span>
      )
    }
    const opens = ownProperty(property.id)
    return (
      <button
        key={property.id}
        type="button"
        tabIndex={-1}
        data-opens={opens}
        data-tip={label}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={editing === opens}
        className={classNames(look, 'hover:bg-hover active:bg-pressed aria-expanded:bg-pressed')}
      >
        {content}
      </button>
    )
  })
}

function textOf(
  property: WorkItemProperty,
  value: PropertyValue,
  t: TFunction,
  nameOf: (id: string) => string | undefined,
): string {
  if (typeof value === 'boolean') return t(value ? 'properties.yes' : 'properties.no')
  if (typeof value === 'number') return numberText(value, property)
  if (typeof value === 'string') {
    if (property.kind === 'date') return shortDate(value)
    return property.kind === 'datetime' ? momentText(value) : value
  }
  const name = (id: string) =>
    property.kind === 'option'
      ? property.options.find((option) => option.id === id)?.name
      : nameOf(id)
  return value.flatMap((id) => name(id) ?? []).join(', ')
}
