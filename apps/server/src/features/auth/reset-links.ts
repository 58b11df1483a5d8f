import { hashToken, randomToken } from '#kernel/auth/tokens.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { insertPasswordReset } from './queries.ts'

const toLinkId = (user_id: string) => Buffer.from(user_id).toString('base64url')

/** A link that chooses a new password, once and within an hour: a path of the application. */
export async function issueResetLink(tx: Tx, { id, email }: { id: string; email: string }) {
  const token = randomToken(64)
  await insertPasswordReset(tx, { token_hash: hashToken(token), user_id: id })
  const query = new URLSearchParams({ uidb64: toLinkId(id), token, email })
  return `/accounts/reset-password/?${query}`
}
