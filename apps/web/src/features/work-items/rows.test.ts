import type { State, WorkItem } from '@cairn/contract'
import { expect, it } from 'vitest'
import type { WorkItemGroups } from './groups.ts'
import { gapsIn, toRows } from './rows.ts'

const state = (id: string) => ({ id }) as State
const item = (id: string) => ({ id }) as WorkItem
const groups: WorkItemGroups = {
  project_id: 'p',
  groups: {
    todo: { items: [item('1')], total: 3 },
    done: { items: [item('2')], total: 1 },
    none: { items: [], total: 0 },
  },
  beyond: {},
  doubtful: false,
}
const states = [state('todo'), state('none'), state('done')]
const keys = (folded: string[], addable: boolean) =>
  toRows(groups, { states, folded: new Set(folded), addable }).map(({ key }) => key)

it('shows headers, rows, room for rows to come, and where to add; no empty groups', () => {
  expect(keys([], true)).toEqual([
    'group:todo',
    '1',
    'gap:todo:1',
    'gap:todo:2',
    'add:todo',
    'group:done',
    '2',
    'add:done',
  ])
})

it('shows only the header of a folded group, and no adding to those who may not', () => {
  expect(keys(['todo'], false)).toEqual(['group:todo', 'group:done', '2'])
})

it('finds which groups miss rows in a stretch of the list, and up to where', () => {
  const rows = toRows(groups, { states, folded: new Set(), addable: true })
  expect(gapsIn(rows, -5, 2)).toEqual(new Map([['todo', 1]]))
  expect(gapsIn(rows, 0, 99)).toEqual(new Map([['todo', 2]]))
  expect(gapsIn(rows, 4, 99)).toEqual(new Map())
})
