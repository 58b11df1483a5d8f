import type { Schema } from '../routes.ts'
import { hostileText, hostileValue } from './hostile.ts'
import { type IdPool, someId } from './ids.ts'
import type { Random } from './random.ts'

const DEEPEST = 6

/** A value the schema allows, as far as it says; `name` is the field's name. */
export function validValue(
  random: Random,
  ids: IdPool,
  schema: Schema,
  name: string,
  depth = 0,
): unknown {
  if (schema.anyOf) return validValue(random, ids, random.pick(schema.anyOf), name, depth)
  if (schema.enum) return random.pick(schema.enum)
  const type = random.pick([schema.type ?? 'unknown'].flat())
  if (type === 'null') return null
  if (type === 'boolean') return random.chance(0.5)
  if (type === 'integer') return random.pick([5, 15, 20, 0, 1, 100])
  if (type === 'number') return random.pick([0, 1, 65_535, 2.5])
  if (type === 'array') {
    const { items } = schema
    if (!items || depth > DEEPEST) return []
    const length = random.below(4)
    return Array.from({ length }, () => validValue(random, ids, items, name, depth + 1))
  }
  if (type === 'object') return validObject(random, ids, schema, depth)
  if (type === 'unknown') return random.chance(0.5) ? hostileValue(random) : {}
  return validText(random, ids, schema, name)
}

function validObject(random: Random, ids: IdPool, schema: Schema, depth: number) {
  const { properties = {}, required = [] } = schema
  const likely = random.pick([0.15, 0.5, 0.9])
  const fields = Object.entries(properties).filter(
    ([name]) => required.includes(name) || (depth <= DEEPEST && random.chance(likely)),
  )
  return Object.fromEntries(
    fields.map(([name, field]) => [name, validValue(random, ids, field, name, depth + 1)]),
  )
}

function validText(random: Random, ids: IdPool, { format, minLength = 0 }: Schema, name: string) {
  if (format === 'uuid') return someId(random, ids, name)
  if (format === 'date') return random.pick(['2026-01-01', '2026-12-31', '2020-02-29'])
  if (format === 'date-time') return '2026-11-17T10:00:00Z'
  if (format === 'email') return random.pick(['ada@cairn.test', 'someone@elsewhere.test'])
  if (format === 'uri' || /url|link/.test(name)) return 'https://elsewhere.invalid/path'
  if (/html/.test(name)) return '<p>Some <b>text</b></p>'
  if (/color/.test(name)) return '#123456'
  if (/(^|_)ids?$/.test(name)) return someId(random, ids, name)
  return random.pick(['Something new', 'name', 'x']).padEnd(minLength, 'x')
}

/** Breaks up to three places anywhere in the value. */
export function breakValue(random: Random, value: unknown): unknown {
  let broken = value
  for (let times = 1 + random.below(3); times > 0; times--) broken = breakOnce(random, broken)
  return broken
}

function breakOnce(random: Random, value: unknown): unknown {
  if (Array.isArray(value) && value.length > 0 && random.chance(0.7)) {
    const at = random.below(value.length)
    return value.map((part, index) => (index === at ? breakOnce(random, part) : part))
  }
  if (typeof value === 'object' && value !== null && value.constructor === Object) {
    const fields = Object.entries(value)
    if (fields.length > 0 && random.chance(0.85)) {
      const at = random.below(fields.length)
      return Object.fromEntries(
        fields.map(([name, part], index) => [name, index === at ? breakOnce(random, part) : part]),
      )
    }
    if (random.chance(0.7)) return { ...value, [hostileText(random)]: hostileValue(random) }
  }
  return hostileValue(random)
}
