import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  favoriteSequence,
  labelSortOrder,
  nextFavoriteSequence,
  nextStateSequence,
  nextStickyOrder,
  orderAmong,
  projectSortOrder,
  stateSequence,
} from './sort-order.ts'

/** Integers: manual sorting does not exhaust the precision of a double in years. */
const place = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 })
const pair = fc
  .uniqueArray(place, { minLength: 2, maxLength: 2 })
  .map((two) => two.toSorted((a, b) => a - b) as [number, number])
const above = fc.integer({ min: 1, max: 1_000_000_000 })

it.each([
  [labelSortOrder, undefined, undefined, 65_535],
  [labelSortOrder, 65_535, undefined, 75_535],
  [labelSortOrder, undefined, 65_535, 32_767.5],
  [labelSortOrder, 65_535, 75_535, 70_535],
  [projectSortOrder, undefined, undefined, 65_535],
  [projectSortOrder, undefined, 65_535, 55_535],
  [projectSortOrder, 65_535, undefined, 75_535],
  [projectSortOrder, 10, 20, 15],
  [stateSequence, undefined, undefined, 65_535],
  [stateSequence, undefined, 15_000, -50_535],
  [stateSequence, 15_000, undefined, 80_535],
  [stateSequence, 15_000, 25_000, 20_000],
])('%o between %o and %o is %d', (rule, before, after, result) => {
  expect(rule(before, after)).toBe(result)
})

it.each([
  [undefined, 50, 60, 10_000],
  ['bottom', 65_535, 70_000, 55_535],
  ['top', 65_535, undefined, 75_535],
  ['top', 65_535, 75_535, 70_535],
] as const)('a favorite dropped at %o of %d below %o gets %d', (edge, target, over, result) => {
  expect(favoriteSequence(edge, target, over)).toBe(result)
})

it('new states and favorites go beyond the last', () => {
  expect([nextStateSequence(undefined), nextStateSequence(55_000)]).toEqual([65_535, 70_000])
  expect([nextFavoriteSequence(undefined), nextFavoriteSequence(5)]).toEqual([65_535, 10_005])
})

describe('whatever the neighbours, the place is strictly between them', () => {
  it.each([
    ['labels', labelSortOrder],
    ['projects', projectSortOrder],
    ['states', stateSequence],
  ] as const)('%s', (_name, rule) => {
    fc.assert(
      fc.property(pair, ([before, after]) => {
        const result = rule(before, after)
        expect(result).toBeGreaterThan(before)
        expect(result).toBeLessThan(after)
        expect(rule(before, undefined)).toBeGreaterThan(before)
      }),
    )
  })

  it('first of all', () => {
    fc.assert(
      fc.property(place, (after) => {
        expect(projectSortOrder(undefined, after)).toBeLessThan(after)
        expect(stateSequence(undefined, after)).toBeLessThan(after)
      }),
    )
    // Labels are halved: theirs are never zero or below.
    fc.assert(
      fc.property(above, (after) => {
        const result = labelSortOrder(undefined, after)
        expect(result).toBeGreaterThan(0)
        expect(result).toBeLessThan(after)
      }),
    )
  })

  it('favorites, whose largest is shown first', () => {
    fc.assert(
      fc.property(pair, ([target, over]) => {
        const result = favoriteSequence('top', target, over)
        expect(result).toBeGreaterThan(target)
        expect(result).toBeLessThan(over)
        expect(favoriteSequence('top', target, undefined)).toBeGreaterThan(target)
        expect(favoriteSequence('bottom', target, over)).toBeLessThan(target)
        expect(nextFavoriteSequence(target)).toBeGreaterThan(target)
      }),
    )
  })
})

it('any number of drags leaves the order the person made', () => {
  const drags = fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 30 })
  fc.assert(
    fc.property(drags, (moves) => {
      let rows: { id: number; place: number }[] = []
      for (let id = 0; id < 6; id += 1) {
        rows.push({ id, place: labelSortOrder(rows.at(-1)?.place, undefined) })
      }
      for (const [from, to] of moves) {
        const moved = rows[from % rows.length]
        if (!moved) continue
        const others = rows.filter((row) => row !== moved)
        const at = to % rows.length
        const place = labelSortOrder(others[at - 1]?.place, others[at]?.place)
        rows = others.toSpliced(at, 0, { ...moved, place })
        expect(rows.toSorted((a, b) => a.place - b.place)).toEqual(rows)
      }
    }),
  )
})

describe('what stands from the largest order down', () => {
  it.each([
    [0, 10_999],
    [1, 998],
    [2, -9_003],
  ])('put at place %i is ordered %d', (at, order) => {
    expect(orderAmong([{ sort_order: 999 }, { sort_order: 997 }], at)).toBe(order)
  })

  it('has a place among none, and a new note one on top', () => {
    expect(orderAmong([], 0)).toBe(10_000)
    expect(nextStickyOrder(undefined)).toBe(65_535)
    expect(nextStickyOrder(65_535)).toBe(75_535)
  })

  it('comes to stand at any place, and moves no other', () => {
    const orders = fc.uniqueArray(place, { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(orders, fc.nat(20), (given, wanted) => {
        const others = given.toSorted((a, b) => b - a).map((sort_order) => ({ sort_order }))
        const at = wanted % (others.length + 1)
        const put = { sort_order: orderAmong(others, at) }
        const shown = [...others, put].toSorted((a, b) => b.sort_order - a.sort_order)
        expect(shown.indexOf(put)).toBe(at)
      }),
    )
  })
})
