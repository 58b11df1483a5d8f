import { expect, it } from 'vitest'
import { presetOf } from './filter-preset.ts'

it('takes over what a filter leaves no choice of', () => {
  const filters = {
    ...{ priority: ['high'], state: ['s1'], assignees: ['u1'], labels: ['l1'] },
    ...{ cycle: ['c1'], module: ['m1'] },
  }
  expect(presetOf(filters)).toEqual({
    ...{ priority: 'high', state_id: 's1', assignee_ids: ['u1'], label_ids: ['l1'] },
    ...{ cycle_id: 'c1', module_ids: ['m1'] },
  })
})

it('leaves open what several values, none or a day would be', () => {
  const filters = {
    priority: ['high', 'low'],
    labels: ['None'],
    state: [],
    start_date: ['x;after'],
  }
  expect(presetOf(filters)).toEqual({})
  expect(presetOf(undefined)).toEqual({})
})
