import { isSortedKind, propertyField, type WorkItemProperty } from '@cairn/contract'
import {
  Boxes,
  CalendarCheck,
  CalendarClock,
  CalendarPlus,
  CalendarSync,
  CircleDot,
  IterationCw,
  Layers,
  Link2,
  Paperclip,
  Shapes,
  Signal,
  Tag,
  Triangle,
  Users,
} from 'lucide-react'
import { type OwnProperty, ownProperty, type Property } from '#entities/work-item/properties.ts'
import type { DisplayProperties, DisplayProperty } from '#entities/work-item-list/list-settings.ts'
import { choiceOf } from '#entities/work-item-type/property-kinds.ts'
import type { IconLike } from '#ui/icons/icon.tsx'

export type ColumnKey =
  | 'type'
  | 'state'
  | 'priority'
  | 'assignees'
  | 'labels'
  | 'modules'
  | 'cycle'
  | 'start_date'
  | 'due_date'
  | 'estimate'
  | 'created_on'
  | 'updated_on'
  | 'link'
  | 'attachment'
  | 'sub_items'

/** A column of the table: of every item, or of the items of a type. */
export type AnyColumnKey = ColumnKey | OwnProperty

/** The labels of both directions, with the resulting order. */
type Sort = readonly [word: string, order: string]

export interface Column {
  key: AnyColumnKey
  /** Shown if this property is; undefined: always. */
  property?: DisplayProperty
  icon: IconLike
  width: number
  /** The picker of its cells; undefined: read-only. */
  opens?: Property | OwnProperty
  /** None: the table cannot be sorted by it. */
  sorts: readonly Sort[]
  /** What it shows, if that is a property of a type. */
  own?: WorkItemProperty
}

/** A column that every table has. */
interface FixedColumn extends Column {
  key: ColumnKey
}

const names = (key: string) => [['a_z', key] as const, ['z_a', `-${key}`] as const] as const
const days = (key: string) => [['new_old', `-${key}`] as const, ['old_new', key] as const] as const
const counts = (key: string) =>
  [['most_least', `-${key}`] as const, ['least_most', key] as const] as const

/** All columns, from left to right. */
const columns: readonly FixedColumn[] = [
  {
    key: 'type',
    property: 'issue_type',
    icon: Shapes,
    width: 116,
    opens: 'type',
    sorts: names('type__name'),
  },
  {
    key: 'state',
    property: 'state',
    icon: CircleDot,
    width: 128,
    opens: 'state',
    sorts: names('state__name'),
  },
  {
    key: 'priority',
    property: 'priority',
    icon: Signal,
    width: 116,
    opens: 'priority',
    sorts: [
      ['none_urgent', 'priority'],
      ['urgent_none', '-priority'],
    ],
  },
  {
    key: 'assignees',
    property: 'assignee',
    icon: Users,
    width: 144,
    opens: 'assignees',
    sorts: names('assignees__first_name'),
  },
  {
    key: 'labels',
    property: 'labels',
    icon: Tag,
    width: 132,
    opens: 'labels',
    sorts: names('labels__name'),
  },
  {
    key: 'modules',
    property: 'modules',
    icon: Boxes,
    width: 136,
    opens: 'modules',
    sorts: names('issue_module__module__name'),
  },
  {
    key: 'cycle',
    property: 'cycle',
    icon: IterationCw,
    width: 136,
    opens: 'cycle',
    sorts: names('issue_cycle__cycle__name'),
  },
  {
    key: 'start_date',
    property: 'start_date',
    icon: CalendarClock,
    width: 112,
    opens: 'start_date',
    sorts: days('start_date'),
  },
  {
    key: 'due_date',
    property: 'due_date',
    icon: CalendarCheck,
    width: 112,
    opens: 'due_date',
    sorts: days('target_date'),
  },
  {
    key: 'estimate',
    property: 'estimate',
    icon: Triangle,
    width: 112,
    opens: 'estimate',
    sorts: [
      ['low_high', 'estimate_point__key'],
      ['high_low', '-estimate_point__key'],
    ],
  },
  { key: 'created_on', icon: CalendarPlus, width: 128, sorts: days('created_at') },
  { key: 'updated_on', icon: CalendarSync, width: 128, sorts: days('updated_at') },
  { key: 'link', property: 'link', icon: Link2, width: 104, sorts: counts('link_count') },
  {
    key: 'attachment',
    property: 'attachment_count',
    icon: Paperclip,
    width: 136,
    sorts: counts('attachment_count'),
  },
  {
    key: 'sub_items',
    property: 'sub_issue_count',
    icon: Layers,
    width: 160,
    sorts: counts('sub_issues_count'),
  },
]

export const columnKeys = columns.map(({ key }) => key)

const widths: Partial<Record<WorkItemProperty['kind'], number>> = {
  number: 112,
  boolean: 96,
  date: 116,
  datetime: 168,
}

function ownSorts(own: WorkItemProperty): readonly Sort[] {
  if (!isSortedKind(own.kind)) return []
  const field = propertyField(own)
  if (own.kind === 'date' || own.kind === 'datetime') return days(field)
  if (own.kind === 'text' || own.kind === 'link' || own.kind === 'person') return names(field)
  return [
    ['low_high', field],
    ['high_low', `-${field}`],
  ]
}

const ownColumn = (own: WorkItemProperty): Column => ({
  ...{ key: ownProperty(own.id), own, sorts: ownSorts(own) },
  icon: choiceOf(own).icon,
  width: widths[own.kind] ?? 144,
  // Work items are chosen on the page of the item.
  ...(own.kind !== 'item' && { opens: ownProperty(own.id) }),
})

/** Those of types come before the columns that are only read. */
export function columnsOf(
  shows: DisplayProperties,
  own: readonly WorkItemProperty[] = [],
): readonly Column[] {
  const shown: readonly Column[] = columns.filter(({ property }) => !property || shows[property])
  const at = shown.findIndex(({ opens }) => !opens)
  return shown.toSpliced(at, 0, ...own.map(ownColumn))
}

/** The column widths, then the remaining width of the window. */
export const trackList = (shown: readonly Column[]) =>
  ['var(--first)', ...shown.map(({ width }) => `${width}px`), 'minmax(0, 1fr)'].join(' ')
