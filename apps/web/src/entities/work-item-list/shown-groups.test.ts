import { Circle } from 'lucide-react'
import { describe, expect, it } from 'vitest'
import { type LoadedItems, noItems } from './grouped-items.ts'
import type { ListReferences } from './references.tsx'
import { shownGroups, shownSubGroups } from './shown-groups.ts'

const group = (id: string) => ({ id, title: id, icon: Circle, payload: {} })
const references = {
  people: new Map([['cy', { id: 'cy', name: 'Cy Gone' }]]),
  groupsOf: () => ['todo', 'done', 'None'].map(group),
} as unknown as ListReferences
const data: LoadedItems = {
  ...noItems,
  groupTotals: { todo: 120, done: 0, cy: 2 },
  cells: {
    'todo/todo': { items: [], total: 70 },
    'done/todo': { items: [], total: 50 },
  },
}

// @cap:display.empty-groups
describe('groups without items', () => {
  const titles = (show_empty_groups: boolean) =>
    shownGroups(data, references, { group_by: 'state', show_empty_groups }).map(
      ({ title, total }) => [title, total],
    )

  it('are shown or left out, as one likes', () => {
    expect(titles(true)).toEqual([
      ...[['todo', 120] as const, ['done', 0] as const, ['None', 0] as const],
      ['Cy Gone', 2],
    ])
    expect(titles(false)).toEqual([
      ['todo', 120],
      ['Cy Gone', 2],
    ])
  })

  it('are so among the lanes of a board', () => {
    const lanes = (show_empty_groups: boolean) =>
      shownSubGroups(data, references, { sub_group_by: 'state', show_empty_groups }).map(
        ({ id, total }) => [id, total],
      )
    expect(lanes(false)).toEqual([['todo', 120]])
    expect(lanes(true)).toEqual([
      ['todo', 120],
      ['done', 0],
      ['None', 0],
    ])
  })
})
