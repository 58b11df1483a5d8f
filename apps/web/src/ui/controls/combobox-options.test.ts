import { expect, it } from 'vitest'
import { canCreate, inGroups, matches } from './combobox-options.ts'

const tomas = { value: '1', label: 'Tomás Herrera', keywords: 'th@example.com' }

it.each([
  ['tomas', true],
  ['HERR', true],
  ['herr tom', true],
  ['th@', true],
  ['', true],
  ['maya', false],
])('finds Tomás by %o: %o', (typed, found) => {
  expect(matches(tomas, typed)).toBe(found)
})

it('keeps groups together in order of their first option', () => {
  const bug = { value: 'bug', label: 'Bug', group: 'Kind' }
  const ios = { value: 'ios', label: 'iOS', group: 'Platform' }
  const chore = { value: 'chore', label: 'Chore', group: 'Kind' }
  expect(inGroups([bug, ios, chore])).toEqual([
    { group: 'Kind', items: [bug, chore] },
    { group: 'Platform', items: [ios] },
  ])
})

it.each([
  ['Tomas herrera', false],
  ['Tomás', true],
  ['  ', false],
])('offers to create %o: %o', (typed, offered) => {
  expect(canCreate([tomas], typed)).toBe(offered)
})
