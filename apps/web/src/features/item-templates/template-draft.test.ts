import type { TemplateItem } from '@cairn/contract'
import { describe, expect, it } from 'vitest'
import { depthOf, draftOf, itemsOf, withoutRow, withRow } from './template-draft.ts'

const item = (name: string, parent: number | null): TemplateItem => ({
  ...{ name, description_html: '<p></p>', priority: 'none', state_id: null, type_id: null },
  ...{ estimate_point: null, label_ids: [], assignee_ids: [], module_ids: [] },
  ...{ property_values: {}, start_after: null, due_after: null, parent },
})

/** As the server has them: those of one depth after each other. */
const items = [
  item('Trip', null),
  item('Plan', 0),
  item('Pack', 0),
  item('Map', 1),
  item('Tent', 2),
]

const namesOf = (all: readonly TemplateItem[] | undefined) =>
  all?.map(({ name, parent }) => [name, parent])

describe('a template in a form', () => {
  it('shows each sub-item below its parent, and is saved as it was', () => {
    const draft = draftOf({ name: 'T', items })
    expect(draft.rows.map((row) => [row.item.name, depthOf(draft.rows, row)])).toEqual([
      ['Plan', 1],
      ['Map', 2],
      ['Pack', 1],
      ['Tent', 2],
    ])
    expect(namesOf(itemsOf(draft))).toEqual([
      ['Trip', null],
      ['Plan', 0],
      ['Map', 1],
      ['Pack', 0],
      ['Tent', 3],
    ])
  })

  it('loses a sub-item with what is below it', () => {
    const draft = draftOf({ name: 'T', items })
    const [plan] = draft.rows
    const rows = plan ? withoutRow(draft.rows, plan) : []
    expect(namesOf(itemsOf({ ...draft, rows }))).toEqual([
      ['Trip', null],
      ['Pack', 0],
      ['Tent', 1],
    ])
  })

  it('gets a sub-item beside another one, and leaves out lines without a title', () => {
    const draft = draftOf({ name: 'T', items })
    const rows = withRow(withRow(draft.rows, 'new', draft.rows[1]), 'empty')
    const named = rows.map((row) =>
      row.key === 'new' ? { ...row, item: { ...row.item, name: 'Compass' } } : row,
    )
    expect(namesOf(itemsOf({ ...draft, rows: named }))).toEqual([
      ['Trip', null],
      ['Plan', 0],
      ['Map', 1],
      ['Compass', 1],
      ['Pack', 0],
      ['Tent', 4],
    ])
    expect(itemsOf({ ...draft, first: { ...draft.first, name: ' ' } })).toBeUndefined()
  })
})
