import { removeApiTokensOf } from '#features/api-tokens/service.ts'
import { endSessionsOf } from '#features/sessions/service.ts'
import { hashPassword } from '#kernel/auth/passwords.ts'
import { randomToken } from '#kernel/auth/tokens.ts'
import { now, type Tx } from '#kernel/database/schema.ts'
import { queueMail } from '#kernel/mail/delivery.ts'
import { languageOf } from './mail-language.ts'
import { passwordEndedMail } from './mails.ts'
import {
  type Credentials,
  isFirstAdministrator,
  lockCredentials,
  removeAccounts,
  removePendingProofs,
  updateUser,
} from './queries.ts'

type Account = Pick<Credentials, 'id' | 'email'>

/**
 * Revokes what was opened or issued before: every session (and its live sockets), reset links,
 * codes and pending email changes; API tokens too, unless `retainTokens` is set.
 */
export async function endOlderAccess(tx: Tx, account: Account, { retainTokens = false } = {}) {
  await endSessionsOf(tx, account.id)
  await removePendingProofs(tx, account)
  if (!retainTokens) await removeApiTokensOf(tx, account.id)
}

const isProved = ({ is_email_verified, email_proved_at }: Credentials) =>
  is_email_verified || email_proved_at !== null

/** The first verification of a new account: there is nothing older to revoke. */
export const markEmailProved = (tx: Tx, user_id: string) =>
  updateUser(tx, user_id, { is_email_verified: true, email_proved_at: now })

/**
 * Proves an account's address. Anyone may have registered an account with it, so the first proof ends
 * all older access: sessions, password, tokens, links, codes and providers. The first administrator
 * keeps password, tokens and providers, since they set the instance up with this address, and may have
 * no other way in.
 *
 * Call it before the transaction, since it hashes. What it returns answers false where the account has
 * another address by now.
 */
export async function prepareProof(known: Credentials) {
  const spare = isProved(known) ? '' : await hashPassword(randomToken(40))
  return async (tx: Tx): Promise<boolean> => {
    const current = await lockCredentials(tx, known.id)
    if (current.email !== known.email) return false
    const isFirstProof = !isProved(current)
    const isFirstAdmin = isFirstProof && (await isFirstAdministrator(tx, known.id))
    if (isFirstProof) await endOlderAccess(tx, current, { retainTokens: isFirstAdmin })
    if (isFirstProof && !isFirstAdmin) {
      await removeAccounts(tx, known.id)
      if (!current.is_password_autoset) {
        await updateUser(tx, known.id, { password_hash: spare, is_password_autoset: true })
        const language = await languageOf(tx, current.email)
        await queueMail(tx, passwordEndedMail(current.email, language))
      }
    }
    await markEmailProved(tx, known.id)
    return true
  }
}
