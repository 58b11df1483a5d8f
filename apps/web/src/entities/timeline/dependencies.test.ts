import type { WorkItem } from '@cairn/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  arrowEnds,
  conflicts,
  type Dependency,
  dependantsOf,
  dependenciesOf,
  elbow,
  shifted,
} from './dependencies.ts'
import type { Dates } from './geometry.ts'

const related = (id: string, relation_type = 'blocked_by') => ({ id, relation_type })
const row = (id: string, more: object) => ({ id, ...more }) as unknown as WorkItem

it('reads what waits for what from both ends, once, and nothing else', () => {
  const rows = [
    row('a', { issue_relation: [], issue_related: [related('b'), related('c', 'relates_to')] }),
    row('b', { issue_relation: [related('a'), related('x')], issue_related: [] }),
    row('plain', {}),
  ]
  expect(dependenciesOf(rows)).toEqual([
    { blocker: 'a', blocked: 'b' },
    { blocker: 'x', blocked: 'b' },
  ])
})

describe('dependants', () => {
  const chain: Dependency[] = [
    { blocker: 'a', blocked: 'b' },
    { blocker: 'b', blocked: 'c' },
    { blocker: 'b', blocked: 'd' },
    { blocker: 'x', blocked: 'a' },
  ]

  it('are those that wait directly or not', () => {
    expect(dependantsOf('a', chain)).toEqual(new Set(['b', 'c', 'd']))
    expect(dependantsOf('d', chain)).toEqual(new Set())
  })

  it('are found in circles too, without the item itself', () => {
    expect(dependantsOf('a', [...chain, { blocker: 'd', blocked: 'a' }])).toEqual(
      new Set(['b', 'c', 'd']),
    )
  })

  it('are exactly those a walk along the arrows reaches', () => {
    const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
    const arrows = fc.array(fc.record({ blocker: ids, blocked: ids }), { maxLength: 20 })
    fc.assert(
      fc.property(ids, arrows, (id, dependencies) => {
        const reached = new Set([id])
        for (let round = 0; round < 6; round += 1) {
          for (const { blocker, blocked } of dependencies)
            if (reached.has(blocker)) reached.add(blocked)
        }
        reached.delete(id)
        expect(dependantsOf(id, dependencies)).toEqual(reached)
      }),
    )
  })

  it('move by the same days, each as long as before, and only those with dates', () => {
    const dates = new Map<string, Dates>([
      ['b', { start: 10, due: 14 }],
      ['c', { start: 20, due: null }],
      ['d', { start: null, due: null }],
    ])
    expect(shifted(dates, ['b', 'c', 'd', 'unknown'], 3)).toEqual(
      new Map([
        ['b', { start: 13, due: 17 }],
        ['c', { start: 23, due: null }],
      ]),
    )
    expect(shifted(dates, ['b'], 0).size).toBe(0)
  })
})

it.each([
  [{ start: 1, due: 5 }, { start: 6, due: 8 }, false],
  [{ start: 1, due: 5 }, { start: 5, due: 8 }, true],
  [{ start: 1, due: null }, { start: 1, due: 8 }, false],
  [{ start: 1, due: 5 }, { start: null, due: 3 }, false],
])('sees whether %o is done before %o begins', (blocker, blocked, conflict) => {
  expect(conflicts(blocker, blocked)).toBe(conflict)
})

describe('arrows', () => {
  const ends = fc.record({
    x: fc.integer({ min: 0, max: 3_000 }),
    y: fc.integer({ min: 0, max: 900 }),
  })

  it('begin at the end of one block and end at the beginning of the other', () => {
    const block = (left: number) => ({ left, width: 100, open: undefined })
    const { from, to } = arrowEnds({ block: block(0), row: 0 }, { block: block(300), row: 2 })
    expect(from).toEqual({ x: 100, y: 22 })
    expect(to.y).toBe(110)
    expect(to.x).toBeLessThan(300)
  })

  it('are lines that can be drawn, from one end to the other', () => {
    fc.assert(
      fc.property(ends, ends, (from, to) => {
        const path = elbow(from, to)
        expect(path.startsWith(`M${from.x} ${from.y}L`)).toBe(true)
        expect(path.endsWith(`L${to.x} ${to.y}`)).toBe(true)
        expect(path).not.toMatch(/NaN|Infinity/)
      }),
    )
  })
})
