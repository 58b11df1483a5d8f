import type { WorkspaceMember } from '@cairn/contract'
import { expect, it } from 'vitest'
import { isPresent } from './hooks.ts'

const member = (is_active: boolean, is_bot: boolean) =>
  ({ is_active, member: { is_bot } }) as WorkspaceMember

// @cap:members.workspace-list
it('counts neither those who left nor bots among the members', () => {
  expect(isPresent(member(true, false))).toBe(true)
  expect(isPresent(member(false, false))).toBe(false)
  expect(isPresent(member(true, true))).toBe(false)
})
