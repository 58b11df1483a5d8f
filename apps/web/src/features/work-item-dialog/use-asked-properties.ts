import {
  convertedPropertyValue,
  mappedProperties,
  type Project,
  type PropertyChanges,
  type PropertyValue,
  propertiesOfType,
  type WorkItemProperty,
  type WorkItemType,
} from '@cairn/contract'
import { hasValue, problemOfValue, type ValueProblem } from '#entities/work-item/property-words.ts'
import { useTypes } from '#entities/work-item-type/hooks.ts'
import { useProperties } from '#entities/work-item-type/property-hooks.ts'
import { usePeople } from '#entities/workspace/hooks.ts'
import { inAnotherProject, type Values } from './form-values.ts'

export interface AskedProperties {
  type: WorkItemType | undefined
  properties: readonly WorkItemProperty[]
  /** What was entered, or what a new item would get. */
  valueAt: (property: WorkItemProperty) => PropertyValue | undefined
  problemOf: (property: WorkItemProperty) => ValueProblem | undefined
  /** What is sent: without values entered for another type. */
  sent: (values: Values) => Values
  /** What was entered, for another type. */
  carried: (type_id: string) => PropertyChanges
  /** The form for another project, and the names of the properties whose values it cannot have. */
  inProject: (target: Project, values: Values) => { values: Values; lost: readonly string[] }
}

interface Asked {
  slug: string
  project: Project
  values: Values
  /** The values before; undefined for a new item, which gets the defaults. */
  before: PropertyChanges | undefined
  isEpic: boolean
  /** Required properties may stay empty for now. */
  isDraft: boolean
}

/** What a form asks about an item of its type. */
export function useAskedProperties(asked: Asked): AskedProperties {
  const { slug, project, values, before, isEpic, isDraft } = asked
  const usesTypes = project.type_ids.length > 0
  const types = useTypes(slug, isEpic)
  const all = useProperties(slug, isEpic || usesTypes) ?? []
  const people = usePeople(slug)
  const type_id = isEpic
    ? types?.find(({ is_epic }) => is_epic)?.id
    : usesTypes && (values.type_id ?? project.default_type)
  const type = types?.find(({ id }) => id === type_id)
  const { property_values: given } = values

  const own = all.filter((one) => one.type_id === type?.id)

  /** What was entered, by the properties of another type: from, to, and the value there. */
  function carriedTo(next: string) {
    return mappedProperties(own, propertiesOfType(all, next)).flatMap(([from, to]) => {
      const value = given[from.id]
      if (!hasValue(value)) return []
      const converted = convertedPropertyValue(from, to, value, (id) => people.get(id)?.name)
      return converted === undefined ? [] : [{ from, to, value: converted }]
    })
  }

  function valueAt({ id, default_value }: WorkItemProperty) {
    const value = given[id]
    if (value !== undefined) return value ?? undefined
    return before ? undefined : (default_value ?? undefined)
  }

  return {
    type,
    properties: type ? propertiesOfType(all, type.id) : [],
    valueAt,
    problemOf: (property) => {
      const problem = problemOfValue(property, valueAt(property))
      // An item that had no value before the property was required may stay without one.
      const isAsked = !isDraft && (!before || hasValue(before[property.id]))
      return problem === 'required' && !isAsked ? undefined : problem
    },
    sent: (sent) => {
      const foreign = new Set(all.flatMap((one) => (one.type_id === type?.id ? [] : one.id)))
      const own = Object.entries(sent.property_values).filter(([id]) => !foreign.has(id))
      return { ...sent, property_values: Object.fromEntries(own) }
    },
    carried: (next) =>
      Object.fromEntries(carriedTo(next).map(({ to, value }) => [to.id, value] as const)),
    // As for an item that is moved: its type if that is used there, else the default of the project.
    inProject: (target, entered) => {
      const isUsed = isEpic || (type !== undefined && target.type_ids.includes(type.id))
      const next = isUsed ? type?.id : target.type_ids.length > 0 && target.default_type
      const there = isUsed
        ? own.map((one) => ({ from: one, to: one, value: entered.property_values[one.id] }))
        : next
          ? carriedTo(next)
          : []
      const fitting = there.flatMap(({ from, to, value }) => {
        // A person who is not in that project cannot be a value there.
        const isPerson = to.kind === 'person' && Array.isArray(value)
        const left = isPerson ? value.filter((id) => target.members.includes(id)) : value
        return left === undefined || (isPerson && !hasValue(left))
          ? []
          : [{ from, to, value: left }]
      })
      const lost = own.filter(
        (one) =>
          hasValue(entered.property_values[one.id]) && !fitting.some(({ from }) => from === one),
      )
      return {
        values: {
          ...inAnotherProject(entered),
          type_id: isEpic ? entered.type_id : next || null,
          property_values: Object.fromEntries(fitting.map(({ to, value }) => [to.id, value])),
        },
        lost: lost.map(({ name }) => name),
      }
    },
  }
}
