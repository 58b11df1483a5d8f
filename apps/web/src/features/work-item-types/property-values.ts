import {
  lookup,
  type NewWorkItemProperty,
  type PropertyValue,
  type WorkItemProperty,
  type WorkItemPropertyPatch,
} from '@cairn/contract'
import { choiceOf, type KindChoice, kindChoices } from '#entities/work-item-type/property-kinds.ts'

export interface TypedOption {
  id: string
  name: string
  color: string
}

/** Values of the form. */
export interface PropertyForm {
  name: string
  help: string
  choice: KindChoice
  is_required: boolean
  unit: string
  decimals: number | null
  default_value: PropertyValue | null
  options: readonly TypedOption[]
}

const [first] = kindChoices

export const emptyForm = (): PropertyForm => ({
  ...{ name: '', help: '', choice: first, is_required: false, unit: '', decimals: null },
  ...{ default_value: null, options: [] },
})

export const formOf = (property: WorkItemProperty): PropertyForm => ({
  name: property.name,
  help: property.help,
  choice: choiceOf(property),
  is_required: property.is_required,
  unit: property.unit,
  decimals: property.decimals,
  default_value: property.default_value,
  options: property.options.map(({ id, name, color }) => ({ id, name, color })),
})

const STEP = 10_000

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Only what the kind has. */
function fieldsOf(form: PropertyForm) {
  const { name, help, choice, is_required, unit, decimals } = form
  const { kind, is_multi } = choice
  const options = form.options.filter((option) => option.name.trim())
  const ids = options.map(({ id }) => id)
  const { default_value } = form
  const chosen = Array.isArray(default_value) ? default_value : []
  const remaining = kind === 'option' ? chosen.filter((id) => ids.includes(id)) : chosen
  const lists = Array.isArray(default_value)
  return {
    ...{ name: name.trim(), help: help.trim(), is_multi, is_required },
    ...(kind === 'number' && { unit: unit.trim(), decimals }),
    default_value: !lists ? default_value : remaining.length > 0 ? remaining : null,
    options: options.map((option, at) => ({
      ...option,
      name: option.name.trim(),
      sort_order: (at + 1) * STEP,
    })),
  }
}

export function newProperty(form: PropertyForm): NewWorkItemProperty {
  const { options, ...fields } = fieldsOf(form)
  const { kind } = form.choice
  return { ...fields, kind, ...(kind === 'option' && { options }) }
}

/** Only what changed; options that are gone lose their values. */
export function changedProperty(
  property: WorkItemProperty,
  form: PropertyForm,
): WorkItemPropertyPatch {
  const { options, ...fields } = fieldsOf(form)
  const was = fieldsOf(formOf(property))
  const patch = Object.fromEntries(
    Object.entries(fields).filter(([key, value]) => !isSame(value, lookup<unknown>(was, key))),
  )
  if (form.choice.kind !== 'option') return patch
  const isMoved = !isSame(
    options.map(({ id }) => id),
    was.options.map(({ id }) => id),
  )
  const changed = options.filter((option) => {
    const { name, color } = was.options.find(({ id }) => id === option.id) ?? {}
    return isMoved || name !== option.name || color !== option.color
  })
  const removed_option_ids = removedOptions(property, form).map(({ id }) => id)
  return {
    ...patch,
    ...(changed.length > 0 && { options: changed }),
    ...(removed_option_ids.length > 0 && { removed_option_ids }),
  }
}

/** The stored options the form no longer has. */
export const removedOptions = (property: WorkItemProperty, form: PropertyForm) =>
  property.options.filter(({ id }) => !form.options.some((one) => one.id === id && one.name.trim()))

export type FormProblem = 'name' | 'options' | 'option_twice'

export function problemOfForm({ name, choice, options }: PropertyForm): FormProblem | undefined {
  if (!name.trim()) return 'name'
  if (choice.kind !== 'option') return undefined
  const names = options.flatMap((one) => one.name.trim().toLowerCase() || [])
  if (names.length === 0) return 'options'
  return new Set(names).size < names.length ? 'option_twice' : undefined
}
