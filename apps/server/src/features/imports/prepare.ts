import {
  type ImportField,
  type ImportProblem,
  type ImportReport,
  type ImportSettings,
  type Priority,
  type PropertyValues,
  priorities,
  propertyInColumn,
} from '@cairn/contract'
import type { AddedItem } from '#features/work-items/service.ts'
import type { Catalog, Person } from './catalog-queries.ts'
import { describe } from './plain-text.ts'
import { breathe, type Table } from './read-csv.ts'
import { readDay } from './read-day.ts'
import { PropertyReader } from './read-properties.ts'

/** A row that can become an item; labels that do not exist yet are given by name. */
export interface GoodRow extends Omit<AddedItem, 'id' | 'label_ids'> {
  fingerprint: string
  labels: { id: string | undefined; name: string }[]
}

export interface Prepared {
  good: GoodRow[]
  problems: ImportProblem[]
  report: ImportReport
}

const MAX_NAME_LENGTH = 255
const MAX_NEW_LABELS = 1000
const MAX_NAMES = 100
const MAX_NAMES_LENGTH = 30_000
const MAX_QUOTED = 100
const PAUSE_ROWS = 500
const MAX_KEY = 40

/** Shortened for messages: a cell may be very long. */
const shortened = (text: string) =>
  text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text
const quoted = (text: string) => `“${shortened(text)}”`

const lower = (text: string) => text.trim().toLowerCase()

/** Indexed by lowercase text; an empty text matches nothing. */
function byText<T>(list: readonly T[], textOf: (one: T) => string): Map<string, T[]> {
  const found = Map.groupBy(list, (one) => lower(textOf(one)))
  found.delete('')
  return found
}

const byName = <T extends { name: string }>(list: readonly T[]) => byText(list, ({ name }) => name)

/** Names may contain commas: if the whole cell is a name, it is not split. */
function splitNames(cell: string, isName: (name: string) => boolean): string[] {
  if (isName(lower(cell))) return [cell.trim()]
  const parts = cell.split(isName(lower(cell.split(';')[0] ?? '')) ? ';' : /[,;]/)
  return [...new Map(parts.map((part) => [lower(part), part.trim()])).values()].filter(Boolean)
}

/** An email address identifies one user, a display name usually does. */
const peopleByName = (people: readonly Person[]): Map<string, Person[]> =>
  new Map([
    ...byText(people, ({ full_name }) => full_name),
    ...byText(people, ({ name }) => name),
    ...byText(people, ({ email }) => email),
  ])

/** Reads rows one by one; collects problems by row and field. */
class Reader {
  readonly problems: ImportProblem[] = []
  readonly newLabels = new Map<string, string>()
  readonly #catalog: Catalog
  readonly #settings: ImportSettings
  readonly #states
  readonly #people
  readonly #types
  readonly #labels
  readonly #cycles
  readonly #modules
  readonly #points
  readonly #properties
  #row = 0
  #hasProblem = false

  constructor(catalog: Catalog, settings: ImportSettings) {
    this.#catalog = catalog
    this.#settings = settings
    this.#states = byName(catalog.states)
    this.#people = peopleByName(catalog.people)
    this.#types = byName(catalog.types)
    this.#labels = byName(catalog.labels)
    this.#cycles = byName(catalog.cycles)
    this.#modules = byName(catalog.modules)
    this.#properties = new PropertyReader(catalog, settings, (name) => {
      const [person, another] = this.#people.get(lower(name)) ?? []
      return another ? undefined : person?.id
    })
    this.#points = new Map(catalog.points.map(({ id, value }) => [lower(value), id]))
  }

  /** Undefined: it has problems. */
  read(
    row: number,
    cells: Partial<Record<ImportField, string>>,
  ): Omit<GoodRow, 'fingerprint'> | undefined {
    this.#row = row
    this.#hasProblem = false
    const cell = (field: ImportField) => cells[field]?.trim() ?? ''
    const state = this.#state(cell('state'))
    const type_id = this.#type(cell('type'))
    const item = {
      name: this.#name(cell('name')),
      ...this.#description(cells.description ?? ''),
      priority: this.#priority(cell('priority')),
      state_id: state?.id ?? '',
      is_completed: state?.is_completed ?? false,
      ...this.#days(cell('start_date'), cell('target_date')),
      parent_id: this.#parent(cell('parent')),
      estimate_point: this.#estimate(cell('estimate')),
      type_id,
      property_values: this.#readProperties(type_id, cells),
      assignees: this.#assignees(cell('assignees')),
      labels: this.#readLabels(cell('labels')),
      cycle_id: this.#cycle(cell('cycle')),
      module_ids: this.#readModules(cell('modules')),
    }
    return this.#hasProblem ? undefined : item
  }

  #problem(field: ImportField, message: string) {
    this.#hasProblem = true
    this.problems.push({ row: this.#row, field, message })
  }

  /** The names in a cell that may contain several. */
  #names(field: ImportField, text: string, known: ReadonlyMap<string, unknown>): string[] {
    const names = text.length > MAX_NAMES_LENGTH ? [] : splitNames(text, (one) => known.has(one))
    if (text.length <= MAX_NAMES_LENGTH && names.length <= MAX_NAMES) return names
    this.#problem(field, `The cell names more than ${MAX_NAMES} of them.`)
    return []
  }

  #name(text: string): string {
    const name = text.replace(/\s+/g, ' ').toWellFormed()
    if (!name) this.#problem('name', 'The name is missing.')
    if (name.length > MAX_NAME_LENGTH)
      this.#problem('name', `The name is longer than ${MAX_NAME_LENGTH} characters.`)
    return name
  }

  #description(text: string) {
    const description = describe(text)
    if (description) return description
    this.#problem('description', 'The description is too long.')
    return { description_html: '', description_stripped: null }
  }

  #priority(text: string): Priority {
    const priority = lower(text) || 'none'
    const found = priorities.find((one) => one === priority)
    if (!found) {
      this.#problem('priority', `${quoted(text)} is not a priority. Use ${priorities.join(', ')}.`)
    }
    return found ?? 'none'
  }

  #state(text: string) {
    if (!text) return this.#catalog.states[0]
    const [state] = this.#states.get(lower(text)) ?? []
    if (!state) this.#problem('state', `There is no state called ${quoted(text)}.`)
    return state
  }

  #day(field: 'start_date' | 'target_date', text: string): string | null {
    if (!text) return null
    const day = readDay(text, this.#settings.day_order)
    if (day === 'ambiguous') {
      this.#problem(
        field,
        `${quoted(text)} can be read two ways. Choose whether the day or the month comes first.`,
      )
    } else if (!day) {
      this.#problem(field, `${quoted(text)} is not a date. Write it as 2026-12-31.`)
    } else {
      return day
    }
    return null
  }

  #days(start: string, target: string) {
    const start_date = this.#day('start_date', start)
    const target_date = this.#day('target_date', target)
    if (start_date && target_date && start_date > target_date) {
      this.#problem('target_date', 'The due date is before the start date.')
    }
    return { start_date, target_date }
  }

  #parent(text: string): string | null {
    if (!text) return null
    const parent = this.#catalog.parents.get(text.toUpperCase())
    if (!parent) this.#problem('parent', `There is no work item ${shortened(text)} you can see.`)
    return parent ?? null
  }

  #estimate(text: string): string | null {
    if (!text) return null
    const point = this.#points.get(lower(text))
    if (point) return point
    const problem = this.#catalog.usesEstimates
      ? `${quoted(text)} is not one of the project’s estimates.`
      : 'The project uses no estimates.'
    this.#problem('estimate', problem)
    return null
  }

  /** An unknown or missing type becomes the project's default. */
  #type(text: string): string | null {
    const standard = this.#catalog.types.find(({ is_default }) => is_default)
    return (this.#types.get(lower(text))?.[0] ?? standard)?.id ?? null
  }

  #readProperties(
    type_id: string | null,
    cells: Partial<Record<ImportField, string>>,
  ): PropertyValues {
    const { values, problems } = this.#properties.read(type_id, cells)
    for (const [field, message] of problems) this.#problem(field, message)
    return values
  }

  #assignees(text: string) {
    return this.#names('assignees', text, this.#people).flatMap((name) => {
      const called = this.#people.get(lower(name)) ?? []
      const [person] = called
      if (!person) this.#problem('assignees', `${quoted(name)} is not a member of the project.`)
      else if (called.length > 1) {
        this.#problem(
          'assignees',
          `${called.length} people are called ${quoted(name)}. Use their e-mail address.`,
        )
      } else if (person.is_guest) {
        this.#problem(
          'assignees',
          `${quoted(name)} is a guest of the project and cannot be assigned.`,
        )
      } else {
        return [{ id: person.id, name: person.name }]
      }
      return []
    })
  }

  #readLabels(text: string): GoodRow['labels'] {
    const names = this.#names('labels', text, this.#labels)
    return names.flatMap((name): GoodRow['labels'] => {
      const [label] = this.#labels.get(lower(name)) ?? []
      if (label) return [{ id: label.id, name: label.name }]
      if (!this.#settings.create_labels) {
        this.#problem('labels', `There is no label called ${quoted(name)}.`)
        return []
      }
      return this.#newLabel(name)
    })
  }

  #newLabel(name: string) {
    const known = this.newLabels.get(lower(name))
    if (!known && name.length > MAX_NAME_LENGTH) {
      this.#problem(
        'labels',
        `The label “${name.slice(0, 40)}…” is longer than ${MAX_NAME_LENGTH} characters.`,
      )
      return []
    }
    if (!known && this.newLabels.size >= MAX_NEW_LABELS) {
      this.#problem('labels', `The file names more than ${MAX_NEW_LABELS} new labels.`)
      return []
    }
    const label = known ?? name.toWellFormed()
    this.newLabels.set(lower(name), label)
    return [{ id: undefined, name: label }]
  }

  #cycle(text: string): string | null {
    if (!text) return null
    const [cycle, another] = this.#cycles.get(lower(text)) ?? []
    if (!cycle) this.#problem('cycle', `There is no cycle called ${quoted(text)}.`)
    else if (another) this.#problem('cycle', `Several cycles are called ${quoted(text)}.`)
    else if (cycle.is_over) this.#problem('cycle', `The cycle ${quoted(text)} is over.`)
    else return cycle.id
    return null
  }

  #readModules(text: string): string[] {
    return this.#names('modules', text, this.#modules).flatMap((name) => {
      const [module, another] = this.#modules.get(lower(name)) ?? []
      if (!module) this.#problem('modules', `There is no module called ${quoted(name)}.`)
      else if (another) this.#problem('modules', `Several modules are called ${quoted(name)}.`)
      else return [module.id]
      return []
    })
  }
}

const cellsOf = (cells: readonly string[], columns: ImportSettings['columns']) =>
  Object.fromEntries(
    columns.flatMap((field, index) => (field ? [[field, cells[index] ?? '']] : [])),
  ) as Partial<Record<ImportField, string>>

/** The distinct keys of other items in a file: parents, and what may be values of properties. */
export function parentsIn({ rows }: Table, { columns }: ImportSettings): string[] {
  const keys = new Set<string>()
  for (const [column, field] of columns.entries()) {
    if (field !== 'parent' && !(field && propertyInColumn(field))) continue
    for (const { cells } of rows) {
      for (const text of (cells[column] ?? '').split(field === 'parent' ? '\n' : /[,;\n]/)) {
        const key = text.trim().toUpperCase()
        if (key.length <= MAX_KEY) keys.add(key)
      }
    }
  }
  return [...keys]
}

/** The result for each row, based on the project's current data. Writes nothing. */
export async function prepare(
  { rows }: Table,
  fingerprints: readonly string[],
  settings: ImportSettings,
  catalog: Catalog,
): Promise<Prepared> {
  const reader = new Reader(catalog, settings)
  const good: GoodRow[] = []
  let repeated_count = 0
  for (const [index, { row, cells }] of rows.entries()) {
    if (index % PAUSE_ROWS === PAUSE_ROWS - 1) await breathe()
    const fingerprint = fingerprints[index] ?? ''
    if (catalog.repeated.has(fingerprint)) {
      repeated_count += 1
      continue
    }
    const read = reader.read(row, cellsOf(cells, settings.columns))
    if (read) good.push({ ...read, fingerprint })
  }
  const { problems } = reader
  // Labels used only by rows with problems are not created.
  const used = new Set(
    good.flatMap(({ labels }) => labels.filter(({ id }) => !id).map(({ name }) => name)),
  )
  const report = {
    row_count: rows.length,
    good_count: good.length,
    repeated_count,
    problem_count: new Set(problems.map(({ row }) => row)).size,
    new_labels: [...used],
    problems,
  }
  return { good, problems, report }
}
