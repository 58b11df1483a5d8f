import { noCounts, noPoints } from '@cairn/contract'
import { expect, it } from 'vitest'
import { pendingIn, sharesByAssignee, sharesByLabel, sharesByState } from './shares.ts'

const distribution = {
  assignees: [
    {
      ...{ assignee_id: 'ada', display_name: 'Ada', first_name: 'Ada', last_name: 'L' },
      ...{ avatar_url: '/ada.png', total_issues: 4, completed_issues: 1, pending_issues: 3 },
    },
    {
      ...{ assignee_id: null, display_name: null, first_name: null, last_name: null },
      ...{ avatar_url: null, total_estimates: null, completed_estimates: null },
    },
  ],
  labels: [{ label_id: null, label_name: null, color: null, total_issues: 2, completed_issues: 2 }],
  completion_chart: {},
}

it('reads who has done what, in items or in points', () => {
  expect(sharesByAssignee(distribution, 'issues')).toEqual([
    {
      filter: { key: 'assignees', value: 'ada' },
      ...{ name: 'Ada', photo: '/ada.png', done: 1, total: 4 },
    },
    { filter: { key: 'assignees', value: 'None' }, name: null, photo: null, done: 0, total: 0 },
  ])
  expect(sharesByAssignee(distribution, 'points').map(({ total }) => total)).toEqual([0, 0])
})

it('asks for what has no label by None', () => {
  expect(sharesByLabel(distribution, 'issues')).toEqual([
    { filter: { key: 'labels', value: 'None' }, name: null, done: 2, total: 2 },
  ])
})

it('counts each group of states against what counts, and what was canceled against all', () => {
  const numbers = {
    ...noCounts,
    ...noPoints,
    ...{ total_issues: 6, started_issues: 2, completed_issues: 3, cancelled_issues: 1 },
    total_estimate_points: 8,
  }
  const shares = sharesByState(numbers, 'issues')
  expect(shares.map(({ group, done, total }) => `${group} ${done}/${total}`)).toEqual([
    'backlog 0/5',
    'unstarted 0/5',
    'started 2/5',
    'completed 3/5',
    'cancelled 1/6',
  ])
  expect(shares[2]?.filter).toEqual({ key: 'state_group', value: 'started' })
  expect([pendingIn('issues', numbers), pendingIn('points', numbers)]).toEqual([2, 8])
})
