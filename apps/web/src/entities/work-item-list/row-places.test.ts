import { expect, it } from 'vitest'
import { placeAfter } from './row-places.ts'
import type { Row } from './rows.ts'

const rowsOf = (keys: string) =>
  keys.split(' ').map((key) => ({ kind: key === '#' ? 'group' : 'item', key }) as Row)

it.each([
  ['stays where nothing moved', '# a b c', '# a b c', 'b', 'b'],
  ['stays when rows come above it', '# a b c', '# x y a b c', 'b', 'b'],
  ['stays when its neighbour goes', '# a b c', '# b c', 'b', 'b'],
  ['goes to the next when it left its group', '# a b c # d', '# a c # other d', 'b', 'c'],
  ['goes to the next when it was sorted elsewhere', '# a b c d e', '# b a c d e', 'b', 'c'],
  ['goes to the one before at the end', '# a b c', '# a b', 'c', 'b'],
  ['stays when it is the only one', '# a', '# a', 'a', 'a'],
])('%s', (_, before, after, key, expected) => {
  const rows = rowsOf(after)
  expect(rows[placeAfter(rowsOf(before), rows, key)]?.key).toBe(expected)
})

it('knows nothing where nothing is left', () => {
  expect(placeAfter(rowsOf('# a'), rowsOf('#'), 'a')).toBe(-1)
})
