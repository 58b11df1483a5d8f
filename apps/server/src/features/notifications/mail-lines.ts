import { lookup, type RelationType, readableTime } from '@cairn/contract'
import type { MailWords } from './mail-words.ts'
import type { News } from './queries.ts'

type Row = News['activity']

// Created with the first mail: creating it at startup would slow the start.
const calendars = new Map<string, Intl.DateTimeFormat>()
function readableDay(value: string, locale: string): string {
  const known = calendars.get(locale)
  const calendar = known ?? new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  if (!known) calendars.set(locale, calendar)
  return calendar.format(new Date(value))
}

/** In the zone of no receiver, so it is named. */
const readableMoment = (value: string, locale: string) =>
  `${new Intl.DateTimeFormat(locale, {
    ...{ dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' },
  }).format(new Date(value))} UTC`

function readable(field: string, value: string | null, words: MailWords): string {
  if (!value) return words.none
  if (field.endsWith('_date')) return readableDay(value, words.locale)
  if (field === 'priority') return lookup(words.priorities, value) ?? value
  return field === 'estimate_time' ? readableTime(value) : value
}

/** A value of a property, as the history has it. */
function readableValue(text: string | null, words: MailWords): string {
  if (!text) return words.none
  if (text === 'true' || text === 'false') return text === 'true' ? words.yes : words.no
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return readableDay(text, words.locale)
  const isMoment = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text)
  return isMoment ? readableMoment(text, words.locale) : text
}

/** One line per property: the first and the last value, or what was added and removed. */
function typePropertyLines(rows: readonly Row[], words: MailWords): string[] {
  const byName = Map.groupBy(rows, ({ property_name = '' }) => property_name)
  return [...byName].flatMap(([name, ofName]) => {
    // The changes of one value follow one another.
    const isOne = ofName.every(
      ({ old_value }, n) => n === 0 || (ofName[n - 1]?.new_value ?? '') === (old_value ?? ''),
    )
    if (!isOne) return [...new Set(ofName.map((row) => added(name, row, words)))]
    const [from, to] = [ofName[0]?.old_value ?? null, ofName.at(-1)?.new_value ?? null].map(
      (value) => readableValue(value, words),
    )
    return from === to ? [] : [`${name}: ${from} → ${to}`]
  })
}

const added = (what: string, { old_value, new_value }: Row, words: MailWords) =>
  new_value ? words.added(what, new_value) : words.removed(what, old_value ?? '')

function linkLine({ verb, old_value, new_value }: Row, words: MailWords): string {
  if (verb === 'updated') return `${words.link}: ${old_value} → ${new_value}`
  return verb === 'created'
    ? words.added(words.link, new_value ?? '')
    : words.removed(words.link, old_value ?? '')
}

/** Fields with many values, or none to show: one line per row. */
const singly: Partial<Record<string, (row: Row, words: MailWords) => string>> = {
  labels: (row, words) => added(words.label, row, words),
  assignees: (row, words) => added(words.assignee, row, words),
  link: linkLine,
  attachment: ({ verb }, words) =>
    verb === 'deleted' ? words.attachmentRemoved : words.attachmentAdded,
  archived_at: ({ new_value }, words) =>
    new_value === 'restore' ? words.restored : words.archived,
  comment: (_row, words) => words.commentRemoved,
}

function relationLine(field: RelationType, { old_value, new_value }: Row, words: MailWords) {
  const what = words.relations[field]
  return new_value ? words.relation(what, new_value) : words.relationEnded(what, old_value ?? '')
}

const nameOf = (field: string) =>
  field.charAt(0).toUpperCase() + field.slice(1).replaceAll('_', ' ')

function propertyLine(field: string, rows: readonly Row[], words: MailWords): string[] {
  const [from, to] = [rows[0]?.old_value ?? null, rows.at(-1)?.new_value ?? null]
  const [before, after] = [readable(field, from, words), readable(field, to, words)]
  return before === after
    ? []
    : [`${lookup(words.properties, field) ?? nameOf(field)}: ${before} → ${after}`]
}

/**
 * The net changes of one user; nothing if all is as before. Fields with one value are described by
 * the first and the last of many changes.
 */
export function linesOf(rows: readonly Row[], words: MailWords): string[] {
  const isRelation = (field: string): field is RelationType => field in words.relations
  const byField = Map.groupBy(rows, ({ field }) => field ?? '')
  return [...byField].flatMap(([field, ofField]) => {
    if (isRelation(field)) {
      return [...new Set(ofField.map((row) => relationLine(field, row, words)))]
    }
    if (field === 'property') return typePropertyLines(ofField, words)
    const say = lookup(singly, field)
    return say
      ? [...new Set(ofField.map((row) => say(row, words)))]
      : propertyLine(field, ofField, words)
  })
}
