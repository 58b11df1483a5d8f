import { expect, it } from 'vitest'
import { conditionOf, senseOf, withChoice, withCondition } from './filter-changes.ts'

it('chooses, turns round and gives up a value; it is never both', () => {
  const wanted = withChoice({}, 'labels', 'bug', 'is')
  expect(wanted).toMatchObject({ labels: ['bug'] })
  expect(senseOf(wanted, 'labels', 'bug')).toBe('is')
  const turned = withChoice(wanted, 'labels', 'bug', 'not')
  expect(turned).toMatchObject({ labels: [], labels__not: ['bug'] })
  expect(senseOf(turned, 'labels', 'bug')).toBe('not')
  expect(withChoice(turned, 'labels', 'bug', 'not')).toMatchObject({ labels: [], labels__not: [] })
})

it('has no opposite of a day', () => {
  expect(withChoice({}, 'target_date', 'overdue', 'not')).toEqual({ target_date: ['overdue'] })
})

it('reads as what it says', () => {
  expect(conditionOf(['bug'], 'is')).toBe('is')
  expect(conditionOf(['bug', 'None'], 'not')).toBe('is_not')
  expect(conditionOf(['None'], 'is')).toBe('has_none')
  expect(conditionOf(['None'], 'not')).toBe('has_any')
})

it('keeps the values when the condition is turned round, and joins those already there', () => {
  const filters = { labels: ['bug', 'map'], labels__not: ['ios'] }
  expect(withCondition(filters, 'labels', 'is', 'is_not')).toEqual({
    labels: [],
    labels__not: ['ios', 'bug', 'map'],
  })
  expect(withCondition({ labels: ['bug'] }, 'labels', 'is', 'has_none')).toEqual({
    labels: ['None'],
  })
  expect(withCondition({ labels: ['None'] }, 'labels', 'is', 'has_any')).toEqual({
    labels: [],
    labels__not: ['None'],
  })
})
