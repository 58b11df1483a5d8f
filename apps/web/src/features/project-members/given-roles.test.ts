import { ADMIN, GUEST, MEMBER } from '@cairn/contract'
import { expect, it } from 'vitest'
import { firstRoleFor, rolesFor } from './given-roles.ts'

it.each([
  [ADMIN, ADMIN, [ADMIN], ADMIN],
  [GUEST, ADMIN, [GUEST], GUEST],
  [MEMBER, ADMIN, [GUEST, MEMBER, ADMIN], MEMBER],
  [MEMBER, MEMBER, [GUEST, MEMBER], MEMBER],
])('a workspace role of %i is given by %i one of %o, first %i', (theirs, own, offered, first) => {
  expect(rolesFor(theirs, own)).toEqual(offered)
  expect(firstRoleFor(theirs, own)).toBe(first)
})
