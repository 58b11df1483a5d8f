import { expect, it } from 'vitest'
import { cellsOf, nearestSize, placeAfter, sizeAfter } from './grid-steps.ts'

const widget = (id: string, width: number, height = 1) => ({ id, width, height })
/** Two numbers and a bar in the first row, a table below, then a list. */
const widgets = [
  ...[widget('a', 3), widget('b', 3), widget('c', 6, 3)],
  ...[widget('d', 12, 2), widget('e', 8)],
]

it('puts widgets one behind the other, and in the next row where they do not fit', () => {
  expect(cellsOf(widgets)).toEqual([
    { column: 0, row: 0 },
    { column: 3, row: 0 },
    { column: 6, row: 0 },
    { column: 0, row: 3 },
    { column: 0, row: 5 },
  ])
})

it('fills the room beside a tall one', () => {
  expect(cellsOf([widget('a', 6, 3), widget('b', 3), widget('c', 6, 3)])).toEqual([
    { column: 0, row: 0 },
    { column: 6, row: 0 },
    { column: 6, row: 1 },
  ])
})

it('moves to the sides one by one, and up and down to what stands nearest', () => {
  expect(placeAfter(widgets, 'b', 'left')).toBe(0)
  expect(placeAfter(widgets, 'b', 'right')).toBe(2)
  expect(placeAfter(widgets, 'c', 'down')).toBe(3)
  expect(placeAfter(widgets, 'd', 'up')).toBe(0)
  expect(placeAfter(widgets, 'e', 'up')).toBe(3)
  expect(placeAfter(widgets, 'a', 'left')).toBeUndefined()
  expect(placeAfter(widgets, 'a', 'up')).toBeUndefined()
  expect(placeAfter(widgets, 'e', 'down')).toBeUndefined()
  expect(placeAfter(widgets, 'nobody', 'left')).toBeUndefined()
})

it('resizes to the widths there are, and no further', () => {
  expect(sizeAfter(widget('a', 3), 'right')).toEqual({ width: 4, height: 1 })
  expect(sizeAfter(widget('a', 3), 'left')).toEqual({ width: 3, height: 1 })
  expect(sizeAfter(widget('a', 12), 'right')).toEqual({ width: 12, height: 1 })
  expect(sizeAfter(widget('a', 6, 6), 'down')).toEqual({ width: 6, height: 6 })
  expect(sizeAfter(widget('a', 6, 1), 'up')).toEqual({ width: 6, height: 1 })
  expect(nearestSize(4.9, 2.6)).toEqual({ width: 4, height: 3 })
  expect(nearestSize(40, 40)).toEqual({ width: 12, height: 6 })
  expect(nearestSize(-2, -2)).toEqual({ width: 3, height: 1 })
})
