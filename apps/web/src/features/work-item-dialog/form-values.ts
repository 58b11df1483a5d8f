import { type Draft, lookup, type NewDraft, type Priority, type WorkItem } from '@cairn/contract'
import { isEmptyHtml } from '@cairn/editor'
import type { ItemPatch, NewItem } from '#entities/work-item/item-patch.ts'

export const EMPTY = '<p></p>'
const MAX = 255

/** What the form holds. */
export interface Values {
  name: string
  description_html: string
  /** Null: what new items of the project get. */
  state_id: string | null
  priority: Priority
  assignee_ids: readonly string[]
  label_ids: readonly string[]
  start_date: string | null
  target_date: string | null
  parent_id: string | null
  cycle_id: string | null
  module_ids: readonly string[]
  estimate_point: string | null
}

type Given = Partial<Omit<Draft | WorkItem | NewItem, 'name'>> & { name?: string | null }

/** A form that begins with what is given. */
export const valuesOf = (given: Given & { description_html?: string } = {}): Values => ({
  name: given.name ?? '',
  description_html: given.description_html ?? EMPTY,
  state_id: given.state_id ?? null,
  priority: given.priority ?? 'none',
  assignee_ids: given.assignee_ids ?? [],
  label_ids: given.label_ids ?? [],
  start_date: given.start_date ?? null,
  target_date: given.target_date ?? null,
  parent_id: given.parent_id ?? null,
  cycle_id: given.cycle_id ?? null,
  module_ids: given.module_ids ?? [],
  estimate_point: given.estimate_point ?? null,
})

/** Everything an item says of itself, under a name that tells the two apart. */
export const copyOf = (values: Values, suffix: string): Values => ({
  ...values,
  name: `${values.name.slice(0, MAX - suffix.length)}${suffix}`,
})

const picture = /<image-component\b[^>]*?\ssrc="\/api\/assets\/v2\/[^"]*?([\da-f-]{36})\/?"/g

/** The uploaded pictures a text shows, by id. */
export const picturesIn = (html: string) =>
  new Set(Array.from(html.matchAll(picture), ([, id = '']) => id))

/** They belong to the project; the rest is about the work. */
export const inAnotherProject = (values: Values): Values => ({
  ...values,
  ...{ state_id: null, assignee_ids: [], label_ids: [], parent_id: null },
  ...{ cycle_id: null, module_ids: [], estimate_point: null },
})

/** Only what somebody wrote is worth keeping as a draft. */
export const isWritten = ({ name, description_html }: Values) =>
  name.trim() !== '' || !isEmptyHtml(description_html)

export type Problem = 'missing' | 'long'

export function problemOf({ name }: Values): Problem | undefined {
  const { length } = name.trim()
  if (length === 0) return 'missing'
  return length > MAX ? 'long' : undefined
}

export function toBody(values: Values) {
  const { description_html, assignee_ids, label_ids, module_ids, ...rest } = values
  return {
    ...rest,
    name: values.name.trim(),
    description_html: isEmptyHtml(description_html) ? EMPTY : description_html,
    assignee_ids: [...assignee_ids],
    label_ids: [...label_ids],
    module_ids: [...module_ids],
  }
}

export const toDraft = (values: Values, project_id: string, untitled: string): NewDraft => ({
  ...toBody(values),
  name: values.name.trim() || untitled,
  project_id,
})

export const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(one) === JSON.stringify(other)

/** Only what is another than before. */
export function changesIn(before: Values, after: Values): ItemPatch {
  const [was, is] = [toBody(before), toBody(after)]
  return Object.fromEntries(
    Object.entries(is).filter(([key, value]) => !isSame(value, lookup<unknown>(was, key))),
  )
}
