import type { PropertyValue, WorkItem } from '@cairn/contract'
import { matches, readFilters } from '@cairn/work-item-query/browser'
import { parse, print } from '@cairn/work-item-query/language'
import { expect, it } from 'vitest'
import type { Filters } from './list-settings.ts'
import { stored, toExpression, toFilters } from './query-tree.ts'

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`

const queryOf = (filters: Filters) => {
  const whole = toExpression(filters)
  return whole ? print(whole) : ''
}

/** Of the properties with the ids 1 to 9. */
const both: [Filters, string][] = [
  [{ [`property_option_${id(1)}`]: [id(5)] }, `[option:${id(1)}] = "${id(5)}"`],
  [{ [`property_option_${id(1)}__not`]: ['None'] }, `[option:${id(1)}] is not empty`],
  [
    { [`property_option_${id(1)}`]: ['None', id(5), id(6)] },
    `[option:${id(1)}] is empty or [option:${id(1)}] in ("${id(5)}", "${id(6)}")`,
  ],
  [
    { [`property_person_${id(2)}__not`]: [id(5), id(6)] },
    `[person:${id(2)}] not in ("${id(5)}", "${id(6)}")`,
  ],
  [{ [`property_item_${id(3)}__not`]: [id(5)] }, `[item:${id(3)}] != "${id(5)}"`],
  [{ [`property_number_${id(4)}`]: ['5..10'] }, `[number:${id(4)}] between 5 and 10`],
  [{ [`property_number_${id(4)}`]: ['-1.5..'] }, `[number:${id(4)}] >= -1.5`],
  [{ [`property_number_${id(4)}`]: ['..7'] }, `[number:${id(4)}] <= 7`],
  [{ [`property_number_${id(4)}`]: ['7'] }, `[number:${id(4)}] = 7`],
  [{ [`property_number_${id(4)}`]: ['None'] }, `[number:${id(4)}] is empty`],
  [{ [`property_boolean_${id(5)}`]: ['true'] }, `[boolean:${id(5)}] = true`],
  [{ [`property_boolean_${id(5)}__not`]: ['false'] }, `[boolean:${id(5)}] != false`],
  [{ [`property_text_${id(6)}`]: ['a%2C%20b%22'] }, `[text:${id(6)}] ~ "a, b\\""`],
  [{ [`property_link_${id(7)}`]: ['cairn'] }, `[link:${id(7)}] ~ cairn`],
  [
    { [`property_date_${id(8)}`]: ['2026-01-01;after', '2026-01-31;before'] },
    `[date:${id(8)}] between 2026-01-01 and 2026-01-31`,
  ],
  [{ [`property_date_${id(8)}`]: ['1_weeks;after;fromnow'] }, `[date:${id(8)}] >= today + 7d`],
  [
    { [`property_datetime_${id(9)}`]: ['this_week'] },
    `[datetime:${id(9)}] between startOfWeek() and endOfWeek()`,
  ],
  [
    { priority: ['high'], [`property_number_${id(4)}`]: ['5..'] },
    `priority = high and [number:${id(4)}] >= 5`,
  ],
]

it.each(both)('%j is written %s, and becomes the same filters again', (filters, query) => {
  expect(queryOf(filters)).toBe(query)
  expect(toFilters(parse(query))).toEqual(filters)
})

const reader = { today: '2026-01-10', timezone: 'Europe/Berlin' }
const listed = { items: 'listed' } as const

/** An item with this value of each property that may have it. */
const rowWith = (value?: PropertyValue) =>
  ({
    ...{ priority: 'high', state__group: 'started', archived_at: null },
    ...{ is_draft: false, is_epic: false },
    property_values:
      value === undefined
        ? {}
        : Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => [id(n), value])),
  }) as unknown as WorkItem

const kinds: Record<string, PropertyValue[]> = {
  option: [[id(5)], [id(6)], [id(7)], [id(6), id(8)]],
  number: [-2, -1.5, 5, 7, 8, 10, 11],
  boolean: [true, false],
  text: ['A, B"', 'a', 'https://Cairn.example'],
  date: ['2025-12-31', '2026-01-01', '2026-01-31', '2026-02-01', '2026-01-16', '2026-01-17'],
  datetime: ['2026-01-04T22:59:59.000Z', '2026-01-04T23:00:00.000Z', '2026-01-11T23:00:00.000Z'],
}
const alike: Record<string, string> = { person: 'option', item: 'option', link: 'text' }

it.each(both)('%j and its query are met by the same items', (filters, query) => {
  const params = Object.fromEntries(
    Object.entries(filters).map(([key, values]) => [key, values?.join(',') ?? '']),
  )
  const [, kind = ''] = /property_([a-z]+)_/.exec(Object.keys(filters).at(-1) ?? '') ?? []
  const rows = [undefined, ...(kinds[alike[kind] ?? kind] ?? [])].map(rowWith)
  const met = (given: Record<string, string>) =>
    rows.map((row) => matches(row, { filters: readFilters(given, reader) }, listed))
  expect(met({ pql: query })).toEqual(met(params))
  // How a database compares letters is for it to say.
  const isText = kind === 'text' || kind === 'link'
  expect(new Set(met(params))).toEqual(new Set(isText ? [false, undefined] : [true, false]))
})

it.each([
  `[number:${id(4)}] > 5`,
  `[number:${id(4)}] != 5`,
  `not [date:${id(8)}] = 2026-01-01`,
  `[text:${id(6)}] = exact`,
  `[person:${id(2)}] = me`,
  '[Severity] = Major',
  `[option:${id(1)}] = "${id(5)}" or [number:${id(4)}] = 7`,
])('no filter says %s: it stays a query', (query) => {
  expect(stored(parse(query))).toEqual({ pql: [query] })
})
