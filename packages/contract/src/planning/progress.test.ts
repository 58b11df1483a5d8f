import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chartPoints, completionChart, daysBetween, donePercent, percentOf } from './progress.ts'

it('counts calendar days, over month and year ends and clock changes', () => {
  expect(daysBetween('2026-12-30', '2027-01-02')).toEqual([
    '2026-12-30',
    '2026-12-31',
    '2027-01-01',
    '2027-01-02',
  ])
  expect(daysBetween('2026-03-28', '2026-03-30')).toHaveLength(3)
  expect(daysBetween('2026-03-28', '2026-03-28')).toEqual(['2026-03-28'])
  expect(daysBetween('2026-03-28', '2026-03-27')).toEqual([])
})

describe('a chart of what remains', () => {
  const span = { first: '2026-03-02', last: '2026-03-05', today: '2026-03-04' }

  it('takes away what was done until each day and does not know the future', () => {
    const done = [
      { day: '2026-03-04', done: 2 },
      { day: '2026-02-20', done: 1 },
      { day: '2026-03-03', done: 3 },
    ]
    expect(completionChart(10, done, span)).toEqual({
      '2026-03-02': 9,
      '2026-03-03': 6,
      '2026-03-04': 4,
      '2026-03-05': null,
    })
  })

  it('leaves no dust behind the comma', () => {
    const done = ['2026-03-02', '2026-03-03', '2026-03-04'].map((day) => ({ day, done: 0.1 }))
    expect(completionChart(0.3, done, span)['2026-03-04']).toBe(0)
  })

  it('leaves what was cancelled out of everything, and runs ideally to nothing', () => {
    const chart = completionChart(10, [{ day: '2026-03-03', done: 2 }], span)
    expect(chartPoints(chart, 10, 1)).toEqual([
      { day: '2026-03-02', scope: 9, pending: 9, completed: 0, ideal: 9 },
      { day: '2026-03-03', scope: 9, pending: 7, completed: 2, ideal: 6 },
      { day: '2026-03-04', scope: 9, pending: 7, completed: 2, ideal: 3 },
      { day: '2026-03-05', scope: 9, pending: null, completed: null, ideal: 0 },
    ])
    expect(chartPoints({}, 10, 1)).toEqual([])
    expect(chartPoints({ '2026-03-02': 4 }, 4, 0)).toMatchObject([{ pending: 4, ideal: 0 }])
  })
})

it('says 0 only of nothing and 100 only of everything', () => {
  fc.assert(
    fc.property(fc.nat(10_000), fc.nat(10_000), (part, rest) => {
      const percent = percentOf(part, part + rest)
      expect(percent === 0).toBe(part === 0)
      expect(percent === 100).toBe(part > 0 && rest === 0)
    }),
  )
  const counts = { total_issues: 8, completed_issues: 3, cancelled_issues: 1 }
  expect(donePercent(counts)).toBe(43)
  expect(donePercent({ total_issues: 2, completed_issues: 0, cancelled_issues: 2 })).toBe(0)
})
