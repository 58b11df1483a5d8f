import {
  type ImportField,
  type ImportSettings,
  isListKind,
  type PropertyValue,
  type PropertyValues,
  propertyColumn,
  propertyInColumn,
  propertyValueIn,
  type WorkItemProperty,
} from '@cairn/contract'
import type { Catalog } from './catalog-queries.ts'
import { readDay } from './read-day.ts'

const MAX_QUOTED = 100
const quoted = (text: string) =>
  `“${text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text}”`

type Problem = readonly [field: ImportField, message: string]

/** Reads the values of properties in a row: those of its type have the names of columns. */
export class PropertyReader {
  readonly #catalog: Catalog
  readonly #settings: ImportSettings
  readonly #findPerson: (name: string) => string | undefined
  readonly #byType

  constructor(
    catalog: Catalog,
    settings: ImportSettings,
    findPerson: (name: string) => string | undefined,
  ) {
    this.#catalog = catalog
    this.#settings = settings
    this.#findPerson = findPerson
    this.#byType = Map.groupBy(catalog.properties, ({ type_id }) => type_id)
  }

  read(type_id: string | null, cells: Partial<Record<ImportField, string>>) {
    const properties = this.#byType.get(type_id ?? '') ?? []
    const problems: Problem[] = []
    const values: PropertyValues = {}
    const given = new Map<string, string>()
    for (const [field, cell] of Object.entries(cells)) {
      const name = propertyInColumn(field)
      const text = cell?.trim()
      if (!name || !text) continue
      given.set(name.toLowerCase(), text)
      if (properties.some((one) => one.name.toLowerCase() === name.toLowerCase())) continue
      problems.push([propertyColumn(name), `Its type has no property ${quoted(name)}.`])
    }
    for (const property of properties) {
      const { id, name, is_required } = property
      const text = given.get(name.toLowerCase())
      const value = text === undefined ? this.#defaultOf(property) : this.#value(property, text)
      if (value === undefined) {
        problems.push([propertyColumn(name), `${quoted(text ?? '')} is not a value of ${name}.`])
      } else if (value !== null) values[id] = value
      else if (is_required) problems.push([propertyColumn(name), `${name} is required.`])
    }
    return { values, problems }
  }

  /** Undefined if the text is none. */
  #value(property: WorkItemProperty, text: string): PropertyValue | null | undefined {
    const { kind } = property
    if (kind === 'date' || kind === 'datetime') {
      const day = readDay(text, this.#settings.day_order)
      if (day && day !== 'ambiguous') return propertyValueIn(property, day, () => undefined)
    }
    return propertyValueIn(property, text, (name) =>
      kind === 'person'
        ? this.#findPerson(name)
        : this.#catalog.parents.get(name.trim().toUpperCase()),
    )
  }

  #defaultOf(property: WorkItemProperty): PropertyValue | null {
    const { kind, default_value: value, options } = property
    if (!isListKind(kind) || !Array.isArray(value)) return value
    const isUsable = (id: string) =>
      kind === 'option'
        ? options.some((option) => option.id === id && option.is_active)
        : kind === 'item' || this.#catalog.people.some((person) => person.id === id)
    const usable = value.filter(isUsable)
    return usable.length > 0 ? usable : null
  }
}
