import type { RelationEntry, Relations, RelationType, WorkItem } from '@cairn/contract'
import { relationTypes } from '@cairn/contract'
import { expect, it } from 'vitest'
import { addingRelations, endOf, relationsOf, removingRelations } from './change-relations.ts'

const slug = 'acme'
const item = (id: string) => endOf({ id, name: id, project_id: 'trail' } as RelationEntry)
const [a, b, c] = [item('a'), item('b'), item('c')]

const relations = (given: Partial<Record<RelationType, readonly string[]>> = {}) =>
  Object.fromEntries(
    relationTypes.map((type) => [
      type,
      (given[type] ?? []).map((id) => ({ ...item(id), relation_type: type })),
    ]),
  ) as Relations

const keyOf = (id: string) => relationsOf({ slug, project_id: 'trail', id }).queryKey
const idsOf = (shown: unknown) =>
  Object.fromEntries(
    Object.entries(shown as Relations).flatMap(([type, all]) =>
      all.length > 0 ? [[type, all.map(({ id }) => id)]] : [],
    ),
  )

const adding = addingRelations(slug)
const removing = removingRelations(slug)

it('shows a relation on both items, each from its own side, and once', () => {
  const change = { own: a, type: 'blocked_by', others: [b, c] } as const
  const own = adding.apply(relations({ blocked_by: ['b'] }), change, keyOf('a'))
  expect(idsOf(own)).toEqual({ blocked_by: ['c', 'b'] })
  expect(adding.apply(own, change, keyOf('a'))).toEqual(own)
  expect(idsOf(adding.apply(relations(), change, keyOf('b')))).toEqual({ blocking: ['a'] })
  const other = relations()
  expect(adding.apply(other, change, keyOf('x'))).toBe(other)
})

it('leaves the relation two items have already, as the server does', () => {
  const change = { own: a, type: 'relates_to', others: [b] } as const
  const shown = relations({ blocking: ['b'] })
  expect(adding.apply(shown, change, keyOf('a'))).toEqual(shown)
})

it('is taken off both items', () => {
  const change = { own: a, type: 'blocking', others: [b] } as const
  const own = removing.apply(relations({ blocking: ['b', 'c'] }), change, keyOf('a'))
  expect(idsOf(own)).toEqual({ blocking: ['c'] })
  const other = removing.apply(relations({ blocked_by: ['a'] }), change, keyOf('b'))
  expect(idsOf(other)).toEqual({})
})

it('draws the arrow of a timeline, and no other relation', () => {
  const rows = ['a', 'b'].map((id) => ({ ...item(id), issue_relation: [], issue_related: [] }))
  const shown = rows as unknown as WorkItem[]
  const key = ['work-items', slug, 'children', 'x']
  const drawn = adding.apply(shown, { own: a, type: 'blocking', others: [b] }, key)
  expect(drawn).toMatchObject([
    { id: 'a', issue_related: [{ id: 'b' }], issue_relation: [] },
    { id: 'b', issue_related: [], issue_relation: [{ id: 'a' }] },
  ])
  expect(removing.apply(drawn, { own: b, type: 'blocked_by', others: [a] }, key)).toEqual(shown)
  expect(adding.apply(shown, { own: a, type: 'relates_to', others: [b] }, key)).toBe(shown)
})

it('marks the item and the relation, and is sent in the order it was made', () => {
  const change = { own: a, type: 'blocking', others: [b] } as const
  expect(adding.durable?.about(change)).toEqual(['a', 'relation a b'])
  const back = { own: b, type: 'blocked_by', others: [a] } as const
  expect(removing.durable?.about(back)).toEqual(['b', 'relation a b'])
  expect(adding.line?.(change)).toBe(removing.line?.(back))
})
