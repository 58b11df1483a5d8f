import type { Day } from '@cairn/calendar'
import type { PropertyValue, WorkItem, WorkItemProperty } from '@cairn/contract'
import type { ReactNode } from 'react'
import type { TFunction } from '#data/i18n.ts'
import { isLate } from '#entities/work-item/due.ts'
import { itemAddress } from '#entities/work-item/item-address.ts'
import type { NamedItem } from '#entities/work-item/property-items.tsx'
import { hasValue, idsIn, numberText } from '#entities/work-item/property-words.ts'
import type { ItemFace, ItemFaces } from '#entities/work-item-list/use-item-faces.tsx'
import { shortDate } from '#ui/dates/day.ts'
import { dayOfMoment, momentText } from '#ui/dates/own-zone.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { AvatarGroup } from '#ui/people/avatar-group.tsx'
import { Chip } from '#ui/people/badge.tsx'
import type { AnyColumnKey, ColumnKey } from './columns.ts'

/** Column name and the placeholder of empty cells. */
export interface ColumnWords {
  name: string
  unset: string
  unsetLabel: string
}

/**
 * What all rows of a table share. One object, so that a row is rendered again only when it changed.
 */
export interface TableContext {
  t: TFunction
  slug: string
  faces: ItemFaces
  words: ReadonlyMap<AnyColumnKey, ColumnWords>
  /** The items that values name, as far as they are known. */
  named: ReadonlyMap<string, NamedItem> | undefined
  showsKey: boolean
  /** Items can be selected by a checkbox at the left. */
  selects: boolean
  /** There is no hover on touch: all controls are always visible. */
  small: boolean
}

export interface CellContent {
  /** The value for screen readers; undefined: not set. */
  text: string | undefined
  /** Undefined if not set: the cell then shows a placeholder. */
  content: ReactNode
  /** Classes of its text. */
  look?: string | undefined
  /** Several elements, not one text. */
  hasParts?: boolean
  isLink?: boolean
}

type ReadCell = (item: WorkItem, context: TableContext) => CellContent

const nothing: CellContent = { text: undefined, content: undefined }

const truncated = (text: string) => <span className="truncate">{text}</span>

const plain = (text: string, look?: string): CellContent =>
  text ? { text, content: text, look } : nothing

const moment = (value: string) => plain(shortDate(dayOfMoment(value)), 'text-ink-2')
const day = (value: Day | null, late = false) =>
  plain(shortDate(value), late ? 'overdue' : undefined)

const type: ReadCell = (item, { faces }) => faceOf(faces.typeOf(item))

const state: ReadCell = (item, { faces }) => faceOf(faces.states.get(item.state_id))

function faceOf(face: ItemFace | undefined): CellContent {
  if (!face) return nothing
  return {
    text: face.name,
    content: (
      <>
        {face.icon && <Icon of={face.icon} />}
        {face.name}
      </>
    ),
  }
}

const priority: ReadCell = (item, { faces }) => {
  const face = faces.priorities.get(item.priority)
  if (!face) return nothing
  return {
    text: face.name,
    look: item.priority === 'none' ? 'text-ink-3' : undefined,
    content: (
      <>
        {face.icon && <Icon of={face.icon} />}
        {face.name}
      </>
    ),
  }
}

const assignees: ReadCell = (item, { t, faces }) => {
  const people = item.assignee_ids.flatMap((id) => faces.people.get(id) ?? [])
  const [first] = people
  if (!first) return nothing
  const names = people.map(({ name }) => name).join(', ')
  const many = people.length > 2 && t('table.people', { count: people.length })
  return {
    text: many ? `${many}: ${names}` : names,
    hasParts: true,
    content: (
      <>
        <AvatarGroup people={people} size={20} tooltip={false} />
        {people.length === 1 && truncated(first.name)}
        {many && truncated(many)}
      </>
    ),
  }
}

const labels: ReadCell = (item, { t, faces }) => {
  const own = item.label_ids.flatMap((id) => faces.labels.get(id) ?? [])
  const [first] = own
  if (!first) return nothing
  const names = own.map(({ name }) => name).join(', ')
  const many = own.length > 1 && t('pickers.label_count', { count: own.length })
  return {
    text: many ? `${many}: ${names}` : names,
    hasParts: true,
    content: (
      <Chip colour={first.color} className="shrink!">
        {many || first.name}
      </Chip>
    ),
  }
}

const modules: ReadCell = (item, { t, faces }) => {
  const names = item.module_ids.flatMap((id) => faces.modules.get(id)?.name ?? [])
  if (names.length < 2) return plain(names[0] ?? '')
  const many = t('pickers.module_count', { count: names.length })
  return { text: `${many}: ${names.join(', ')}`, content: many }
}

const counted =
  (word: 'links' | 'attachments', read: (item: WorkItem) => number): ReadCell =>
  (item, { t }) =>
    plain(t(`table.${word}`, { count: read(item) }), read(item) ? 'text-ink-2' : 'text-ink-3')

const subItems: ReadCell = (item, { t, slug, faces }) => {
  const count = item.sub_issues_count
  const text = t('table.sub_items', { count })
  if (count === 0) return plain(text, 'text-ink-3')
  return {
    text,
    isLink: true,
    content: (
      <a
        href={`${itemAddress(slug, faces.keyOf(item))}#sub-issues`}
        tabIndex={-1}
        data-stay=""
        className="text-ink-2 hover:text-ink hover:underline"
      >
        {text}
      </a>
    ),
  }
}

export const cells: Record<ColumnKey, ReadCell> = {
  type,
  state,
  priority,
  assignees,
  labels,
  modules,
  cycle: (item, { faces }) => plain(faces.cycles.get(item.cycle_id ?? '')?.name ?? ''),
  estimate: (item, { faces }) => plain(faces.points.get(item.estimate_point ?? '') ?? ''),
  start_date: (item) => day(item.start_date),
  due_date: (item) => day(item.target_date, isLate(item)),
  created_on: (item) => moment(item.created_at),
  updated_on: (item) => moment(item.updated_at),
  link: counted('links', (item) => item.link_count),
  attachment: counted('attachments', (item) => item.attachment_count),
  sub_items: subItems,
}

/** Undefined if items of this type have no such property. */
export function ownCell(
  property: WorkItemProperty,
  item: WorkItem,
  context: TableContext,
): CellContent | undefined {
  if (item.type_id !== property.type_id) return undefined
  const value = item.property_values[property.id]
  return hasValue(value) ? valueCell(property, value, context) : nothing
}

function valueCell(
  property: WorkItemProperty,
  value: PropertyValue,
  { t, slug, faces, named }: TableContext,
): CellContent {
  const ids = idsIn(value)
  switch (property.kind) {
    case 'number':
      return plain(typeof value === 'number' ? numberText(value, property) : '')
    case 'boolean':
      return plain(t(value ? 'properties.yes' : 'properties.no'))
    case 'date':
      return plain(shortDate(String(value)))
    case 'datetime':
      return plain(momentText(String(value)))
    case 'option': {
      const chosen = property.options.filter(({ id }) => ids.includes(id))
      if (chosen.length === 0) return nothing
      return {
        text: chosen.map(({ name }) => name).join(', '),
        hasParts: true,
        content: chosen.map(({ id, name, color }) => (
          <Chip key={id} colour={color} className="shrink!">
            {name}
          </Chip>
        )),
      }
    }
    case 'person': {
      const people = ids.flatMap((id) => faces.people.get(id) ?? [])
      const names = people.map(({ name }) => name).join(', ')
      if (!names) return nothing
      return {
        text: names,
        hasParts: true,
        content: (
          <>
            <AvatarGroup people={people} size={20} tooltip={false} />
            {people.length === 1 && truncated(names)}
          </>
        ),
      }
    }
    case 'item': {
      const items = ids.flatMap((id) => named?.get(id) ?? [])
      if (items.length === 0) return nothing
      return {
        text: items.map(({ key, name }) => `${key} ${name}`).join(', '),
        isLink: true,
        content: items.map(({ id, key, name }, at) => (
          <a
            key={id}
            href={itemAddress(slug, key)}
            tabIndex={-1}
            data-stay=""
            data-tip={name}
            className="text-ink-2 hover:text-ink hover:underline"
          >
            {at > 0 ? `, ${key}` : key}
          </a>
        )),
      }
    }
    default:
      return plain(String(value))
  }
}
