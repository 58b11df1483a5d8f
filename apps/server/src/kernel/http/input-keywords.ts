import { type JsonLimits, jsonLimitsKeyword, parseId } from '@cairn/contract'
import type { Ajv, FuncKeywordDefinition } from 'ajv'
import { isWithin } from './json-limits.ts'

type Check = ReturnType<NonNullable<FuncKeywordDefinition['compile']>>
type FieldPath = NonNullable<Parameters<Check>[1]>

const CANONICAL_ID = 'canonicalId'
const ids: unknown[] = ['uuid', 'uuid-or-empty']

/**
 * A copy of a schema in which every id is rewritten to its canonical form when it is validated, so
 * that no handler sees an id as its sender spelled it.
 */
export function withCanonicalIds(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withCanonicalIds)
  if (typeof schema !== 'object' || schema === null) return schema
  const parts = Object.entries(schema).map(([key, part]) => [key, withCanonicalIds(part)] as const)
  const isId = 'format' in schema && ids.includes(schema.format)
  return { ...Object.fromEntries(parts), ...(isId && { [CANONICAL_ID]: true }) }
}

function lowerCase(id: string, { parentData, parentDataProperty }: FieldPath): boolean {
  const canonical = id.toLowerCase()
  if (canonical !== id) parentData[parentDataProperty] = canonical
  return true
}

/** What the contract's schemas say beyond JSON Schema. */
export function addInputKeywords(ajv: Ajv): void {
  // The library's own pattern takes `urn:uuid:…` too, which PostgreSQL cannot read.
  ajv.addFormat('uuid', (text) => parseId(text) !== undefined)
  ajv.addFormat('uuid-or-empty', (text) => text === '' || parseId(text) !== undefined)
  ajv.addKeyword({
    keyword: CANONICAL_ID,
    type: 'string',
    schemaType: 'boolean',
    modifying: true,
    errors: false,
    compile: () => (id: string, place?: FieldPath) => !place || lowerCase(id, place),
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
