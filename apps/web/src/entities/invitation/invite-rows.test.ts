import { GUEST } from '@cairn/contract'
import { describe, expect, it } from 'vitest'
import { newRow, problemsOf, readList, spread } from './invite-rows.ts'

it.each([
  ['ada@cairn.test, bob@cairn.test;cy@cairn.test', 3],
  ['ada@cairn.test\nbob@cairn.test\n', 2],
  ['ada@cairn.test', undefined],
  ['Ada Lovelace', undefined],
])('reads %j as %o addresses', (text, count) => {
  expect(readList(text)?.length).toBe(count)
})

it('puts each address of a list in a row of its own, with the role of the row it was pasted in', () => {
  const [first, second] = [newRow('x@cairn.test'), newRow('', GUEST)]
  const rows = spread([first, second], second, ['a@cairn.test', 'b@cairn.test'])
  expect(rows.map(({ email, role }) => [email, role])).toEqual([
    ['x@cairn.test', first.role],
    ['a@cairn.test', GUEST],
    ['b@cairn.test', GUEST],
  ])
})

describe('problemsOf', () => {
  it.each([
    [[''], ['missing']],
    [['  '], ['missing']],
    [['nobody'], ['invalid']],
    [
      ['ada@cairn.test', 'ADA@cairn.test '],
      [undefined, 'twice'],
    ],
    [
      ['ada@cairn.test', 'bob@cairn.test'],
      [undefined, undefined],
    ],
  ])('of %j are %j', (emails, expected) => {
    const rows = emails.map((email) => newRow(email))
    const problems = problemsOf(rows)
    expect(rows.map(({ key }) => problems.get(key))).toEqual(expected)
  })
})
