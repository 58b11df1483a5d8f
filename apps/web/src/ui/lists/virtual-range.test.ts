import { expect, it } from 'vitest'
import { inSteps } from './virtual-range.ts'

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
