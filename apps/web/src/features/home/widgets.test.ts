import { expect, it } from 'vitest'
import { orderAt } from './widgets.ts'

const others = [{ sort_order: 999 }, { sort_order: 997 }]

it.each([
  [0, 10_999],
  [1, 998],
  [2, -9_003],
])('put at place %i a widget is ordered %d', (place, order) => {
  expect(orderAt(others, place)).toBe(order)
})

it('has a place among none', () => {
  expect(orderAt([], 0)).toBe(10_000)
})
