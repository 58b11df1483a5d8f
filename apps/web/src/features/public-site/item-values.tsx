import type { PropertyValue, PublicItem, PublicProperty } from '@cairn/contract'
import { type TFunction, useTranslation } from '#data/i18n.ts'
import { numberText } from '#entities/work-item/property-words.ts'
import { shortDate } from '#ui/dates/day.ts'
import { momentText } from '#ui/dates/own-zone.ts'
import { Chip } from '#ui/people/badge.tsx'
import type { BoardWords } from './hooks.ts'

interface ItemValuesProps {
  item: Pick<PublicItem, 'property_values'>
  words: BoardWords
}

/** The values of the displayed properties that an item has, by name. */
export function useItemValues({ item, words }: ItemValuesProps) {
  const { t } = useTranslation()
  return words.properties.flatMap((property) => {
    const value = item.property_values[property.id]
    const parts = value === undefined ? [] : partsOf(property, value, words, t)
    return parts.length > 0 ? [{ property, parts }] : []
  })
}

interface Part {
  text: string
  color?: string
  /** Of a link. */
  href?: string
}

function partsOf(
  property: PublicProperty,
  value: PropertyValue,
  { members }: BoardWords,
  t: TFunction,
): Part[] {
  if (typeof value === 'boolean') return [{ text: t(value ? 'properties.yes' : 'properties.no') }]
  if (typeof value === 'number') return [{ text: numberText(value, property) }]
  if (typeof value === 'string') {
    if (property.kind === 'date') return [{ text: shortDate(value) }]
    if (property.kind === 'datetime') return [{ text: momentText(value) }]
    return [{ text: value, ...(property.kind === 'link' && { href: value }) }]
  }
  return value.flatMap((id): Part[] => {
    const option = property.options.find((one) => one.id === id)
    if (option) return [{ text: option.name, color: option.color }]
    const name = members.get(id)
    return name ? [{ text: name }] : []
  })
}

/** The values as chips that say what they are of, in a row or on a card. */
export function ItemValues(props: ItemValuesProps) {
  return useItemValues(props).map(({ property: { id, name, kind }, parts }) => {
    const text = parts.map((part) => part.text).join(', ')
    const label = `${name}: ${text}`
    return (
      <span key={id} role="img" aria-label={label} data-tip={label} className="max-md:min-w-0">
        <Chip colour={parts.length === 1 ? parts[0]?.color : undefined} className="max-w-40">
          {kind === 'boolean' ? label : text}
        </Chip>
      </span>
    )
  })
}

/** The values of one property. */
export function ValueParts({ parts }: { parts: readonly Part[] }) {
  return parts.map(({ text, color, href }) =>
    color ? (
      <Chip key={text} colour={color} className="max-w-60">
        {text}
      </Chip>
    ) : href ? (
      <a key={text} href={href} target="_blank" rel="noreferrer nofollow" className="link truncate">
        {text}
      </a>
    ) : (
      <span key={text} className="wrap-anywhere">
        {text}
      </span>
    ),
  )
}
