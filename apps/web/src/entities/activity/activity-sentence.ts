import { type Activity, formatDuration, lookup } from '@cairn/contract'
import { longDate } from '#ui/dates/day.ts'

type ActivityDetail = Pick<Activity, 'verb' | 'field' | 'old_value' | 'new_value'> & {
  /** Where the field is `property`. */
  property_name?: string | null
  comment?: string
}

export interface Sentence {
  /** Below `history.` in the catalog. */
  key: string
  /** The subject of the sentence: highlighted, and a link or with an icon if possible. */
  value?: string
  /** The name of the property it is about. */
  property?: string
}

const relations = ['blocking', 'blocked_by', 'duplicate', 'relates_to'] as const
const furtherRelations = ['start_before', 'start_after', 'finish_before', 'finish_after'] as const

const isOneOf = <Value extends string>(values: readonly Value[], value: string): value is Value =>
  (values as readonly string[]).includes(value)

/** With a new value something was set or added, without one it was removed. */
const setOrRemoved = (subject: string, { old_value, new_value }: ActivityDetail): Sentence =>
  new_value
    ? { key: `${subject}.set`, value: new_value }
    : { key: `${subject}.removed`, value: old_value ?? '' }

const byVerb = (subject: string, { verb, old_value, new_value }: ActivityDetail): Sentence => {
  if (verb === 'deleted') return { key: `${subject}.removed`, value: old_value ?? '' }
  return { key: `${subject}.${verb === 'created' ? 'added' : 'set'}`, value: new_value ?? '' }
}

const intake: Partial<Record<string, string>> = {
  '-1': 'intake.declined',
  '0': 'intake.snoozed',
  '1': 'intake.accepted',
  '2': 'intake.duplicate',
}

const dated = (subject: string, detail: ActivityDetail): Sentence => {
  const { key, value = '' } = setOrRemoved(subject, detail)
  return { key, value: longDate(value) || value }
}

/** A value was set, or one of several was added or removed. */
function ofProperty({ property_name, comment, old_value, new_value }: ActivityDetail): Sentence {
  const property = property_name ?? ''
  if (!new_value) return { key: 'property.removed', value: old_value ?? '', property }
  const key = comment?.startsWith('added to ') ? 'property.added' : 'property.set'
  return { key, value: new_value, property }
}

/** Times are stored as minutes. */
const timed = (detail: ActivityDetail): Sentence => {
  const { key, value } = byVerb('time', detail)
  return { key, value: formatDuration(Number(value)) }
}

/** By field, as the screen's specification has them. */
const fields: Partial<Record<string, (detail: ActivityDetail) => Sentence>> = {
  issue: ({ verb }) => ({ key: verb === 'deleted' ? 'deleted' : 'restored' }),
  project: ({ new_value }) => ({ key: 'moved', value: new_value ?? '' }),
  name: ({ new_value }) => ({ key: 'name', value: new_value ?? '' }),
  description: () => ({ key: 'description' }),
  state: (detail) => setOrRemoved('state', detail),
  priority: ({ new_value }) => ({ key: 'priority', value: new_value ?? 'none' }),
  assignees: (detail) => setOrRemoved('assignee', detail),
  labels: (detail) => setOrRemoved('label', detail),
  parent: (detail) => setOrRemoved('parent', detail),
  type: (detail) => setOrRemoved('type', detail),
  property: ofProperty,
  template: ({ new_value }) => ({ key: 'template', value: new_value ?? '' }),
  recurrence: ({ new_value }) => ({ key: 'recurrence', value: new_value ?? '' }),
  start_date: (detail) => dated('start_date', detail),
  target_date: (detail) => dated('target_date', detail),
  cycles: (detail) => byVerb('cycle', detail),
  modules: (detail) => byVerb('module', detail),
  link: (detail) => byVerb('link', detail),
  time: timed,
  attachment: ({ verb }) => ({
    key: verb === 'deleted' ? 'attachment.removed' : 'attachment.added',
  }),
  archived_at: ({ new_value }) => ({ key: new_value === 'restore' ? 'restored' : 'archived' }),
  intake: ({ verb }) => ({ key: lookup(intake, verb) ?? 'intake.updated' }),
  inbox: ({ verb }) => ({ key: lookup(intake, verb) ?? 'intake.updated' }),
}

export function sentenceOf(detail: ActivityDetail): Sentence {
  const { field } = detail
  if (field === null) return { key: 'created' }
  if (isOneOf(relations, field)) return setOrRemoved(`relation.${field}`, detail)
  if (isOneOf(furtherRelations, field)) return setOrRemoved('relation.other', detail)
  if (field.startsWith('estimate_')) return setOrRemoved('estimate', detail)
  return lookup(fields, field)?.(detail) ?? { key: 'other', value: field.replaceAll('_', ' ') }
}

/** Activities of the daily jobs have no author. */
export const isAutomatic = ({ field, new_value }: ActivityDetail) =>
  field === 'archived_at' && new_value === 'archive'
