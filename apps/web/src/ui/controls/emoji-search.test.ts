import { expect, it } from 'vitest'
import { pickable, searchEmoji, withRecent } from './emoji-search.ts'

const rocket = { unicode: '🚀', label: 'rocket', group: 5, order: 30, tags: ['launch', 'space'] }
const satellite = { unicode: '🛰️', label: 'satellite', group: 5, order: 20, tags: ['space'] }
const invader = { unicode: '👾', label: 'space invader', group: 0, order: 10, tags: ['game'] }
const flagLetter = { unicode: '🇦', label: 'regional indicator A' }
const tone = { unicode: '🏽', label: 'medium skin tone', group: 2, order: 1 }

it('shows whole emoji in their usual order', () => {
  expect(pickable([rocket, flagLetter, tone, satellite, invader])).toEqual([
    invader,
    satellite,
    rocket,
  ])
})

it.each([
  ['rock', [rocket]],
  ['space', [invader, rocket, satellite]],
  ['launch ro', [rocket]],
  ['ocket', []],
  ['', [rocket, satellite, invader]],
])('finds by %o: names before tags', (typed, found) => {
  expect(searchEmoji([rocket, satellite, invader], typed)).toEqual(found)
})

it('keeps the latest eighteen, each once', () => {
  const many = Array.from({ length: 18 }, (_, index) => String(index))
  expect(withRecent(many, '5').slice(0, 3)).toEqual(['5', '0', '1'])
  expect(withRecent(many, 'new')).toHaveLength(18)
})
