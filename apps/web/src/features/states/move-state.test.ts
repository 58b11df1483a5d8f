import type { State, StateGroup } from '@cairn/contract'
import { expect, it } from 'vitest'
import { placeAt, placeByStep, placeInto } from './move-state.ts'

const state = (id: string, group: StateGroup, sequence: number) =>
  ({ id, name: id, group, sequence }) as State

const todo = state('todo', 'unstarted', 25_000)
const doing = state('doing', 'started', 35_000)
const review = state('review', 'started', 45_000)
const done = state('done', 'completed', 55_000)
const states = [todo, doing, review, done]

it('goes midway between two neighbours, and a whole step beyond the first and the last', () => {
  expect(placeAt(states, 'done', review, 'before')).toEqual({ group: 'started', sequence: 40_000 })
  expect(placeAt(states, 'done', doing, 'before')).toEqual({
    group: 'started',
    sequence: 35_000 - 65_535,
  })
  expect(placeAt(states, 'todo', review, 'after')).toEqual({
    group: 'started',
    sequence: 45_000 + 65_535,
  })
})

it('does not count itself among its neighbours', () => {
  expect(placeAt(states, 'doing', review, 'after')).toEqual({
    group: 'started',
    sequence: 45_000 + 65_535,
  })
})

it('starts an empty group', () => {
  expect(placeInto(states, 'todo', 'cancelled')).toEqual({ group: 'cancelled', sequence: 65_535 })
})

it('steps within its group, then into the next, and stays at the very ends', () => {
  expect(placeByStep(states, review, 'up')).toEqual({
    group: 'started',
    sequence: 35_000 - 65_535,
  })
  expect(placeByStep(states, doing, 'up')).toEqual({
    group: 'unstarted',
    sequence: 25_000 + 65_535,
  })
  expect(placeByStep(states, review, 'down')).toEqual({
    group: 'completed',
    sequence: 55_000 - 65_535,
  })
  expect(placeByStep(states, todo, 'up')).toEqual({ group: 'backlog', sequence: 65_535 })
  const last = state('cancelled', 'cancelled', 1)
  expect(placeByStep([...states, last], last, 'down')).toBeUndefined()
})
