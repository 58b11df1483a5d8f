import { expect, it } from 'vitest'
import { normalFilters, toParams } from './normal-filters.ts'

const one = '0a5c3a52-8a33-4d8b-8f57-0c0f3e1c6d11'
const two = '1b5c3a52-8a33-4d8b-8f57-0c0f3e1c6d22'

it.each([
  [{}, {}],
  [{ priority: null, labels: [] }, {}],
  [{ priority: ['high', 'urgent', 'high', 'enormous'] }, { priority: ['high', 'urgent'] }],
  [{ labels: [two.toUpperCase(), one, 'None', 'nothing'] }, { labels: [one, two, 'None'].sort() }],
  [{ assignees: [`${one}, ${two}`] }, { assignees: [one, two] }],
  [{ state: ['None'] }, {}],
  [
    { target_date: ['2_weeks;after;fromnow', 'someday', '2026-05-01;before'] },
    { target_date: ['2026-05-01;before', '2_weeks;after;fromnow'] },
  ],
  [
    { target_date: ['overdue', 'TODAY', '7_days;within;fromnow'], labels__not: [one, 'None'] },
    { labels__not: [one, 'None'], target_date: ['7_days;within;fromnow', 'overdue'] },
  ],
  [{ per_page: ['5'], group_by: ['state_id'], planet: ['x'] }, {}],
])('writes %o as %o', (filters, normal) => {
  expect(normalFilters(filters)).toEqual(normal)
  expect(normalFilters(normal)).toEqual(normal)
})

it('says them as an address does', () => {
  expect(toParams({ priority: ['high', 'low'], labels: null, state: [] })).toEqual({
    priority: 'high,low',
  })
})
