import {
  convertedPropertyValue,
  isListKind,
  MAX_PROPERTY_TEXT,
  MAX_PROPERTY_VALUES,
  mappedProperties,
  type PropertyChanges,
  type PropertyFault,
  type PropertyMapping,
  type PropertyValue,
  type PropertyValues,
  propertyText,
  readPropertyValue,
  type WorkItemProperty,
} from '@cairn/contract'
import type { Tx } from '#kernel/database/schema.ts'
import { badRequest } from '#kernel/http/errors.ts'
import { listPropertiesOfTypes, shareTypes } from '#product/work-item-property-queries.ts'
import { type Activity, changed } from './activities.ts'
import { fittingValues, withoutGone } from './copied-values.ts'
import {
  deleteValues,
  insertValues,
  type NamedReference,
  nameReferences,
  type ProjectUser,
  type ValueRef,
  type ValueRow,
} from './property-value-queries.ts'

type Properties = readonly WorkItemProperty[]

/** An item as it is before its values change. */
export interface ValuedItem {
  id: string
  type_id: string | null
  property_values: PropertyValues
}

export interface ValuesWanted {
  property_values?: PropertyChanges | undefined
  /** Taken out of values of several. */
  removed_property_values?: Readonly<Record<string, readonly string[]>> | undefined
  property_mapping?: PropertyMapping | undefined
  /** The type it gets; undefined if that stays. */
  type_id?: string | null | undefined
}

export interface PropertyRules {
  /** It has no values yet, and no history of them. */
  isNew?: boolean
  /** Of many items: adds to values of several, and leaves items without the property. */
  isBulk?: boolean
  /** If false, required properties may be empty: no user can be asked for them. */
  asksRequired?: boolean
  /** What came from a template: such values are left out if they no longer fit. */
  copied?: PropertyChanges | undefined
}

/** The values of an item after the change, and what must be written for it. */
export interface ValuesChange {
  property_values: PropertyValues
  activities: Activity[]
  gone: ValueRef[]
  rows: ValueRow[]
}

const refused = (faults: Readonly<Record<string, string>>) =>
  badRequest({
    property_values: Object.fromEntries(Object.entries(faults).map(([id, text]) => [id, [text]])),
  })

const unknown = (id: string) => `Invalid pk "${id}" - object does not exist.`

const sentenceOf = (fault: PropertyFault, { decimals, is_multi }: WorkItemProperty) =>
  ({
    wrong_kind: 'Not a valid value.',
    too_long: `Ensure this field has no more than ${MAX_PROPERTY_TEXT} characters.`,
    not_a_link: 'Enter a valid URL.',
    too_many_decimals: `Ensure that there are no more than ${decimals} decimal places.`,
    too_large: 'The number is too large.',
    several: `Ensure this field has no more than ${is_multi ? MAX_PROPERTY_VALUES : 1} elements.`,
    unknown_option: 'The property has no such option.',
  })[fault]

const idsIn = (value: PropertyValue | null | undefined): readonly string[] =>
  Array.isArray(value) ? value : []

/** Users and items, whose names are elsewhere. */
const isReference = ({ kind }: WorkItemProperty) => kind === 'person' || kind === 'item'

const isSame = (one: PropertyValue | undefined, other: PropertyValue | undefined) =>
  JSON.stringify(one) === JSON.stringify(other)

function readChange(property: WorkItemProperty, value: PropertyValue | null) {
  const outcome = readPropertyValue(property, value)
  if ('fault' in outcome) {
    throw refused({ [property.id]: sentenceOf(outcome.fault, property) })
  }
  return outcome.value
}

/** The ids in lower case, each with the value as it is stored. */
function readChanges(properties: Properties, changes: PropertyChanges) {
  const byId = new Map(properties.map((property) => [property.id, property]))
  return new Map(
    Object.entries(changes).map(([id, value]) => {
      const property = byId.get(id.toLowerCase())
      if (!property) throw refused({ [id]: unknown(id) })
      return [property.id, readChange(property, value)] as const
    }),
  )
}

const toValues = (entries: Iterable<readonly [string, PropertyValue | null | undefined]>) =>
  Object.fromEntries(
    [...entries].flatMap(([id, value]) =>
      value === null || value === undefined || (Array.isArray(value) && value.length === 0)
        ? []
        : [[id, value]],
    ),
  ) as PropertyValues

/** Without values of properties its type does not have: they are removed in the background. */
const valuesOf = ({ property_values }: ValuedItem, properties: Properties) =>
  toValues(properties.map(({ id }) => [id, property_values[id]] as const))

class Names {
  readonly #found: ReadonlyMap<string, NamedReference>
  constructor(found: ReadonlyMap<string, NamedReference>) {
    this.#found = found
  }
  of = (id: string) => this.#found.get(id)?.name
  fits = (id: string) => this.#found.get(id)?.fits === true
}

async function readNames(
  tx: Tx,
  member: ProjectUser,
  properties: Properties,
  values: readonly ((id: string) => PropertyValue | null | undefined)[],
) {
  const ids = (kind: WorkItemProperty['kind']) => [
    ...new Set(
      properties
        .filter((property) => property.kind === kind)
        .flatMap(({ id }) => values.flatMap((read) => idsIn(read(id)))),
    ),
  ]
  const wanted = { people: ids('person'), items: ids('item') }
  if (wanted.people.length + wanted.items.length === 0) return new Names(new Map())
  return new Names(await nameReferences(tx, member, wanted))
}

/** What the values become under another type, by the ids of its properties. */
function mappedValues(
  [from, to]: readonly [Properties, Properties],
  before: PropertyValues,
  mapping: PropertyMapping | undefined,
  names: Names,
) {
  const pairs = mappedProperties(from, to, mapping).flatMap(([old, property]) => {
    const value = before[old.id]
    if (value === undefined) return []
    const converted = convertedPropertyValue(old, property, value, names.of)
    return converted === undefined ? [] : [[property.id, converted] as const]
  })
  return toValues(pairs)
}

const isUsable = (property: WorkItemProperty, id: string, names: Names) =>
  isReference(property)
    ? names.fits(id)
    : property.options.some((option) => option.id === id && option.is_active)

/** New ids of users and items must exist and be usable; options must be offered. */
function refuseUnfit(
  item: ValuedItem,
  properties: Properties,
  values: { before: PropertyValues; after: PropertyValues },
  names: Names,
) {
  for (const property of properties) {
    const known = idsIn(values.before[property.id])
    for (const id of idsIn(values.after[property.id])) {
      if (known.includes(id)) continue
      if (id === item.id || !isUsable(property, id, names)) {
        throw refused({ [property.id]: unknown(id) })
      }
    }
  }
}

function refuseMissing(properties: Properties, after: PropertyValues) {
  const missing = properties.filter(
    ({ id, is_active, is_required }) => is_active && is_required && after[id] === undefined,
  )
  if (missing.length === 0) return
  throw refused(Object.fromEntries(missing.map(({ id }) => [id, 'This field is required.'])))
}

const FIELD = 'property'

/** The history of one property: of several values one line each, as of labels. */
function describe(
  property: WorkItemProperty,
  before: PropertyValue | undefined,
  after: PropertyValue | undefined,
  names: Names,
): Activity[] {
  if (isSame(before, after)) return []
  const { id: property_id, name } = property
  const text = (value: PropertyValue | undefined) =>
    value === undefined ? '' : propertyText(property, value, names.of)
  if (!property.is_multi) {
    const [from, to] = [idsIn(before)[0], idsIn(after)[0]]
    return [
      {
        ...changed(FIELD, `updated ${name} to`, text(before), text(after)),
        property_id,
        ...(from && { old_identifier: from }),
        ...(to && { new_identifier: to }),
      },
    ]
  }
  const [had, has] = [idsIn(before), idsIn(after)]
  return [
    ...has
      .filter((id) => !had.includes(id))
      .map((id) => ({
        ...changed(FIELD, `added to ${name} `, '', text([id])),
        ...{ property_id, new_identifier: id },
      })),
    ...had
      .filter((id) => !has.includes(id))
      .map((id) => ({
        ...changed(FIELD, `removed from ${name} `, text([id]), ''),
        ...{ property_id, old_identifier: id },
      })),
  ]
}

/** Values that are the same under a property of the same name are not mentioned. */
function describeRetyped(
  [from, to]: readonly [Properties, Properties],
  before: PropertyValues,
  after: PropertyValues,
  names: Names,
): Activity[] {
  const said = (property: WorkItemProperty, values: PropertyValues) => {
    const value = values[property.id]
    if (value === undefined) return undefined
    return `${property.name.toLowerCase()} ${propertyText(property, value, names.of)}`
  }
  const then = new Set(from.map((property) => said(property, before)))
  const now = new Set(to.map((property) => said(property, after)))
  return [
    ...from
      .filter((property) => !now.has(said(property, before)))
      .flatMap((property) => describe(property, before[property.id], undefined, names)),
    ...to
      .filter((property) => !then.has(said(property, after)))
      .flatMap((property) => describe(property, undefined, after[property.id], names)),
  ]
}

function rowsOf(item: string, { id, kind }: WorkItemProperty, value: PropertyValue): ValueRow[] {
  const row = { item, property_id: id, place: 0 }
  if (Array.isArray(value)) return value.map((ref_id, place) => ({ ...row, place, ref_id }))
  if (typeof value === 'number') return [{ ...row, number_value: value }]
  if (typeof value === 'boolean') return [{ ...row, boolean_value: value }]
  if (kind === 'date') return [{ ...row, date_value: value }]
  if (kind === 'datetime') return [{ ...row, moment_value: value }]
  return [{ ...row, text_value: value }]
}

function writtenFor(
  item: ValuedItem,
  properties: Properties,
  before: PropertyValues,
  after: PropertyValues,
): Pick<ValuesChange, 'gone' | 'rows'> {
  const ids = new Set([...Object.keys(before), ...Object.keys(after)])
  const touched = [...ids].filter((id) => !isSame(before[id], after[id]))
  return {
    gone: touched
      .filter((id) => before[id] !== undefined)
      .map((property_id) => ({ item: item.id, property_id })),
    rows: touched.flatMap((id) => {
      const property = properties.find((one) => one.id === id)
      const value = after[id]
      return property && value !== undefined ? rowsOf(item.id, property, value) : []
    }),
  }
}

interface Asked {
  /** Of its type before and after. */
  types: readonly [Properties, Properties]
  changes: ReadonlyMap<string, PropertyValue | null>
  wanted: ValuesWanted
  rules: PropertyRules
  names: Names
}

/** In a bulk change, ids are added to a value of several. */
function changedValues(
  base: PropertyValues,
  { types: [, properties], changes, wanted, rules }: Asked,
): PropertyValues {
  const after = new Map<string, PropertyValue | null | undefined>(Object.entries(base))
  for (const { id, is_multi } of properties) {
    const change = changes.get(id)
    if (change === undefined) continue
    const isAdded = rules.isBulk && is_multi && Array.isArray(change)
    after.set(id, isAdded ? [...new Set([...idsIn(base[id]), ...change])] : change)
  }
  for (const [id, gone] of Object.entries(wanted.removed_property_values ?? {})) {
    const property = properties.find((one) => one.id === id.toLowerCase())
    if (!property || !isListKind(property.kind)) continue
    const removed = new Set(gone.map((one) => one.toLowerCase()))
    const rest = idsIn(after.get(property.id)).filter((one) => !removed.has(one))
    after.set(property.id, rest)
  }
  return toValues(after)
}

function changeOf(item: ValuedItem, asked: Asked): ValuesChange {
  const { types, changes, wanted, rules, names } = asked
  const [from, to] = types
  const isRetyped = from !== to
  const before = valuesOf(item, from)
  const base = isRetyped ? mappedValues(types, before, wanted.property_mapping, names) : before
  const given = changedValues(base, asked)
  const isFresh = rules.isNew || isRetyped
  const defaults = isFresh ? defaultsFor(to, given, changes, names) : {}
  const after = { ...defaults, ...given }
  refuseUnfit(item, to, { before: base, after }, names)
  if (rules.asksRequired !== false) {
    refuseMissing(isFresh ? to : to.filter(({ id }) => before[id] !== undefined), after)
  }
  const described = () =>
    isRetyped
      ? describeRetyped(types, before, after, names)
      : to.flatMap((property) => describe(property, before[property.id], after[property.id], names))
  return {
    property_values: after,
    activities: rules.isNew ? [] : described(),
    ...writtenFor(item, to, before, after),
  }
}

/** Of properties that are asked for and have no value; a user who left is no default. */
function defaultsFor(
  properties: Properties,
  values: PropertyValues,
  changes: ReadonlyMap<string, unknown>,
  names: Names,
) {
  const open = properties.filter(
    ({ id, is_active }) => is_active && values[id] === undefined && !changes.has(id),
  )
  return toValues(
    open.map((property) => {
      const { id, default_value } = property
      return [
        id,
        Array.isArray(default_value)
          ? default_value.filter((one) => isUsable(property, one, names))
          : default_value,
      ] as const
    }),
  )
}

/**
 * What a change of values or of the type means for items of the caller's project, which are locked
 * or new. Reads what it needs in three statements at most, however many items there are.
 */
export async function resolveValues(
  tx: Tx,
  member: ProjectUser,
  items: readonly ValuedItem[],
  wanted: ValuesWanted,
  rules: PropertyRules = {},
): Promise<Map<string, ValuesChange>> {
  const { property_values = {}, removed_property_values = {}, type_id } = wanted
  const isPatched =
    Object.keys(property_values).length + Object.keys(removed_property_values).length > 0
  const touched = items.filter(
    (item) => isPatched || rules.isNew || (type_id !== undefined && item.type_id !== type_id),
  )
  const type_ids = [
    ...new Set([...touched.map((item) => item.type_id), type_id].filter((id) => id != null)),
  ]
  if (touched.length === 0) return new Map()
  if (type_ids.length > 0) await shareTypes(tx, member, type_ids)
  const all = type_ids.length > 0 ? await listPropertiesOfTypes(tx, member, type_ids) : []
  const byType = Map.groupBy(all, (property) => property.type_id)
  const none: Properties = []
  const propertiesOf = (id: string | null) => byType.get(id ?? '') ?? none
  const typesOf = (item: ValuedItem): readonly [Properties, Properties] => [
    propertiesOf(item.type_id),
    propertiesOf(type_id === undefined ? item.type_id : type_id),
  ]
  const targets = type_id === undefined ? touched.map((item) => item.type_id) : [type_id]
  const asked = [...new Set(targets)].flatMap(propertiesOf)
  const { copied } = rules
  const sent = readChanges(
    asked,
    copied ? fittingValues(asked, property_values, copied) : property_values,
  )
  const names = await readNames(tx, member, all, [
    ...touched.map((item) => (id: string) => item.property_values[id]),
    (id) => sent.get(id),
    (id) => all.find((property) => property.id === id)?.default_value,
  ])
  const changes = copied ? withoutGone(asked, sent, copied, names.fits) : sent
  return new Map(
    touched.map((item) => {
      const types = typesOf(item)
      return [item.id, changeOf(item, { types, changes, wanted, rules, names })]
    }),
  )
}

/** Writes the values of items that were just created, which were read and checked before. */
export async function saveNewValues(tx: Tx, member: ProjectUser, items: readonly ValuedItem[]) {
  const valued = items.filter(({ property_values }) => Object.keys(property_values).length > 0)
  if (valued.length === 0) return
  const type_ids = [...new Set(valued.flatMap(({ type_id }) => type_id ?? []))]
  await shareTypes(tx, member, type_ids)
  const properties = await listPropertiesOfTypes(tx, member, type_ids)
  await insertValues(
    tx,
    member,
    valued.flatMap((item) => writtenFor(item, properties, {}, item.property_values).rows),
  )
}

/** Writes the changes of locked items, or of new ones once they have a row. */
export async function saveValues(
  tx: Tx,
  member: ProjectUser,
  all: Iterable<ValuesChange | undefined>,
) {
  const changes = [...all].flatMap((change) => change ?? [])
  await deleteValues(
    tx,
    member,
    changes.flatMap(({ gone }) => gone),
  )
  await insertValues(
    tx,
    member,
    changes.flatMap(({ rows }) => rows),
  )
}
