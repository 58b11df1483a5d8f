import { describe, expect, it } from 'vitest'
import { freeName, moveByStep, moveTo } from './value-order.ts'

const values = ['a', 'b', 'c', 'd'].map((id) => ({ id }))
const ids = (list: { id: string }[]) => list.map(({ id }) => id).join('')

describe('a value moved', () => {
  it.each([
    ['a', 'c', 'before', 'bacd'],
    ['a', 'c', 'after', 'bcad'],
    ['d', 'a', 'before', 'dabc'],
    ['b', 'b', 'after', 'abcd'],
    ['x', 'b', 'after', 'abcd'],
  ] as const)('%s to %s, %s: %s', (moved, target, place, expected) => {
    expect(ids(moveTo(values, moved, target, place))).toBe(expected)
  })

  it.each([
    ['b', 'up', 'bacd'],
    ['b', 'down', 'acbd'],
    ['a', 'up', 'abcd'],
    ['d', 'down', 'abcd'],
  ] as const)('%s one %s: %s', (moved, step, expected) => {
    expect(ids(moveByStep(values, moved, step))).toBe(expected)
  })
})

it.each([
  [[], 'Points'],
  [['Points'], 'Points 2'],
  [['Points', 'Points 2', 'Time'], 'Points 3'],
  [['Points 2'], 'Points'],
])('beside %o a system is called %s', (taken, name) => {
  expect(freeName('Points', taken)).toBe(name)
})
