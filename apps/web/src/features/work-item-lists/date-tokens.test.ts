import { expect, it } from 'vitest'
import { meetsDates } from './date-tokens.ts'

const today = '2026-11-15'

it.each([
  ['2026-11-20', '2026-11-20', true],
  ['2026-11-20;after', '2026-11-20', true],
  ['2026-11-20;before', '2026-11-21', false],
  ['2026-11-01;after,2026-11-30;before', '2026-11-15', true],
  ['2026-11-01;after,2026-11-30;before', '2026-12-01', false],
  ['1_weeks;after;fromnow', '2026-11-22', true],
  ['1_weeks;after;fromnow', '2026-11-21', false],
  ['1_months;after;fromnow', '2026-12-15', true],
  ['2_weeks;before;ago', '2026-11-01', true],
  ['nonsense', '2026-11-15', false],
  ['None', null, true],
  ['2026-11-20', null, false],
  ['None,2026-11-20', '2026-11-20', true],
])('%s is met by %s: %s', (tokens, day, meets) => {
  expect(meetsDates(tokens, day, today)).toBe(meets)
})
