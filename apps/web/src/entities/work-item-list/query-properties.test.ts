import type { WorkItemProperty } from '@cairn/contract'
import { parse, print, QueryTextNotValid, resolve, slotAt } from '@cairn/work-item-query/language'
import { expect, it } from 'vitest'
import { withIds, withNames } from './query-names.ts'
import { suggestionsFor } from './query-suggestions.ts'
import type { QueryWords } from './query-words.ts'

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
const property = (
  n: number,
  name: string,
  kind: WorkItemProperty['kind'],
  options: string[] = [],
) =>
  ({
    ...{ id: id(n), name, kind, is_active: true, type_id: `type ${n}` },
    options: options.map((name, at) => ({ id: id(n + at + 1), name })),
  }) as unknown as WorkItemProperty

const words: QueryWords = {
  optionsOf: (field) => (field === 'assignees' ? [{ value: id(9), label: 'Ada' }] : []),
  properties: [
    property(1, 'Severity', 'option', ['Minor', 'Major']),
    property(4, 'Effort', 'number'),
    property(5, 'Tester', 'person'),
    property(6, 'Size', 'number'),
    property(7, 'Size', 'text'),
  ],
  typeNames: new Map([
    ['type 6', 'Bug'],
    ['type 7', 'Idea'],
  ]),
}

it.each([
  ['[severity] = major', `[option:${id(1)}] = ${id(3)}`, '[Severity] = Major'],
  ['[Severity] != Major', `[option:${id(1)}] != ${id(3)}`, '[Severity] != Major'],
  ['[Tester] in (Ada, me)', `[person:${id(5)}] in (${id(9)}, me)`, '[Tester] in (Ada, me)'],
  ['not [Effort] is empty', `[number:${id(4)}] is not empty`, '[Effort] is not empty'],
  ['[Size] = 5', `[number:${id(6)}] = 5 or [text:${id(7)}] = 5`, '[Size] = 5'],
  ['[Size (bug)] > 5', `[number:${id(6)}] > 5`, '[Size (Bug)] > 5'],
  [
    '[Size (Idea)] ~ 5 or [Size (Bug)] = 5',
    `[text:${id(7)}] ~ 5 or [number:${id(6)}] = 5`,
    '[Size (Idea)] ~ 5 or [Size (Bug)] = 5',
  ],
  ['[Size] is empty', `[number:${id(6)}] is empty or [text:${id(7)}] is empty`, '[Size] is empty'],
])('%s is stored by ids and kinds, and read by names', (written, stored, shown) => {
  const exact = withIds(parse(written), words)
  expect(print(exact).replaceAll('"', '')).toBe(stored)
  expect(print(withNames(parse(print(exact)), words))).toBe(shown)
})

it.each([
  ['[Nothing] = 1', 'field', 1],
  ['[Severity] = Huge', 'value', 14],
  ['[Effort] = soon', 'value', 12],
])('%s is an error at its place', (written, problem, position) => {
  const read = () =>
    resolve(withIds(parse(written), words), { today: '2026-01-01', timezone: 'UTC' })
  expect(read).toThrow(QueryTextNotValid)
  try {
    read()
  } catch (error) {
    expect(error).toMatchObject({ problem, position })
  }
})

const offered = (text: string) =>
  suggestionsFor(slotAt(text, text.length), words).map((one) => one.text)

it('completes properties, their operators and their values', () => {
  expect(offered('[sev')).toEqual(['[Severity]'])
  expect(offered('[')).toEqual(
    ['Severity', 'Effort', 'Tester', 'Size', 'Size (Bug)', 'Size (Idea)'].map(
      (name) => `[${name}]`,
    ),
  )
  expect(offered('size')).toEqual(['[Size]', '[Size (Bug)]', '[Size (Idea)]'])
  expect(offered('effo')).toContain('[Effort]')
  expect(offered('[Severity] ')).toContain('is not empty')
  expect(offered('[Effort] ')).toContain('between')
  expect(offered('[Severity] = ')).toEqual(['Minor', 'Major'])
  expect(offered('[Tester] = ')).toEqual(['me', 'Ada'])
})
