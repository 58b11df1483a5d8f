import type { WorkItem } from '@cairn/contract'
import { describe, expect, it } from 'vitest'
import { dropOrder, dropPatch, movesBetween } from './drop.ts'

const item = {
  id: '1',
  sort_order: 500,
  label_ids: ['bug', 'map'],
  assignee_ids: ['ada'],
  module_ids: ['editor', 'sync'],
} as unknown as WorkItem
const at = (sort_order: number) => ({ id: `at ${sort_order}`, sort_order }) as WorkItem
const others = [at(1000), at(2000)]

it.each([
  ['an empty group', undefined, undefined, 65_535],
  ['the first place', undefined, 1000, 1000 - 65_535],
  ['the last place', 2000, undefined, 2000 + 65_535],
  ['between two', 1000, 2000, 1500],
])('%s', (_, before, after, order) => {
  expect(dropOrder(before, after)).toBe(order)
})

describe('to another group', () => {
  const drop = (group: string, from: string) => ({
    item,
    from: { group: from },
    to: { group },
    others,
    index: 1,
  })

  it('changes its property and its place', () => {
    expect(dropPatch(drop('done', 'todo'), 'state', null)).toEqual({
      state_id: 'done',
      sort_order: 1500,
    })
    expect(dropPatch(drop('high', 'none'), 'priority', null)).toMatchObject({ priority: 'high' })
  })

  it('gives the state that stands for a group in the item’s project, or nothing', () => {
    const stateIn = (_: string, group: string) => (group === 'started' ? 'doing' : undefined)
    const into = (group: string) =>
      dropPatch({ ...drop(group, 'backlog'), index: undefined }, 'state_detail.group', null, {
        stateIn,
      })
    expect(into('started')).toMatchObject({ state_id: 'doing' })
    expect(into('completed')).toBeUndefined()
  })

  it('takes one label or person and gives the other; to none only takes', () => {
    expect(dropPatch(drop('sync', 'bug'), 'labels', null)?.label_ids).toEqual(['map', 'sync'])
    expect(dropPatch(drop('map', 'bug'), 'labels', null)?.label_ids).toEqual(['map'])
    expect(dropPatch(drop('None', 'ada'), 'assignees', null)?.assignee_ids).toEqual([])
    expect(dropPatch(drop('ben', 'None'), 'assignees', null)?.assignee_ids).toEqual(['ada', 'ben'])
  })

  it('plans it anew: into one cycle or none, from one module to another', () => {
    expect(dropPatch(drop('c2', 'c1'), 'cycle', null)).toMatchObject({ cycle_id: 'c2' })
    expect(dropPatch(drop('None', 'c1'), 'cycle', null)).toMatchObject({ cycle_id: null })
    const { module_ids } = dropPatch(drop('offline', 'editor'), 'module', null) ?? {}
    expect(module_ids).toEqual(['sync', 'offline'])
  })

  it('changes group and lane in one', () => {
    const both = {
      ...drop('done', 'todo'),
      from: { group: 'todo', subGroup: 'none' },
      to: { group: 'done', subGroup: 'high' },
    }
    expect(dropPatch(both, 'state', 'priority')).toMatchObject({
      state_id: 'done',
      priority: 'high',
    })
  })
})

describe('in its own group', () => {
  const drop = (index: number | undefined) => ({
    item: { ...item, sort_order: 1500 } as WorkItem,
    from: { group: 'todo' },
    to: { group: 'todo' },
    others,
    index,
  })

  it('only moves it', () => {
    expect(dropPatch(drop(0), 'state', null)).toEqual({ sort_order: 1000 - 65_535 })
  })

  it('does nothing where it stood, and nothing where the list sorts itself', () => {
    expect(dropPatch(drop(1), 'state', null)).toBeUndefined()
    expect(dropPatch(drop(undefined), 'state', null)).toBeUndefined()
  })
})

it('moves between groups that are a property of the item', () => {
  expect(movesBetween('state')).toBe(true)
  expect(movesBetween('state_detail.group')).toBe(true)
  expect(movesBetween('created_by')).toBe(false)
  expect(movesBetween(null)).toBe(false)
})
