import { expect, it } from 'vitest'
import { applyProfileEvent, type Profile } from './account.ts'

const profile = (theme: string, updated_at: string) =>
  ({ theme: { theme }, updated_at }) as unknown as Profile

it('keeps a profile that is newer than an event which arrives late', () => {
  const first = profile('dark', '2026-11-18T12:00:00.100Z')
  const second = profile('custom', '2026-11-18T12:00:00.200Z')
  expect(applyProfileEvent(first, { type: 'profile.saved', profile: second })).toBe(second)
  expect(applyProfileEvent(second, { type: 'profile.saved', profile: first })).toBe(second)
})
