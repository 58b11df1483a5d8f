import type { Invitation } from '@cairn/contract'
import { expect, it } from 'vitest'
import { statusOf } from './pending-status.ts'

const now = Date.parse('2026-11-15T12:00:00Z')
const open = { accepted: false, responded_at: null, expires_at: '2026-11-15T12:00:01Z' }

it.each([
  [open, 'pending'],
  [{ ...open, expires_at: '2026-11-15T12:00:00Z' }, 'expired'],
  [{ ...open, responded_at: '2026-11-14T12:00:00Z' }, 'declined'],
  [{ ...open, responded_at: '2026-11-14T12:00:00Z', accepted: true }, 'accepted'],
])('%j is %s', (invitation, status) => {
  expect(statusOf(invitation as Invitation, now)).toBe(status)
})
