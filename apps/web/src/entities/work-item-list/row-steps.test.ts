import type { WorkItem } from '@cairn/contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type LoadedItems, noItems } from './grouped-items.ts'
import { dropRow } from './list-drag.ts'
import { stepTarget } from './row-steps.ts'
import { type ItemRow, toRows } from './rows.ts'
import type { ShownGroup } from './shown-groups.ts'

const manual = { manual: true, between: true }

/** A list by state: the number of items for each group, in manual order. */
function listOf(counts: readonly number[], totals = counts) {
  const groups = counts.map(
    (_, n) => ({ id: `g${n}`, title: `g${n}`, total: totals[n], payload: {} }) as ShownGroup,
  )
  const cells = Object.fromEntries(
    counts.map((count, n) => [
      `g${n}`,
      {
        items: Array.from(
          { length: count },
          (_, at) => ({ id: `${n}.${at}`, sort_order: (at + 1) * 100 }) as WorkItem,
        ),
        total: totals[n] ?? count,
      },
    ]),
  )
  const data: LoadedItems = { ...noItems, cells }
  const rows = toRows(data, {
    groups,
    folded: new Set<string>(),
    addable: true,
    children: new Map(),
  })
  return { data, rows, at: (id: string) => rows.findIndex(({ key }) => key.endsWith(`|${id}`)) }
}

it('steps past the neighbour, and from the edge of a group into the next', () => {
  const { rows, at } = listOf([2, 0, 1])
  const keyOf = (id: string, step: 'up' | 'down', ways = manual) => {
    const target = stepTarget(rows, at(id), step, ways)
    return target && [rows[target.index]?.key, target.edge]
  }
  expect(keyOf('0.0', 'down')).toEqual(['g0|0.1', 'after'])
  expect(keyOf('0.1', 'up')).toEqual(['g0|0.0', 'before'])
  expect(keyOf('0.0', 'up')).toBeUndefined()
  expect(keyOf('0.1', 'down')).toEqual(['group:g1', 'after'])
  expect(keyOf('2.0', 'up')).toEqual(['add:g1', 'after'])
  expect(keyOf('2.0', 'down')).toBeUndefined()
  // In other orders only the group counts, not the position.
  expect(keyOf('0.0', 'down', { manual: false, between: true })).toEqual(['group:g1', 'after'])
  expect(keyOf('0.1', 'down', { manual: true, between: false })).toBeUndefined()
})

it('does not step over rows that are not known yet', () => {
  const { rows, at } = listOf([1, 1], [5, 1])
  expect(stepTarget(rows, at('0.0'), 'down', manual)).toBeUndefined()
  expect(stepTarget(rows, at('1.0'), 'up', manual)).toBeDefined()
})

it('moves by exactly one place within a group, as a drop there does', () => {
  const settings = { display: { group_by: 'state', order_by: 'sort_order' } } as never
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 8 }),
      fc.nat(),
      fc.constantFrom('up', 'down'),
      (count, seed, step) => {
        const { data, rows, at } = listOf([count])
        const place = seed % count
        const target = stepTarget(rows, at(`0.${place}`), step, manual)
        const wanted = place + (step === 'up' ? -1 : 1)
        if (wanted < 0 || wanted >= count) {
          expect(target).toBeUndefined()
          return
        }
        const row = rows[at(`0.${place}`)] as ItemRow
        const patch = target && dropRow({ rows, data, settings, row, group: 'g0', target })
        const orders = Array.from({ length: count }, (_, n) => [n, (n + 1) * 100])
        const moved = orders.map(([n, order]) => [n, n === place ? patch?.sort_order : order])
        const shown = moved.toSorted((a, b) => Number(a[1]) - Number(b[1])).map(([n]) => n)
        expect(shown.indexOf(place)).toBe(wanted)
      },
    ),
  )
})
