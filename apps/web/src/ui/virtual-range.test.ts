import { expect, it } from 'vitest'
import { inSteps } from './virtual-range.ts'

it.each([
  [0, 0, 0, 3],
  [3, 4, 0, 7],
  [4, 7, 4, 7],
  [9, 97, 8, 99],
  [98, 99, 96, 99],
])('rows %i to %i of 100 are drawn as %i to %i', (startIndex, endIndex, first, last) => {
  const range = inSteps({ startIndex, endIndex, overscan: 8, count: 100 })
  expect([range.startIndex, range.endIndex]).toEqual([first, last])
})

it('never goes past the end', () => {
  expect(inSteps({ startIndex: 0, endIndex: 1, overscan: 8, count: 2 }).endIndex).toBe(1)
})
