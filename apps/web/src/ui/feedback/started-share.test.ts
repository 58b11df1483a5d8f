import { expect, it } from 'vitest'
import { startedQuarter } from './started-share.ts'

it.each([
  [1, 1, 0.5],
  [1, 2, 0.25],
  [2, 2, 0.75],
  [1, 3, 0.25],
  [2, 3, 0.5],
  [3, 3, 0.75],
  [undefined, undefined, 0.5],
])('fills state %o of %o to %o', (position, count, share) => {
  expect(startedQuarter(position, count)).toBe(share)
})
