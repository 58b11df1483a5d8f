import type { ProfilePatch } from '@cairn/contract'
import { hashPassword } from '#kernel/auth/passwords.ts'
import { randomToken } from '#kernel/auth/tokens.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { findProfile, insertProfile, insertUser, updateProfile } from './queries.ts'

export { findCredentials, noteSignIn, updateProfile } from './queries.ts'

export interface NewAccount {
  email: string
  password: string
  first_name?: string
  last_name?: string
  company_name?: string
}

/** Never made from the address: people do not choose what stands before the @ for us to show it. */
const displayName = ({ first_name = '', last_name = '' }: NewAccount) =>
  `${first_name} ${last_name}`.trim() || `user-${randomToken(6)}`

/** The slow hash is made before the transaction, so that it holds no lock. */
export async function prepareAccount(account: NewAccount) {
  const password_hash = await hashPassword(account.password)
  return async (tx: Tx): Promise<string> => {
    const { email, first_name = '', last_name = '', company_name } = account
    const display_name = displayName(account)
    const username = randomToken(32, '0123456789abcdef')
    const user = { username, email, password_hash, first_name, last_name, display_name }
    const { id } = await insertUser(tx, user)
    await insertProfile(tx, id, company_name)
    return id
  }
}

export const changeProfile = (db: Db, user_id: string, { theme, ...patch }: ProfilePatch) =>
  updateProfile(db, user_id, { ...patch, ...(theme && { theme: JSON.stringify(theme) }) })

/** One way: a finished onboarding stays finished. */
export async function finishOnboarding(db: Db, user_id: string, is_onboarded = false) {
  if (is_onboarded) await updateProfile(db, user_id, { is_onboarded })
  else await findProfile(db, user_id)
  return { message: 'Updated successfully' }
}
