import { expect, it } from 'vitest'
import { changeOf } from './change-of.ts'

it.each([
  [{ count: 10, filter_count: 5 }, 50],
  [{ count: 5, filter_count: 10 }, -100],
  [{ count: 3, filter_count: 2 }, 33],
  [{ count: 4, filter_count: 4 }, undefined],
  [{ count: 0, filter_count: 4 }, undefined],
  [{ count: 0, filter_count: 0 }, undefined],
])('of %o is %o', (total, percent) => {
  expect(changeOf(total)).toBe(percent)
})
