import { type CycleDay, noCounts, noPoints } from '@cairn/contract'
import { expect, it } from 'vitest'
import { recordedChart } from './recorded-chart.ts'

const cycle = {
  version: 2,
  start_date: '2026-03-02T00:00:01+00:00',
  end_date: '2026-03-04T23:59:00+00:00',
}
const day: CycleDay = {
  ...{ date: '2026-03-03', progress_date: '2026-03-03', ...noCounts, ...noPoints },
  ...{ total_issues: 5, completed_issues: 2, total_estimate_points: 8 },
}

// @cap:cycles.daily-progress
it('shows a cycle of the second version from its own records, and no other', () => {
  expect(recordedChart(cycle, [day], 'issues')).toEqual({
    '2026-03-02': null,
    '2026-03-03': 3,
    '2026-03-04': null,
  })
  expect(recordedChart(cycle, [day], 'points')['2026-03-03']).toBe(8)
  const counted = { '2026-03-02': 5, '2026-03-03': 5, '2026-03-04': null }
  expect(recordedChart({ ...cycle, version: 1 }, [day], 'issues', counted)).toBe(counted)
  expect(recordedChart(cycle, undefined, 'issues', counted)).toBe(counted)
  expect(recordedChart(cycle, [day], 'issues', counted)).toEqual({ ...counted, '2026-03-03': 3 })
})
