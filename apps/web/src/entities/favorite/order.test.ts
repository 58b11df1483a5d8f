import type { Favorite } from '@cairn/contract'
import { expect, it } from 'vitest'
import { listIn, placeOf } from './order.ts'

const entry = (id: string, sequence: number, parent: string | null = null) =>
  ({ id, sequence, parent }) as Favorite

const favorites = [
  entry('a', 65_535),
  entry('b', 75_535),
  entry('folder', 85_535),
  entry('x', 10_000, 'folder'),
  entry('y', 20_000, 'folder'),
  entry('empty', 5_535),
]

it('lists from the largest sequence down', () => {
  expect(listIn(favorites, null).map(({ id }) => id)).toEqual(['folder', 'b', 'a', 'empty'])
  expect(listIn(favorites, 'folder').map(({ id }) => id)).toEqual(['y', 'x'])
})

it.each([
  ['a', { parent: null, before: 'folder' }, 95_535],
  ['a', { parent: null, before: 'b' }, 80_535],
  ['b', { parent: null, before: 'empty' }, 35_535],
  ['b', { parent: null, before: null }, -4_465],
  ['x', { parent: 'folder', before: 'y' }, 30_000],
  ['a', { parent: 'folder', before: null }, 0],
  ['a', { parent: 'empty', before: null }, 10_000],
  ['y', { parent: null, before: 'folder' }, 95_535],
])('puts %s at %j with %d', (moved, place, sequence) => {
  expect(placeOf(favorites, moved, place)).toEqual({ parent: place.parent, sequence })
})
