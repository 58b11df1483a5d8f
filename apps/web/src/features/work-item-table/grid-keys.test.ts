import { expect, it } from 'vitest'
import { HEAD, nextCell } from './grid-keys.ts'

const size = { rows: 50, columns: 4 }

it.each([
  ['ArrowDown', [0, 1], [1, 1]],
  ['ArrowUp', [0, 1], [HEAD, 1]],
  ['ArrowUp', [HEAD, 1], undefined],
  ['ArrowLeft', [3, 0], undefined],
  ['ArrowRight', [3, 2], [3, 3]],
  ['ArrowRight', [3, 3], undefined],
  ['ArrowDown', [49, 0], undefined],
  ['Home', [3, 2], [3, 0]],
  ['End', [3, 0], [3, 3]],
  ['PageDown', [40, 2], [49, 2]],
  ['PageUp', [5, 2], [HEAD, 2]],
  ['Enter', [3, 2], undefined],
] as const)('%s leads from %o to %o', (key, [row, column], next) => {
  const wanted = next && { row: next[0], column: next[1] }
  expect(nextCell(key, { row, column }, size)).toEqual(wanted)
})
