import { expect, it } from 'vitest'
import { stepAround } from './step-around.ts'

it.each([
  ['a', 1, 'b'],
  ['b', -1, 'a'],
  ['c', 1, 'a'],
  ['a', -1, 'c'],
  ['gone', 1, 'a'],
  [undefined, 1, 'a'],
  [undefined, -1, 'c'],
] as const)('from %s by %i to %s', (from, step, to) => {
  expect(stepAround(['a', 'b', 'c'], from, step)).toBe(to)
})

it('leads nowhere in an empty list', () => {
  expect(stepAround([], 'a', 1)).toBeUndefined()
})
