import { expect, it } from 'vitest'
import { inSteps, shiftBetween } from './virtual-range.ts'

const drawn = (startIndex: number, endIndex: number, most: number) => {
  const range = inSteps({ startIndex, endIndex, overscan: 8, count: 100 }, most)
  return [range.startIndex, range.endIndex]
}

it.each([
  [0, 9, [0, 9]],
  [1, 10, [0, 9 + 1]],
  [2, 10, [2, 11]],
  [95, 99, [94, 99]],
])('shows rows from %i to %i where ten are visible', (first, last, expected) => {
  expect(drawn(first, last, 10)[0]).toBe(expected[0])
  expect(drawn(first, last, 10)[1]).toBeGreaterThanOrEqual(last)
})

it('draws the same rows all through a step, though one more or less is visible', () => {
  expect(drawn(4, 13, 10)).toEqual(drawn(5, 13, 10))
  expect(drawn(4, 13, 10)).toEqual(drawn(5, 14, 10))
})

const rows = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `row ${from + at}`)
const shift = (before: string[], after: string[], first: number) =>
  shiftBetween(before, after, (key) => key, first)

it.each([
  ['rows come above', rows(0, 40), ['new', 'newer', ...rows(0, 40)], 2],
  ['a row goes above', rows(0, 40), rows(1, 40), -1],
  ['the first goes far below', rows(0, 40), [...rows(0, 20), ...rows(21, 40), 'row 20'], -1],
  ['one in sight goes far below', rows(0, 40), [...rows(0, 25), ...rows(26, 40), 'row 25'], 0],
  ['a row in sight goes above', rows(0, 40), ['row 21', ...rows(0, 21), ...rows(22, 40)], 1],
  ['they are sorted anew', rows(0, 40), rows(0, 40).toReversed(), 0],
  ['they are others', rows(0, 40), rows(50, 90), 0],
])('tells how far the rows in sight move when %s', (_, before, after, expected) => {
  expect(shift(before, after, 20)).toBe(expected)
})
