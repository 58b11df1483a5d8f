import type { Invitation } from '@cairn/contract'

/** `accepted`: accepted, but without an account yet. */
export type PendingStatus = 'pending' | 'accepted' | 'declined' | 'expired'

export function statusOf(
  { accepted, responded_at, expires_at }: Invitation,
  now = Date.now(),
): PendingStatus {
  if (responded_at) return accepted ? 'accepted' : 'declined'
  return Date.parse(expires_at) > now ? 'pending' : 'expired'
}
