import { expect, it } from 'vitest'
import { problemOfDisplayName, problemOfFirstName, problemOfLastName } from './name-problems.ts'

it.each([
  ['Ada', undefined],
  ['a', undefined],
  ['Ada of the high tarns 1', undefined],
  ['12345678901234567890', undefined],
  ['🏔'.repeat(20), undefined],
  ['', 'required'],
  ['   ', 'empty'],
  ['Ada  Lovelace', 'spaces'],
  ['123456789012345678901', 'long'],
])('a display name of "%s": %s', (name, problem) => {
  expect(problemOfDisplayName(name)).toBe(problem && `account.profile.display_name_${problem}`)
})

it('needs a first name, and no addresses in names', () => {
  expect(problemOfFirstName(' ')).toBe('account.profile.first_name_required')
  expect(problemOfFirstName('www.ada.example')).toBe('account.profile.first_name_url')
  expect(problemOfFirstName('Ada')).toBeUndefined()
  expect(problemOfLastName('https://ada.example')).toBe('account.profile.last_name_url')
  expect(problemOfLastName('')).toBeUndefined()
})
