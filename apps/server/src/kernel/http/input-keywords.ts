import { type JsonLimits, jsonLimitsKeyword, parseId } from '@cairn/contract'
import type { Ajv, FuncKeywordDefinition } from 'ajv'
import { isWithin } from './json-limits.ts'

type Check = ReturnType<NonNullable<FuncKeywordDefinition['compile']>>
type FieldPath = NonNullable<Parameters<Check>[1]>
type Values = Record<string | number, unknown>

const CANONICAL_ID = 'canonicalId'
const READ_FIELDS = 'readFields'
const READ_ENTRIES = 'readEntries'

/** How a string is converted where the schema expects something else. */
type Reading = 'number' | 'boolean' | 'null if empty' | 'absent if empty'

const hasType = (schema: object, ...types: string[]) =>
  'type' in schema && [schema.type].flat().some((type) => types.includes(String(type)))

const isId = (schema: object) => 'format' in schema && schema.format === 'uuid'

/** A chosen id must be valid, or be left out. */
const isChosen = (schema: object) => 'pattern' in schema

function readingOf(schema: unknown, isRequired: boolean): Reading | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined
  if (isId(schema)) {
    if (hasType(schema, 'null')) return 'null if empty'
    return isRequired || isChosen(schema) ? undefined : 'absent if empty'
  }
  if (hasType(schema, 'string')) return undefined
  if (hasType(schema, 'integer', 'number')) return 'number'
  return hasType(schema, 'boolean') ? 'boolean' : undefined
}

function fieldReadings(schema: object): [string, Reading][] {
  if (!hasType(schema, 'object') || !('properties' in schema)) return []
  const required: unknown = 'required' in schema ? schema.required : []
  return Object.entries(Object(schema.properties)).flatMap(([name, field]) => {
    const reading = readingOf(field, Array.isArray(required) && required.includes(name))
    return reading ? [[name, reading] satisfies [string, Reading]] : []
  })
}

/**
 * A copy of a schema that reads input generously when it is compiled, in one place for all routes:
 * ids in canonical form, an empty optional id as none, and numbers and booleans given as strings.
 * No handler sees how a client spelled them.
 */
export function asInput(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(asInput)
  if (typeof schema !== 'object' || schema === null) return schema
  const parts = Object.entries(schema).map(([key, part]) => [key, asInput(part)] as const)
  const fields = fieldReadings(schema)
  const isList = hasType(schema, 'array') && 'items' in schema
  const entries = isList ? readingOf(schema.items, true) : undefined
  return {
    ...Object.fromEntries(parts),
    ...(isId(schema) && { [CANONICAL_ID]: true }),
    ...(fields.length > 0 && { [READ_FIELDS]: fields }),
    ...(entries && { [READ_ENTRIES]: entries }),
  }
}

const decimal = /^-?\d+(?:\.\d+)?$/

function readText(values: Values, name: string | number, reading: Reading) {
  const text = values[name]
  if (typeof text !== 'string') return
  if (reading === 'number') {
    if (decimal.test(text)) values[name] = Number(text)
  } else if (reading === 'boolean') {
    const word = text.length <= 5 ? text.toLowerCase() : ''
    if (word === 'true' || word === 'false') values[name] = word === 'true'
  } else if (text === '') {
    if (reading === 'null if empty') values[name] = null
    else delete values[name]
  }
}

function lowerCase(id: string, { parentData, parentDataProperty }: FieldPath): boolean {
  const canonical = id.toLowerCase()
  if (canonical !== id) parentData[parentDataProperty] = canonical
  return true
}

/** Keywords of the contract's schemas beyond JSON Schema. */
export function addInputKeywords(ajv: Ajv): void {
  // The library's own pattern also accepts `urn:uuid:…`, which PostgreSQL cannot read.
  ajv.addFormat('uuid', (text) => parseId(text) !== undefined)
  ajv.addKeyword({
    keyword: CANONICAL_ID,
    type: 'string',
    schemaType: 'boolean',
    modifying: true,
    errors: false,
    compile: () => (id: string, place?: FieldPath) => !place || lowerCase(id, place),
  })
  ajv.addKeyword({
    keyword: READ_FIELDS,
    type: 'object',
    schemaType: 'array',
    before: 'properties',
    modifying: true,
    errors: false,
    compile: (fields: [string, Reading][]) => (values: Values) => {
      for (const [name, reading] of fields) readText(values, name, reading)
      return true
    },
  })
  ajv.addKeyword({
    keyword: READ_ENTRIES,
    type: 'array',
    schemaType: 'string',
    before: 'items',
    modifying: true,
    errors: false,
    compile: (reading: Reading) => (values: unknown[] & Values) => {
      for (const index of values.keys()) readText(values, index, reading)
      return true
    },
  })
  ajv.addKeyword({
    keyword: jsonLimitsKeyword,
    schemaType: 'object',
    compile: (limits: JsonLimits) => {
      const check: Check = (value: unknown) => {
        check.errors = [{ keyword: jsonLimitsKeyword, params: { ...limits } }]
        return isWithin(value, limits)
      }
      return check
    },
  })
}
