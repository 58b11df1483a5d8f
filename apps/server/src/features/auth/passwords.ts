import { setTimeout } from 'node:timers/promises'
import { type PasswordChange, parseId, readEmail } from '@cairn/contract'
import type { Config } from '#config'
import {
  type Credentials,
  endOlderAccess,
  findCredentials,
  findOwnCredentials,
  findUser,
  languageOf,
  lockCredentials,
  prepareProof,
  replacePassword,
} from '#features/account/service.ts'
import { readSettings } from '#features/instance/service.ts'
import { isMailConfigured } from '#features/instance-settings/service.ts'
import { hashPassword, isStrongPassword, matchesPassword } from '#kernel/auth/passwords.ts'
import { hashToken } from '#kernel/auth/tokens.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { queueMail } from '#kernel/mail/delivery.ts'
import { closedMail, resetMail } from './mails.ts'
import { findPasswordReset } from './queries.ts'
import { AuthError } from './redirects.ts'
import { issueResetLink } from './reset-links.ts'
import { refuseUnlessSetUp } from './service.ts'

/** For a person with a session, who can see and delete their API tokens: tokens stay valid. */
async function storePassword(tx: Tx, account: Credentials, password_hash: string): Promise<void> {
  await replacePassword(tx, account.id, password_hash)
  await endOlderAccess(tx, account, { retainTokens: true })
}

/** Mails the link; for a deactivated account the mail says so, and the response does not. */
export async function sendResetLink(db: Db, config: Config, origin: string, typed = '') {
  await refuseUnlessSetUp(db)
  if (!(await isMailConfigured(db, config))) throw new AuthError('SMTP_NOT_CONFIGURED')
  const email = readEmail(typed)
  if (!email) throw new AuthError('INVALID_EMAIL')
  const message = 'Check your email to reset your password'
  const { hides_accounts } = await readSettings(db, config)
  const user = await findCredentials(db, email)
  if (!user && !hides_accounts) throw new AuthError('USER_DOES_NOT_EXIST')
  // Writing the link and the mail takes a few milliseconds: hidden behind a fixed delay.
  const aMoment = hides_accounts ? setTimeout(HIDDEN_MS) : undefined
  if (user) await mailResetLink(db, origin, user)
  await aMoment
  return { message }
}

const HIDDEN_MS = 250

const mailResetLink = (db: Db, origin: string, { id, email, is_active }: Credentials) =>
  db.transaction().execute(async (tx) => {
    const language = await languageOf(tx, email)
    if (!is_active) return queueMail(tx, closedMail(email, language))
    const link = await issueResetLink(tx, { id, email })
    return queueMail(tx, resetMail(email, `${origin}${link}`, language))
  })

interface ResetLink {
  uidb64: string
  token: string
}

function readLinkId(uidb64: string): string {
  const bytes = Buffer.from(uidb64, 'base64url')
  const text = new TextDecoder('utf-8').decode(bytes)
  if (text.includes('\ufffd')) throw new AuthError('EXPIRED_PASSWORD_TOKEN')
  const id = parseId(text)
  if (!id) throw new AuthError('INVALID_PASSWORD_TOKEN')
  return id
}

export async function resetPassword(db: Db, { uidb64, token }: ResetLink, password = '') {
  await refuseUnlessSetUp(db)
  const user_id = readLinkId(uidb64)
  const link = { user_id, token_hash: hashToken(token) }
  await refuseDeadLink(db, link)
  if (!(await isStrongPassword(password))) throw new AuthError('INVALID_PASSWORD')
  const password_hash = await hashPassword(password)
  const known = await findOwnCredentials(db, user_id)
  const prove = await prepareProof(known)
  await db.transaction().execute(async (tx) => {
    // Checked again under the lock: of two posts of the same link one is late.
    await refuseDeadLink(tx, link)
    if (!(await prove(tx))) throw new AuthError('INVALID_PASSWORD_TOKEN')
    await replacePassword(tx, user_id, password_hash)
    await endOlderAccess(tx, known)
  })
}

async function refuseDeadLink(db: Db, link: { user_id: string; token_hash: Buffer }) {
  const reset = await findPasswordReset(db, link)
  if (!reset) throw new AuthError('INVALID_PASSWORD_TOKEN')
  if (reset.is_expired) throw new AuthError('EXPIRED_PASSWORD_TOKEN')
}

const alreadySet = () =>
  new AuthError('PASSWORD_ALREADY_SET', {
    error: 'Your password is already set please change your password from profile',
  })

export async function setPassword(db: Db, user_id: string, password = '') {
  const { is_password_autoset } = await findOwnCredentials(db, user_id)
  if (!is_password_autoset) throw alreadySet()
  if (!(await isStrongPassword(password))) throw new AuthError('INVALID_PASSWORD')
  const password_hash = await hashPassword(password)
  return db.transaction().execute(async (tx) => {
    const current = await lockCredentials(tx, user_id)
    if (!current.is_password_autoset) throw alreadySet()
    await storePassword(tx, current, password_hash)
    return findUser(tx, user_id)
  })
}

const missing = (error: string) => new AuthError('MISSING_PASSWORD', { error })

export async function changePassword(db: Db, user_id: string, change: PasswordChange) {
  const known = await findOwnCredentials(db, user_id)
  const { old_password = '' } = change
  const wanted = change.new_password || (known.is_password_autoset && change.password) || ''
  if (!old_password && !known.is_password_autoset) throw missing('Old password is missing')
  if (!wanted) throw missing('Old or new password is missing')
  if (!known.is_password_autoset && !(await matchesPassword(known.password_hash, old_password))) {
    throw new AuthError('INCORRECT_OLD_PASSWORD', { error: 'Old password is not correct' })
  }
  const isSame = !known.is_password_autoset && wanted === old_password
  if (isSame || !(await isStrongPassword(wanted))) throw new AuthError('INVALID_NEW_PASSWORD')
  const password_hash = await hashPassword(wanted)
  await db.transaction().execute(async (tx) => {
    // Changed by another request since: the typed old password is no longer the current one.
    const current = await lockCredentials(tx, user_id)
    if (current.password_hash !== known.password_hash) {
      throw new AuthError('INCORRECT_OLD_PASSWORD', { error: 'Old password is not correct' })
    }
    await storePassword(tx, current, password_hash)
  })
  return { message: 'Password updated successfully' }
}
