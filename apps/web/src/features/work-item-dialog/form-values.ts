import {
  type Draft,
  lookup,
  type NewDraft,
  type Priority,
  type PropertyChanges,
  type WorkItem,
} from '@cairn/contract'
import { isEmptyHtml } from '@cairn/editor'
import type { ItemPatch, NewItem } from '#entities/work-item/item-patch.ts'

export const EMPTY = '<p></p>'
const MAX = 255

/** Values of the form. */
export interface Values {
  name: string
  description_html: string
  /** Null: the default state of the project. */
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
  /** Null: the project's default. */
  type_id: string | null
  /** By the id of the property; null clears a default. */
  property_values: PropertyChanges
}

type Given = Partial<Omit<Draft | WorkItem | NewItem, 'name'>> & { name?: string | null }

/** Form values from the given fields. */
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
  type_id: given.type_id ?? null,
  property_values: given.property_values ?? {},
})

/** All values of an item, with a suffix that distinguishes the copy. */
export const copyOf = (values: Values, suffix: string): Values => ({
  ...values,
  name: `${values.name.slice(0, MAX - suffix.length)}${suffix}`,
})

const picture = /<image-component\b[^>]*?\ssrc="\/api\/assets\/v2\/[^"]*?([\da-f-]{36})\/?"/g

/** Ids of the uploaded pictures in a text. */
export const picturesIn = (html: string) =>
  new Set(Array.from(html.matchAll(picture), ([, id = '']) => id))

/** Resets values that belong to the project; keeps the others. */
export const inAnotherProject = (values: Values): Values => ({
  ...values,
  ...{ state_id: null, assignee_ids: [], label_ids: [], parent_id: null },
  ...{ cycle_id: null, module_ids: [], estimate_point: null },
  ...{ type_id: null, property_values: {} },
})

/**
 * The values typed before, with what the dialog is opened for now, such as the parent of a
 * sub-item.
 */
export function restoredValues(
  left: { project_id: string; values: Values },
  project_id: string,
  begin: Values,
): Values {
  const typed = { ...valuesOf(), ...left.values }
  const there = left.project_id === project_id ? typed : inAnotherProject(typed)
  const { name, description_html, ...given } = changesOf(begin)
  return { ...there, ...given }
}

/** The values that differ from an empty form. */
const changesOf = (values: Values): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([key, value]) => !isSame(value, lookup<unknown>({ ...valuesOf() }, key)),
    ),
  )

/** Only typed text is worth a draft. */
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

/** Only the changed values. */
export function changesIn(before: Values, after: Values): ItemPatch {
  const [was, is] = [toBody(before), toBody(after)]
  const patch: ItemPatch = Object.fromEntries(
    Object.entries(is).filter(([key, value]) => !isSame(value, lookup<unknown>(was, key))),
  )
  if (!patch.property_values) return patch
  const property_values = Object.fromEntries(
    Object.entries(is.property_values).filter(
      ([id, value]) => !isSame(value, lookup<unknown>(was.property_values, id)),
    ),
  )
  return { ...patch, property_values }
}
