import { lookup, priorities, stateGroups } from '@cairn/contract'
import type { Token } from './tokens.ts'

/** Filters by ids that a field of the language stands for. */
export type IdFilter =
  | 'assignees'
  | 'labels'
  | 'module'
  | 'cycle'
  | 'created_by'
  | 'updated_by'
  | 'issue_type'
  | 'estimate_point'
  | 'mentions'
  | 'subscriber'
  | 'project'
  | 'state'

/** What an item is, or is not, as a whole. */
export type Nature = 'draft' | 'archived' | 'epic' | 'intake' | 'sub_item' | 'parent'

/** The kind of a field decides what it can be compared with. */
export type Field =
  | { kind: 'choice'; filter: 'priority' | 'state_group'; choices: readonly string[] }
  | { kind: 'id'; filter: IdFilter; isPerson?: true; mayBeEmpty?: true }
  | { kind: 'day'; filter: 'start_date' | 'target_date' }
  | { kind: 'moment'; filter: 'created_at' | 'updated_at' | 'completed_at' }
  | { kind: 'switch'; nature: Nature }
  | { kind: 'title' | 'text' | 'key' | 'parent' | 'history' }

/** The fields, by the word that is written for them. */
export const fields = {
  state: { kind: 'id', filter: 'state' },
  stateGroup: { kind: 'choice', filter: 'state_group', choices: stateGroups },
  priority: { kind: 'choice', filter: 'priority', choices: priorities },
  assignee: { kind: 'id', filter: 'assignees', isPerson: true, mayBeEmpty: true },
  label: { kind: 'id', filter: 'labels', mayBeEmpty: true },
  due: { kind: 'day', filter: 'target_date' },
  start: { kind: 'day', filter: 'start_date' },
  cycle: { kind: 'id', filter: 'cycle', mayBeEmpty: true },
  module: { kind: 'id', filter: 'module', mayBeEmpty: true },
  type: { kind: 'id', filter: 'issue_type', mayBeEmpty: true },
  estimate: { kind: 'id', filter: 'estimate_point', mayBeEmpty: true },
  project: { kind: 'id', filter: 'project' },
  parent: { kind: 'parent' },
  title: { kind: 'title' },
  text: { kind: 'text' },
  id: { kind: 'key' },
  created: { kind: 'moment', filter: 'created_at' },
  updated: { kind: 'moment', filter: 'updated_at' },
  completed: { kind: 'moment', filter: 'completed_at' },
  createdBy: { kind: 'id', filter: 'created_by', isPerson: true, mayBeEmpty: true },
  updatedBy: { kind: 'id', filter: 'updated_by', isPerson: true, mayBeEmpty: true },
  mention: { kind: 'id', filter: 'mentions', isPerson: true, mayBeEmpty: true },
  subscriber: { kind: 'id', filter: 'subscriber', isPerson: true, mayBeEmpty: true },
  wasInState: { kind: 'history' },
  isDraft: { kind: 'switch', nature: 'draft' },
  isArchived: { kind: 'switch', nature: 'archived' },
} as const satisfies Record<string, Field>
export type FieldName = keyof typeof fields
export const fieldNames = Object.keys(fields) as FieldName[]

/** Other words for fields, among them those of the public API. */
const aliases: Record<string, FieldName> = {
  duedate: 'due',
  startdate: 'start',
  createdat: 'created',
  updatedat: 'updated',
  completedat: 'completed',
  name: 'title',
  key: 'id',
  labels: 'label',
  assignees: 'assignee',
}

const byLowerCase: Record<string, FieldName> = {
  ...Object.fromEntries(fieldNames.map((name) => [name.toLowerCase(), name])),
  ...aliases,
}

/** The field a word stands for. */
export const fieldNamed = (word: string): FieldName | undefined =>
  lookup(byLowerCase, word.toLowerCase())

/** Conditions without a value. */
export const predicates = [
  ...(['isOverdue', 'hasNoAssignee', 'hasNoLabel', 'isTopLevel', 'isSubWorkItem'] as const),
  ...([
    'hasChildren',
    'hasStartAndDueDates',
    'isEpic',
    'isDraft',
    'isArchived',
    'isIntake',
  ] as const),
] as const
export type Predicate = (typeof predicates)[number]

/** Conditions about another item, named by its key, or about any that is open or closed. */
export const relations = [
  ...(['blockedBy', 'blocks', 'childOf', 'parentOf', 'linkedTo', 'duplicateOf'] as const),
] as const
export type RelationWord = (typeof relations)[number]

/** Names of several words. */
const phrases: readonly { words: readonly string[]; name: string; isCall: boolean }[] = [
  { words: ['was', 'in', 'state'], name: 'wasInState', isCall: false },
  { words: ['updated', 'by'], name: 'updatedBy', isCall: false },
  { words: ['created', 'by'], name: 'createdBy', isCall: false },
  { words: ['blocked', 'by'], name: 'blockedBy', isCall: true },
]

export const phraseOf = (name: string): string | undefined =>
  phrases.find((one) => one.name === name)?.words.join(' ')

export function phraseAt(tokens: readonly Token[], at: number) {
  const found = phrases.find(({ words }) =>
    words.every((word, n) => {
      const token = tokens[at + n]
      return token?.kind === 'word' && token.value.toLowerCase() === word
    }),
  )
  return found && { name: found.name, isCall: found.isCall, words: found.words.length }
}

/** Values that depend on who asks, and when. */
export const specialWords = ['me', 'today', 'yesterday', 'tomorrow'] as const
export type SpecialWord = (typeof specialWords)[number]
export const specialWord = (text: string): SpecialWord | undefined =>
  specialWords.find((word) => word === text.toLowerCase())

const reserved = [
  ...['and', 'or', 'not', 'in', 'is', 'between', 'true', 'false', 'null', 'empty'],
  ...specialWords,
]
export const isReserved = (word: string) => reserved.includes(word.toLowerCase())
