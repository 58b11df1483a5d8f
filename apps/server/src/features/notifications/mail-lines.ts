import { lookup, type RelationType, readableTime } from '@cairn/contract'
import type { News } from './queries.ts'

type Row = News['activity']

/** These have one value, so that what counts of many changes is the first and the last. */
const properties: Partial<Record<string, string>> = {
  name: 'Name',
  parent: 'Parent',
  priority: 'Priority',
  state: 'State',
  type: 'Type',
  start_date: 'Start date',
  target_date: 'Due date',
  estimate_points: 'Estimate',
  estimate_categories: 'Estimate',
  estimate_time: 'Estimate',
}

const relations: Record<RelationType, string> = {
  blocked_by: 'Blocked by',
  blocking: 'Blocking',
  duplicate: 'Duplicate of',
  relates_to: 'Related to',
  start_before: 'Starts before',
  start_after: 'Starts after',
  finish_before: 'Finishes before',
  finish_after: 'Finishes after',
}

const isRelation = (field: string): field is RelationType => field in relations

// Made with the first mail: a start that opens the calendar takes longer.
let calendar: Intl.DateTimeFormat | undefined
function readableDay(value: string): string {
  calendar ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
  return calendar.format(new Date(value))
}

function readable(field: string, value: string | null): string {
  if (!value) return 'none'
  if (field.endsWith('_date')) return readableDay(value)
  return field === 'estimate_time' ? readableTime(value) : value
}

const added = (what: string, { old_value, new_value }: Row) =>
  new_value ? `${what} added: ${new_value}` : `${what} removed: ${old_value}`

function linkLine({ verb, old_value, new_value }: Row): string {
  if (verb === 'updated') return `Link: ${old_value} → ${new_value}`
  return verb === 'created' ? `Link added: ${new_value}` : `Link removed: ${old_value}`
}

/** What has many values, or none to show: each row for itself. */
const singly: Partial<Record<string, (row: Row) => string>> = {
  labels: (row) => added('Label', row),
  assignees: (row) => added('Assignee', row),
  link: linkLine,
  attachment: ({ verb }) => (verb === 'deleted' ? 'Attachment removed' : 'Attachment added'),
  archived_at: ({ new_value }) => (new_value === 'restore' ? 'Restored' : 'Archived'),
  comment: () => 'Comment removed',
}

function relationLine(field: RelationType, { old_value, new_value }: Row): string {
  const what = relations[field]
  return new_value ? `${what} ${new_value}` : `No longer ${what.toLowerCase()} ${old_value}`
}

const words = (field: string) => field.charAt(0).toUpperCase() + field.slice(1).replaceAll('_', ' ')

function propertyLine(field: string, rows: readonly Row[]): string[] {
  const [from, to] = [rows[0]?.old_value ?? null, rows.at(-1)?.new_value ?? null]
  const [before, after] = [readable(field, from), readable(field, to)]
  return before === after
    ? []
    : [`${lookup(properties, field) ?? words(field)}: ${before} → ${after}`]
}

/** What one person's changes come to; nothing where all is as it was before. */
export function linesOf(rows: readonly Row[]): string[] {
  const byField = Map.groupBy(rows, ({ field }) => field ?? '')
  return [...byField].flatMap(([field, ofField]) => {
    if (isRelation(field)) return [...new Set(ofField.map((row) => relationLine(field, row)))]
    const say = lookup(singly, field)
    return say ? [...new Set(ofField.map(say))] : propertyLine(field, ofField)
  })
}
