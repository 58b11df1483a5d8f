import { estimateFault, minutesOf } from '@cairn/contract'
import { expect, it } from 'vitest'
import { hoursOf, valueText } from './value-text.ts'

it.each([
  ['1', '1h'],
  ['1.5', '1h 30m'],
  ['0.25', '15m'],
  ['1.3333', '1h 20m'],
  ['12', '12h'],
])('%s hours read as %s', (value, text) => {
  expect(valueText('time', value)).toBe(text)
  expect(valueText('points', value)).toBe(value)
})

it('every minute of a day is stored and read as itself', () => {
  for (let minutes = 1; minutes < 1440; minutes++) {
    const value = hoursOf(String(Math.floor(minutes / 60)), String(minutes % 60))
    expect(minutesOf(value)).toBe(minutes)
    expect(estimateFault('time', value, [])).toBeUndefined()
  }
})

// @cap:estimates.value-rules
it.each([
  ['points', '', [], 'empty'],
  ['points', 'two', [], 'not_numeric'],
  ['points', '1e3', [], 'not_numeric'],
  ['points', '0', [], 'not_positive'],
  ['time', '-1', [], 'not_positive'],
  ['points', '2.0', ['2'], 'repeated'],
  ['points', '2.5', ['2'], undefined],
  ['categories', '3', [], 'numeric'],
  ['categories', 'Easy', ['easy'], 'repeated'],
  ['categories', 'x'.repeat(21), [], 'too_long'],
  ['categories', 'Very Hard', ['Hard'], undefined],
] as const)('of %s %o beside %o is %s', (type, value, others, fault) => {
  expect(estimateFault(type, value, others)).toBe(fault)
})
