import type { WorkItem } from '@cairn/contract'
import { expect, it } from 'vitest'
import { changingParent } from './change-parent.ts'

const row = (id: string, parent_id: string | null = null) =>
  ({ id, name: id, project_id: 'trail', sequence_id: 1, parent_id, archived_at: null }) as WorkItem
const children = (id: string) => ['work-items', 'acme', 'children', id]
const page = ['work-item', 'acme', 'TRAIL-1']
const parent = { id: 'new', name: 'New', project_id: 'trail', sequence_id: 7 }
const mutation = changingParent('acme')

it('moves an item from the sub-items of one to those of the other', () => {
  const change = { items: [row('a', 'old')], parent }
  expect(mutation.apply([row('a', 'old'), row('b', 'old')], change, children('old'))).toEqual([
    row('b', 'old'),
  ])
  const added = mutation.apply([row('c', 'new')], change, children('new'))
  expect(added).toEqual([row('c', 'new'), row('a', 'new')])
  expect(mutation.apply(added, change, children('new'))).toEqual(added)
  const none = { items: change.items, parent: null }
  expect(mutation.apply(added, none, children('new'))).toEqual([row('c', 'new')])
})

it('names the parent on the page of the item', () => {
  const shown = { ...row('a', 'old'), description_html: '', parent: { id: 'old' } }
  expect(mutation.apply(shown, { items: [row('a', 'old')], parent }, page)).toMatchObject({
    ...{ parent_id: 'new', parent },
  })
  expect(mutation.apply(shown, { items: [row('x')], parent }, page)).toBe(shown)
})

it('expects what was there before a change that was withdrawn', () => {
  const first = { items: [row('a', 'old')], parent }
  const second = { items: [row('a', 'new')], parent: null }
  expect(mutation.durable?.rebase?.(second, first)).toEqual({
    items: [row('a', 'old')],
    parent: null,
  })
})
