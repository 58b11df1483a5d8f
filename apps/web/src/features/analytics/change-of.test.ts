import { expect, it } from 'vitest'
import { changeOf } from './change-of.ts'

it.each([
  [
    { count: 10, filter_count: 5 },
    { difference: 5, percent: 100 },
  ],
  [
    { count: 5, filter_count: 10 },
    { difference: -5, percent: -50 },
  ],
  [
    { count: 1, filter_count: 3 },
    { difference: -2, percent: -67 },
  ],
  [
    { count: 4, filter_count: 4 },
    { difference: 0, percent: 0 },
  ],
  [
    { count: 0, filter_count: 4 },
    { difference: -4, percent: -100 },
  ],
  [
    { count: 4, filter_count: 0 },
    { difference: 4, percent: undefined },
  ],
  [
    { count: 0, filter_count: 0 },
    { difference: 0, percent: undefined },
  ],
])('of %o is %o', (total, change) => {
  expect(changeOf(total)).toEqual(change)
})
