import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomExpression } from '../test-kit/random-text.ts'
import { type Expression, parse } from './grammar.ts'
import { print } from './print.ts'
import { fieldLike, resolve } from './resolve.ts'
import { slotAt, spansOf } from './scan.ts'
import { QueryTextNotValid } from './tokens.ts'

const asking = { today: '2026-11-16', timezone: 'UTC', me: '00000000-0000-4000-8000-000000000001' }

/** Without positions. */
const bare = (expression: Expression): unknown =>
  JSON.parse(
    JSON.stringify(expression, (key, value) =>
      key === 'position' || key === 'length' ? undefined : value,
    ),
  )

it('is read as it is printed, and printed as it is read', () => {
  fc.assert(
    fc.property(randomExpression, (expression) => {
      const text = print(expression)
      expect(bare(parse(text, 1000))).toEqual(bare(expression))
      expect(print(parse(text, 1000))).toBe(text)
    }),
    { numRuns: 500 },
  )
})

it.each([
  ['STATE IN ("Todo", \'In progress\') AND NOT assignee = Nora', undefined],
  ['dueDate < today() AND createdAt >= daysAgo(3)', 'due < today() and created >= daysAgo(3)'],
  ['due < today-7d', 'due < today - 7d'],
  ['due between yesterday AND today + 2w', 'due between yesterday and today + 2w'],
  ['updated by me', undefined],
  ['updatedBy = currentUser()', 'updated by currentUser()'],
  ['Was In State "In review"', 'was in state "In review"'],
  ['blocked by open and not blocked by TRAIL-12', undefined],
  ['blockedBy("TRAIL-12")', 'blocked by TRAIL-12'],
  ['childOf(ABC-1) or parentOf(open)', 'childOf(ABC-1) or parentOf(open)'],
  ['title ~ "say \\"hello\\""', undefined],
  ['label is not empty and (label = Fehler or label = "und")', undefined],
  ['not (priority = high and isOverdue())', undefined],
  ['Label = Ärger', 'label = Ärger'],
])('%s', (text, printed) => {
  const read = print(parse(text))
  if (printed) expect(read).toBe(printed)
  expect(print(parse(read))).toBe(read)
})

/** Runs the reader and returns what it says, and the part it says it about. */
function refusal(text: string): [string, string] | undefined {
  try {
    resolve(parse(text), asking)
    return undefined
  } catch (error) {
    if (!(error instanceof QueryTextNotValid)) throw error
    const at = error.position - 1
    return [error.problem, text.slice(at, at + error.length)]
  }
}

describe('an error', () => {
  it.each([
    ['state = Todo and labl = Bug', 'field', 'labl'],
    ['priority > low', 'operator', 'priority'],
    ['priority = hihg', 'value', 'hihg'],
    ['due < soon', 'value', 'soon'],
    ['due < today and (label = Bug', 'expected', ''],
    ['title ~ "open', 'unclosed', '"open'],
    ['title ; x', 'unexpected', ';'],
    ['nothing()', 'function', 'nothing()'],
    ['isOverdue(1)', 'value', 'isOverdue(1)'],
    ['blocked by someone', 'value', 'blocked by someone'],
    ['label = currentUser()', 'value', 'currentUser()'],
    [`label in (${'a, '.repeat(250)}a)`, 'limit', ')'],
    [Array(51).fill('isOverdue()').join(' or '), 'limit', 'isOverdue'],
    [`${'not '.repeat(60)}isOverdue()`, 'too_deep', 'not'],
    [`title ~ "${'x'.repeat(4000)}"`, 'too_long', undefined],
  ])('in %s is at its place', (text, problem, part) => {
    const found = refusal(text)
    expect(found?.[0]).toBe(problem)
    if (part !== undefined) expect(found?.[1]).toBe(part)
  })

  it('offers the field that was probably meant', () => {
    expect(fieldLike('labl')).toBe('label')
    expect(fieldLike('asignee')).toBe('assignee')
    expect(fieldLike('xyzzy')).toBeUndefined()
  })

  it('is never a fault, whatever is typed', () => {
    const words = [
      ...['state', 'due', 'label', '=', '<', 'in', 'is', 'not', 'empty', 'and', 'or', '(', ')'],
      ...[',', '"', "'", 'today', '- 7d', 'me', 'was', 'blocked by', 'open', '\\', '2026-01-31'],
      ...['between', 'TRAIL-1', 'isOverdue()', '5', 'Ä', '\u0000', '😀'],
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words), { maxLength: 14 }), fc.nat(80), (some, n) => {
        const text = some.join(' ')
        refusal(text)
        for (const { from, to } of spansOf(text)) expect(from).toBeLessThan(to)
        expect(slotAt(text, Math.min(n, text.length)).from).toBeLessThanOrEqual(text.length)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('while it is typed', () => {
  it.each([
    ['|', 'field', ''],
    ['la|', 'field', 'la'],
    ['label |', 'operator', ''],
    ['label = |', 'value', ''],
    ['label = Bu|', 'value', 'Bu'],
    ['label = "In pr|', 'value', 'In pr'],
    ['label in (Bug, |', 'value', ''],
    ['label in (Bug) |', 'join', ''],
    ['label = Bug and |', 'field', ''],
    ['not (due < to|', 'value', 'to'],
    ['due between today and |', 'value', ''],
    ['updated by |', 'operator', ''],
    ['label is |', 'empty', ''],
    ['isOverdue() |', 'join', ''],
  ])('%s offers a %s', (marked, kind, typed) => {
    const caret = marked.indexOf('|')
    const slot = slotAt(marked.replace('|', ''), caret)
    expect([slot.kind, slot.typed]).toEqual([kind, typed])
  })

  it('has its parts in different colours', () => {
    const text = 'state in (Todo) and labl = Bug and due < today - 7d'
    const roles = spansOf(text).map(({ from, to, role }) => [text.slice(from, to), role])
    expect(roles).toEqual([
      ['state', 'field'],
      ['in', 'keyword'],
      ['(', 'keyword'],
      ['Todo', 'value'],
      [')', 'keyword'],
      ['and', 'keyword'],
      ['labl', 'unknown'],
      ['=', 'keyword'],
      ['Bug', 'value'],
      ['and', 'keyword'],
      ['due', 'field'],
      ['<', 'keyword'],
      ['today', 'date'],
      ['- 7d', 'date'],
    ])
  })
})
