import type { Favorite } from '@cairn/contract'
import { expect, it } from 'vitest'
import { mayMoveTo, placeAt, stepsOf } from './moves.ts'

const entry = (id: string, sequence: number, more: Partial<Favorite> = {}) =>
  ({ id, sequence, parent: null, is_folder: false, ...more }) as Favorite

const first = entry('first', 40_000)
const folder = entry('folder', 30_000, { is_folder: true })
const child = entry('child', 10_000, { parent: 'folder' })
const last = entry('last', 20_000)
const favorites = [last, child, folder, first]

it.each([
  ['last', folder, 'inside', true],
  ['folder', entry('other', 1, { is_folder: true }), 'inside', false],
  ['folder', child, 'before', false],
  ['folder', first, 'before', true],
  ['first', child, 'after', true],
] as const)('%s at %o, %s: %s', (dragged, target, place, may) => {
  expect(mayMoveTo(favorites, dragged, target, place)).toBe(may)
})

it.each([
  ['last', first, 'before', { parent: null, before: 'first' }],
  ['last', first, 'after', { parent: null, before: 'folder' }],
  ['first', last, 'after', { parent: null, before: null }],
  ['first', folder, 'inside', { parent: 'folder', before: null }],
  ['first', child, 'before', { parent: 'folder', before: 'child' }],
] as const)('%s dropped at %o, %s, goes to %j', (dragged, target, place, goesTo) => {
  expect(placeAt(favorites, dragged, target, place)).toEqual(goesTo)
})

it('knows where a step leads', () => {
  expect(stepsOf(favorites, first)).toEqual({
    down: { parent: null, before: 'last' },
    in: { parent: 'folder', before: null },
  })
  expect(stepsOf(favorites, folder)).toEqual({
    up: { parent: null, before: 'first' },
    down: { parent: null, before: null },
  })
  expect(stepsOf(favorites, child)).toEqual({ out: { parent: null, before: 'last' } })
})
