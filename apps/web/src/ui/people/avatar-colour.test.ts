import { expect, it } from 'vitest'
import { avatarColour, initialOf } from './avatar-colour.ts'

it('gives an id the same colour each time, and spreads people over all twelve', () => {
  const ids = Array.from({ length: 600 }, (_, index) => `user-${index}`)
  expect(ids.map(avatarColour)).toEqual(ids.map(avatarColour))
  const perColour = Map.groupBy(ids, avatarColour)
  expect(perColour.size).toBe(12)
  for (const members of perColour.values()) expect(members.length).toBeGreaterThan(20)
})

it.each([
  ['maya okafor', 'M'],
  ['  élise', 'É'],
  ['@bot', 'B'],
  ['', '?'],
  ['🚀', '🚀'],
])('shows %o as %o', (name, initial) => {
  expect(initialOf(name)).toBe(initial)
})
