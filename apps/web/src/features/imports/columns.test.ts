import { expect, it } from 'vitest'
import { choose, suggestedOf } from './columns.ts'

it('begins with what the names of the columns suggest', () => {
  const column = { name: 'Title', samples: [] }
  expect(
    suggestedOf([
      { ...column, suggested: 'name' },
      { ...column, suggested: null },
    ]),
  ).toEqual(['name', null])
})

it('never has two columns for one thing: the one chosen last is it', () => {
  expect(choose(['name', null, 'state'], 1, 'name')).toEqual([null, 'name', 'state'])
  expect(choose(['name', null, 'state'], 2, null)).toEqual(['name', null, null])
  expect(choose([null, null], 1, null)).toEqual([null, null])
})
