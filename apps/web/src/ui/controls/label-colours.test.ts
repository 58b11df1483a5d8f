import { expect, it } from 'vitest'
import { readHex } from './label-colours.ts'

it.each([
  ['#F59E0B', '#f59e0b'],
  [' f59e0b ', '#f59e0b'],
  ['#abc', '#aabbcc'],
  ['red', undefined],
  ['#12345', undefined],
  ['', undefined],
])('reads %o as %o', (typed, hex) => {
  expect(readHex(typed)).toBe(hex)
})
