import { type Activity, lookup } from '@cairn/contract'
import { longDate } from '#ui/day.ts'

type Told = Pick<Activity, 'verb' | 'field' | 'old_value' | 'new_value'>

export interface Sentence {
  /** Below `history.` in the catalogue. */
  key: string
  /** What the sentence is about: stands out, and is a link or has a mark where it can. */
  value?: string
}

const relations = ['blocking', 'blocked_by', 'duplicate', 'relates_to'] as const
const furtherRelations = ['start_before', 'start_after', 'finish_before', 'finish_after'] as const

const isOneOf = <Value extends string>(values: readonly Value[], value: string): value is Value =>
  (values as readonly string[]).includes(value)

/** With a new value something was set or added, without one it was removed. */
const setOrRemoved = (subject: string, { old_value, new_value }: Told): Sentence =>
  new_value
    ? { key: `${subject}.set`, value: new_value }
    : { key: `${subject}.removed`, value: old_value ?? '' }

const byVerb = (subject: string, { verb, old_value, new_value }: Told): Sentence => {
  if (verb === 'deleted') return { key: `${subject}.removed`, value: old_value ?? '' }
  return { key: `${subject}.${verb === 'created' ? 'added' : 'set'}`, value: new_value ?? '' }
}

const intake: Partial<Record<string, string>> = {
  '-1': 'intake.declined',
  '0': 'intake.snoozed',
  '1': 'intake.accepted',
  '2': 'intake.duplicate',
}

const dated = (subject: string, told: Told): Sentence => {
  const { key, value = '' } = setOrRemoved(subject, told)
  return { key, value: longDate(value) || value }
}

/** By field, as the screen's specification has them. */
const fields: Partial<Record<string, (told: Told) => Sentence>> = {
  issue: ({ verb }) => ({ key: verb === 'deleted' ? 'deleted' : 'restored' }),
  project: ({ new_value }) => ({ key: 'moved', value: new_value ?? '' }),
  name: ({ new_value }) => ({ key: 'name', value: new_value ?? '' }),
  description: () => ({ key: 'description' }),
  state: (told) => setOrRemoved('state', told),
  priority: ({ new_value }) => ({ key: 'priority', value: new_value ?? 'none' }),
  assignees: (told) => setOrRemoved('assignee', told),
  labels: (told) => setOrRemoved('label', told),
  parent: (told) => setOrRemoved('parent', told),
  type: (told) => setOrRemoved('type', told),
  start_date: (told) => dated('start_date', told),
  target_date: (told) => dated('target_date', told),
  cycles: (told) => byVerb('cycle', told),
  modules: (told) => byVerb('module', told),
  link: (told) => byVerb('link', told),
  attachment: ({ verb }) => ({
    key: verb === 'deleted' ? 'attachment.removed' : 'attachment.added',
  }),
  archived_at: ({ new_value }) => ({ key: new_value === 'restore' ? 'restored' : 'archived' }),
  intake: ({ verb }) => ({ key: lookup(intake, verb) ?? 'intake.updated' }),
  inbox: ({ verb }) => ({ key: lookup(intake, verb) ?? 'intake.updated' }),
}

export function sentenceOf(told: Told): Sentence {
  const { field } = told
  if (field === null) return { key: 'created' }
  if (isOneOf(relations, field)) return setOrRemoved(`relation.${field}`, told)
  if (isOneOf(furtherRelations, field)) return setOrRemoved('relation.other', told)
  if (field.startsWith('estimate_')) return setOrRemoved('estimate', told)
  return lookup(fields, field)?.(told) ?? { key: 'other', value: field.replaceAll('_', ' ') }
}

/** What the daily jobs did has nobody's name. */
export const isAutomatic = ({ field, new_value }: Told) =>
  field === 'archived_at' && new_value === 'archive'
