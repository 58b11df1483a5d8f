import type { Label } from '@cairn/contract'
import { expect, it } from 'vitest'
import { idsBelow } from './hooks.ts'
import { mayMoveTo, placeLabel, placeLabelByStep, stepsOf, toTree } from './label-tree.ts'

const label = (id: string, sort_order: number, parent: string | null = null) =>
  ({ id, name: id, sort_order, parent }) as Label

const labels = [
  label('area', 10_000),
  label('map', 20_000, 'area'),
  label('sync', 30_000, 'area'),
  label('bug', 40_000),
  label('idea', 50_000),
]
const tree = toTree(labels)

it('stands in two levels; what hangs on nothing stands among the first', () => {
  const names = toTree([
    ...labels,
    label('lost', 60_000, 'gone'),
    label('deep', 70_000, 'map'),
  ]).map((branch) => [branch.label.id, branch.children.map(({ id }) => id)])
  expect(names).toEqual([
    ['area', ['map', 'sync']],
    ['bug', []],
    ['idea', []],
    ['lost', []],
    ['deep', []],
  ])
})

it('goes midway between two, half of the next at the top, and a step behind the last', () => {
  expect(placeLabel(tree, 'idea', 'bug', 'before')).toEqual({ parent: null, sort_order: 25_000 })
  expect(placeLabel(tree, 'idea', 'area', 'before')).toEqual({ parent: null, sort_order: 5000 })
  expect(placeLabel(tree, 'bug', 'idea', 'after')).toEqual({ parent: null, sort_order: 60_000 })
  expect(placeLabel(tree, 'idea', 'sync', 'before')).toEqual({
    parent: 'area',
    sort_order: 25_000,
  })
})

it('goes behind the others of a group, and keeps its order where it is the first', () => {
  expect(placeLabel(tree, 'bug', 'area', 'inside')).toEqual({ parent: 'area', sort_order: 40_000 })
  expect(placeLabel(tree, 'bug', 'idea', 'inside')).toEqual({ parent: 'idea' })
})

it('puts no group into a group, and nothing into a label that is in one', () => {
  expect(mayMoveTo(tree, 'area', 'bug', 'inside')).toBe(false)
  expect(mayMoveTo(tree, 'area', 'map', 'before')).toBe(false)
  expect(mayMoveTo(tree, 'bug', 'map', 'inside')).toBe(false)
  expect(mayMoveTo(tree, 'area', 'idea', 'after')).toBe(true)
  expect(placeLabel(tree, 'area', 'area', 'after')).toBeUndefined()
})

it('steps by keyboard, and only where that leads somewhere', () => {
  expect(placeLabelByStep(tree, 'bug', 'in')).toEqual({ parent: 'area', sort_order: 40_000 })
  expect(placeLabelByStep(tree, 'map', 'out')).toEqual({ parent: null, sort_order: 25_000 })
  expect(stepsOf(tree, 'area')).toEqual(['down'])
  expect(stepsOf(tree, 'bug')).toEqual(['up', 'down', 'in'])
  expect(stepsOf(tree, 'sync')).toEqual(['up', 'out'])
})

it('knows what goes along with a label', () => {
  expect(idsBelow(labels, 'area')).toEqual(['area', 'map', 'sync'])
})
