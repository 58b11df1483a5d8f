import fc from 'fast-check'
import type { Comparison, Expression, Operator, Value } from '../language/grammar.ts'
import { type FieldName, fieldNames, fields, predicates, relations } from '../language/words.ts'
import {
  ids,
  moments,
  names,
  numbers,
  optionId,
  propertyIds,
  someName,
  textDays,
} from './random-values.ts'

const placed = { position: 0, length: 0 }

const text = (value: string): Value => ({ kind: 'text', value, ...placed })
const call = (name: string, values: string[] = []): Value => ({
  ...{ kind: 'call', name, values },
  ...placed,
})

const kindOf: Partial<Record<FieldName, number>> = {
  ...{ state: 1, label: 2, module: 3, cycle: 4, assignee: 5, createdBy: 5, updatedBy: 5 },
  ...{ mention: 5, subscriber: 5, type: 6, estimate: 7, project: 9 },
}

const named = fc.tuple(someName, fc.nat(3)).map(([name, n]) => text(n === 3 ? name : `${name}${n}`))

const me: Value = { kind: 'word', value: 'me', ...placed }

const day: fc.Arbitrary<Value> = fc.oneof(
  fc.constantFrom(...textDays).map(text),
  fc
    .tuple(
      fc.constantFrom('today' as const, 'yesterday' as const, 'tomorrow' as const),
      fc.option(fc.constantFrom('-7d', '+2w', '-1m', '+30d'), { nil: undefined }),
    )
    .map(([value, shift]): Value => ({ kind: 'word', value, ...(shift && { shift }), ...placed })),
  fc.constantFrom(
    ...[call('startOfWeek'), call('endOfMonth'), call('daysAgo', ['3']), call('today')],
  ),
)

const idsOf = (field: FieldName): fc.Arbitrary<Value> => {
  const kind = kindOf[field] ?? 0
  const isPerson = kind === 5
  return fc.oneof(
    fc.constantFrom(...ids(kind)).map(text),
    named,
    ...(isPerson ? [fc.constant(me)] : []),
    ...(field === 'state' ? [fc.constantFrom(call('openStates'), call('closedStates'))] : []),
  )
}

const key = fc
  .oneof(
    fc.integer({ min: 1, max: 26 }).map((n) => `TRAIL-${n}`),
    fc.constantFrom(...ids(8), 'OTHER-1'),
  )
  .map(text)

const equality = (field: FieldName, value: fc.Arbitrary<Value>): fc.Arbitrary<Comparison> =>
  fc.oneof(
    fc
      .tuple(fc.constantFrom<Operator>('=', '!='), value)
      .map(([test, one]): Comparison => ({ field, test, value: one, ...placed })),
    fc
      .array(value, { minLength: 1, maxLength: 3 })
      .map((values): Comparison => ({ field, test: 'in', values, ...placed })),
  )

const empty = (field: FieldName): fc.Arbitrary<Comparison> =>
  fc.constant({ field, test: 'empty', ...placed })

const dated = (field: FieldName): fc.Arbitrary<Comparison> =>
  fc.oneof(
    empty(field),
    fc
      .tuple(fc.constantFrom<Operator>('=', '!=', '<', '<=', '>', '>='), day)
      .map(([test, value]): Comparison => ({ field, test, value, ...placed })),
    fc
      .tuple(day, day)
      .map(([from, to]): Comparison => ({ field, test: 'between', from, to, ...placed })),
  )

const parts = fc.constantFrom('A', 'ä', 'σ', '%', '_', '\\', 'a%', '"', "it's", 'and').map(text)

function comparisonOf(field: FieldName): fc.Arbitrary<Comparison> {
  const { kind } = fields[field]
  switch (kind) {
    case 'id':
      return fc.oneof(
        { weight: 3, arbitrary: equality(field, idsOf(field)) },
        { weight: 1, arbitrary: empty(field) },
      )
    case 'choice':
      return equality(field, fc.constantFrom(...fields[field].choices).map(text))
    case 'switch':
      return fc.constantFrom('true', 'false').map((value) => ({
        field,
        test: '=',
        value: { kind: 'switch', value, ...placed },
        ...placed,
      }))
    case 'title':
    case 'text':
      return fc
        .tuple(fc.constantFrom<Operator>('~', '~', '=', '!='), fc.oneof(parts, named))
        .map(([test, value]): Comparison => ({ field, test, value, ...placed }))
    case 'key':
      return equality(field, key)
    case 'parent':
      return fc.oneof(equality(field, key), empty(field))
    case 'history':
      return equality(
        field,
        idsOf('state').filter(({ kind }) => kind === 'text'),
      )
    default:
      return dated(field)
  }
}

const number = fc
  .constantFrom(...numbers)
  .map((one): Value => ({ kind: 'number', value: String(one), ...placed }))

/** What a property of this kind is often compared with. */
function propertyValue({ kind, id }: (typeof propertyIds)[number]): fc.Arbitrary<Value> {
  switch (kind) {
    case 'number':
      return number
    case 'boolean':
      return fc.constantFrom('true', 'false').map((value) => ({ kind: 'switch', value, ...placed }))
    case 'date':
      return day
    case 'datetime':
      return fc.oneof(day, fc.constantFrom(...moments).map(text))
    case 'option':
      return fc.oneof(
        fc.constantFrom(...[0, 1, 9].map((n) => text(optionId(id, n)))),
        fc.constantFrom(...names.slice(0, 4).map((name, n) => text(`${name}${n}`))),
      )
    case 'person':
      return idsOf('assignee')
    case 'item':
      return key
    default:
      return fc.oneof(parts, named)
  }
}

/** By name, by id, and as the screen writes it; and often with what it cannot be compared with. */
const ofProperty: fc.Arbitrary<Comparison> = fc
  .tuple(fc.constantFrom(...propertyIds.entries()), fc.nat(4), fc.nat(9))
  .chain(([[n, property], form, odd]) => {
    const { kind, id } = property
    const name = kind === 'number' || kind === 'date' ? 'Shared' : `${kind} ${n}`
    const field = [`[${name}]`, `[${id}]`, `[${kind}:${id}]`][Math.min(form, 2)] ?? ''
    const other = propertyIds[(n + odd) % propertyIds.length] ?? property
    const value = odd < 2 ? propertyValue(other) : propertyValue(property)
    const tests = fc.constantFrom<Operator>('=', '=', '!=', '<', '<=', '>', '>=', '~')
    return fc.oneof(
      fc.constant<Comparison>({ field, test: 'empty', ...placed }),
      fc.tuple(tests, value).map(
        ([test, one]): Comparison => ({
          ...{ field, test, value: one },
          ...placed,
        }),
      ),
      fc
        .array(value, { minLength: 1, maxLength: 3 })
        .map((values): Comparison => ({ field, test: 'in', values, ...placed })),
      fc
        .tuple(value, value)
        .map(([from, to]): Comparison => ({ field, test: 'between', from, to, ...placed })),
    )
  })

/** Which need more than a world has. */
const leaf: fc.Arbitrary<Expression> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .constantFrom(...fieldNames)
      .chain(comparisonOf)
      .map((compare) => ({ compare })),
  },
  { weight: 4, arbitrary: ofProperty.map((compare) => ({ compare })) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(...predicates)
      .map((name): Expression => ({ call: { kind: 'call', name, values: [], ...placed } })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.constantFrom(...relations),
        fc.oneof(
          fc.constantFrom('open', 'closed', 'any'),
          fc.integer({ min: 1, max: 26 }).map((n) => `TRAIL-${n}`),
          fc.constantFrom(...ids(8)),
        ),
      )
      .map(
        ([name, other]): Expression => ({
          call: { kind: 'call', name, values: [other], ...placed },
        }),
      ),
  },
)

/** Queries of all kinds, as the parser returns them, without positions. */
export const randomExpression: fc.Arbitrary<Expression> = fc.letrec<{ tree: Expression }>(
  (tie) => ({
    tree: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      leaf,
      tie('tree').map((not) => ({ not })),
      fc.array(tie('tree'), { minLength: 2, maxLength: 3 }).map((and) => ({ and })),
      fc.array(tie('tree'), { minLength: 2, maxLength: 3 }).map((or) => ({ or })),
    ),
  }),
).tree
