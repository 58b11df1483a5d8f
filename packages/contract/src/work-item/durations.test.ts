import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatDuration, MAX_WORK_LOG_MINUTES, parseDuration } from './durations.ts'

describe('a typed duration', () => {
  it.each([
    ['1h 30m', 90],
    ['1h30m', 90],
    ['1h30', 90],
    ['1 hour 30 minutes', 90],
    ['1 Std. 30 Min.', 90],
    [' 2H ', 120],
    ['90m', 90],
    ['90', 90],
    ['45 min', 45],
    ['1.5h', 90],
    ['1,25 h', 75],
    ['0.25h', 15],
    ['1:30', 90],
    ['9:00–10:30', 90],
    ['9:00 - 10:30', 90],
    ['22:30-0:15', 105],
    ['1000h', MAX_WORK_LOG_MINUTES],
  ])('%s is %i minutes', (text, minutes) => {
    expect(parseDuration(text)).toBe(minutes)
  })

  it.each([
    ...['', ' ', '0', '0h', '0m', '-5', 'abc', '1h 30x', 'h', '1d', '1.5', '1h30s', '9:60'],
    ...['9:00–9:00', '25:00-26:00', '1001h', '60001', '1e3', '１h', '999999999999h'],
  ])('“%s” is none', (text) => {
    expect(parseDuration(text)).toBeUndefined()
  })

  it('is what it was formatted from', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MAX_WORK_LOG_MINUTES }), (minutes) => {
        expect(parseDuration(formatDuration(minutes))).toBe(minutes)
      }),
    )
  })

  it('is undefined or a time that can be logged, whatever the text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const minutes = parseDuration(text)
        expect(
          minutes === undefined ||
            (Number.isInteger(minutes) && minutes >= 1 && minutes <= MAX_WORK_LOG_MINUTES),
        ).toBe(true)
      }),
    )
  })
})

it.each([
  [0, '0h'],
  [45, '45m'],
  [60, '1h'],
  [90, '1h 30m'],
  [60_000, '1000h'],
])('%i minutes are shown as %s', (minutes, text) => {
  expect(formatDuration(minutes)).toBe(text)
})
