import { expect, it } from 'vitest'
import { nextFocus, stickyAt } from './virtual-focus.ts'

// A header, two rows, a header, one row.
const headers = [0, 3]

it.each([
  ['ArrowDown', 1, 2],
  ['ArrowDown', 2, 4],
  ['j', 4, undefined],
  ['ArrowUp', 4, 2],
  ['k', 1, undefined],
  ['Home', 4, 1],
  ['End', 1, 4],
  ['Enter', 1, undefined],
])('%s on row %o goes to %o', (key, at, next) => {
  expect(nextFocus(key, at, 5, headers)).toBe(next)
})

it.each([
  [0, 0],
  [2, 0],
  [3, 3],
  [9, 3],
])('with row %o on top, header %o sticks', (firstVisible, header) => {
  expect(stickyAt(headers, firstVisible)).toBe(header)
})

it('sticks nothing in a list without groups', () => {
  expect(stickyAt([], 7)).toBe(-1)
})
