import { describe, expect, it } from 'vitest'
import { nextDays, parseRule, ruleText } from './recurrence.ts'

const days = (text: string, start: string, limit = 4, from = start) => {
  const rule = parseRule(text)
  if (!rule) throw new Error(`no rule: ${text}`)
  return nextDays(rule, start, from, limit)
}

describe('the days of a rule', () => {
  it.each([
    ['FREQ=DAILY', '2026-02-27', ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02']],
    [
      'FREQ=DAILY;INTERVAL=10',
      '2026-12-25',
      ['2026-12-25', '2027-01-04', '2027-01-14', '2027-01-24'],
    ],
    ['FREQ=WEEKLY', '2026-11-19', ['2026-11-19', '2026-11-26', '2026-12-03', '2026-12-10']],
    // From a Thursday: Monday and Thursday of every second week.
    [
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=TH,MO',
      '2026-11-19',
      ['2026-11-19', '2026-11-30', '2026-12-03', '2026-12-14'],
    ],
    // Sunday ends a week.
    [
      'FREQ=WEEKLY;BYDAY=SU,MO',
      '2026-11-16',
      ['2026-11-16', '2026-11-22', '2026-11-23', '2026-11-29'],
    ],
    // Months without a 31st have none.
    ['FREQ=MONTHLY', '2026-01-31', ['2026-01-31', '2026-03-31', '2026-05-31', '2026-07-31']],
    [
      'FREQ=MONTHLY;BYMONTHDAY=-1',
      '2026-01-15',
      ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30'],
    ],
    [
      'FREQ=MONTHLY;BYDAY=1MO',
      '2026-11-19',
      ['2026-12-07', '2027-01-04', '2027-02-01', '2027-03-01'],
    ],
    [
      'FREQ=MONTHLY;BYDAY=-1FR',
      '2026-11-19',
      ['2026-11-27', '2026-12-25', '2027-01-29', '2027-02-26'],
    ],
    ['FREQ=YEARLY', '2024-02-29', ['2024-02-29', '2028-02-29', '2032-02-29', '2036-02-29']],
    ['FREQ=DAILY;COUNT=2', '2026-11-19', ['2026-11-19', '2026-11-20']],
    ['FREQ=WEEKLY;UNTIL=20261126', '2026-11-19', ['2026-11-19', '2026-11-26']],
  ])('%s from %s', (text, start, expected) => {
    expect(days(text, start)).toEqual(expected)
  })

  it('from a later day on are the same ones', () => {
    expect(days('FREQ=DAILY;INTERVAL=3', '2020-01-01', 2, '2026-11-19')).toEqual([
      ...['2026-11-19', '2026-11-22'],
    ])
    expect(days('FREQ=DAILY;COUNT=3', '2026-01-01', 2, '2026-01-03')).toEqual(['2026-01-03'])
    expect(days('FREQ=DAILY;COUNT=3', '2026-01-01', 2, '2026-01-04')).toEqual([])
  })

  it('end where none will ever come', () => {
    expect(days('FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=31', '2026-02-01')).toEqual([])
  })
})

describe('the text of a rule', () => {
  it.each([
    'FREQ=DAILY',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH',
    'FREQ=MONTHLY;BYDAY=-1FR;COUNT=5',
    'FREQ=MONTHLY;BYMONTHDAY=-1;UNTIL=20271231',
  ])('%s is read and written', (text) => {
    const rule = parseRule(text)
    expect(rule && ruleText(rule)).toBe(text)
  })

  it.each([
    ...['', 'daily', 'FREQ=HOURLY', 'FREQ=DAILY;INTERVAL=0', 'FREQ=DAILY;BYHOUR=3'],
    ...['FREQ=DAILY;FREQ=WEEKLY', 'FREQ=MONTHLY;BYDAY=MO', 'FREQ=MONTHLY;BYMONTHDAY=32'],
    ...['FREQ=WEEKLY;BYDAY=XX', 'FREQ=DAILY;UNTIL=20261301', 'FREQ=DAILY;COUNT=2;UNTIL=20261231'],
  ])('%s is no rule', (text) => {
    expect(parseRule(text)).toBeUndefined()
  })
})
