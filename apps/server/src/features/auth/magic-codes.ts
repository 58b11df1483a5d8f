import { timingSafeEqual } from 'node:crypto'
import { type AuthErrorName, readEmail } from '@cairn/contract'
import type { Config } from '#config'
import {
  findCredentials,
  languageOf,
  markEmailProved,
  noteSignIn,
  prepareAccount,
  prepareProof,
} from '#features/account/service.ts'
import { readSettings } from '#features/instance/service.ts'
import { isMailConfigured } from '#features/instance-settings/service.ts'
import { hashToken, randomToken } from '#kernel/auth/tokens.ts'
import type { Db } from '#kernel/database/schema.ts'
import { queueMail } from '#kernel/mail/delivery.ts'
import { codeMail } from './mails.ts'
import { spendTry, storeMagicCode, useUpMagicCode } from './queries.ts'
import { AuthError } from './redirects.ts'
import { emailTaken, refuseClosedSignUp, refuseUnlessSetUp } from './service.ts'

const letters = 'abcdefghijklmnopqrstuvwxyz'
const newCode = () => Array.from({ length: 3 }, () => randomToken(4, letters)).join('-')

async function refuseWithoutCodes(db: Db, config: Config, email: string) {
  if (!(await isMailConfigured(db, config))) throw new AuthError('SMTP_NOT_CONFIGURED', { email })
  const settings = await readSettings(db, config)
  if (!settings.is_magic_login_enabled) throw new AuthError('MAGIC_LINK_LOGIN_DISABLED', { email })
  return settings
}

export async function sendMagicCode(db: Db, config: Config, typed = '') {
  await refuseUnlessSetUp(db)
  const email = readEmail(typed)
  if (!email) throw new AuthError('INVALID_EMAIL')
  const { hides_accounts } = await refuseWithoutCodes(db, config, email)
  const known = await findCredentials(db, email)
  const code = newCode()
  await db.transaction().execute(async (tx) => {
    if (!(await storeMagicCode(tx, email, hashToken(code)))) {
      const side = known || hides_accounts ? 'SIGN_IN' : 'SIGN_UP'
      throw new AuthError(`EMAIL_CODE_ATTEMPT_EXHAUSTED_${side}`, { email })
    }
    await queueMail(tx, codeMail(email, code, await languageOf(tx, email)))
  })
  return { key: `magic_${email}` }
}

interface Faults {
  expired: AuthErrorName
  invalid: AuthErrorName
}
const signInFaults: Faults = {
  expired: 'EXPIRED_MAGIC_CODE_SIGN_IN',
  invalid: 'INVALID_MAGIC_CODE_SIGN_IN',
}
const signUpFaults: Faults = {
  expired: 'EXPIRED_MAGIC_CODE_SIGN_UP',
  invalid: 'INVALID_MAGIC_CODE_SIGN_UP',
}

/** Returns the hash of a correct code, which still has to be used up. */
async function proveCode(db: Db, email: string, code: string, faults: Faults): Promise<Buffer> {
  const stored = await spendTry(db, email)
  if (!stored) throw new AuthError(faults.expired, { email })
  if (!timingSafeEqual(stored, hashToken(code.trim()))) {
    throw new AuthError(faults.invalid, { email })
  }
  return stored
}

interface CodeForm {
  email?: string
  code?: string
}

export async function signInWithCode(
  db: Db,
  config: Config,
  { email: typed = '', code = '' }: CodeForm,
  ip: string,
) {
  await refuseUnlessSetUp(db)
  const payload = { email: typed.trim() }
  if (!payload.email || !code.trim()) {
    throw new AuthError('MAGIC_SIGN_IN_EMAIL_CODE_REQUIRED', payload)
  }
  const email = readEmail(typed)
  const user = email ? await findCredentials(db, email) : undefined
  const unknown = new AuthError('USER_DOES_NOT_EXIST', payload)
  if (!email) throw unknown
  if (!user && !(await readSettings(db, config)).hides_accounts) throw unknown
  await refuseWithoutCodes(db, config, email)
  const proved = await proveCode(db, email, code, signInFaults)
  // Users with the code can read mail to the address, so they may know.
  if (!user) throw unknown
  if (!user.is_active) throw new AuthError('USER_ACCOUNT_DEACTIVATED', payload)
  const prove = await prepareProof(user)
  return db.transaction().execute(async (tx) => {
    if (!(await useUpMagicCode(tx, email, proved)) || !(await prove(tx))) {
      throw new AuthError(signInFaults.expired, payload)
    }
    return noteSignIn(tx, user.id, ip, 'magic-code')
  })
}

export async function signUpWithCode(
  db: Db,
  config: Config,
  { email: typed = '', code = '' }: CodeForm,
  ip: string,
): Promise<string> {
  await refuseUnlessSetUp(db)
  const payload = { email: typed.trim() }
  const email = readEmail(typed)
  if (!email || !code.trim()) throw new AuthError('MAGIC_SIGN_UP_EMAIL_CODE_REQUIRED', payload)
  const taken = new AuthError('USER_ALREADY_EXIST', payload)
  const isTaken = (await findCredentials(db, email)) !== undefined
  if (isTaken && !(await readSettings(db, config)).hides_accounts) throw taken
  await refuseWithoutCodes(db, config, email)
  const proved = await proveCode(db, email, code, signUpFaults)
  if (isTaken) throw taken
  await refuseClosedSignUp(db, config, email, payload)
  const createAccount = await prepareAccount({ email })
  return db
    .transaction()
    .execute(async (tx) => {
      if (!(await useUpMagicCode(tx, email, proved))) {
        throw new AuthError(signUpFaults.expired, payload)
      }
      const user_id = await createAccount(tx)
      await markEmailProved(tx, user_id)
      await noteSignIn(tx, user_id, ip, 'magic-code')
      return user_id
    })
    .catch(emailTaken(taken))
}
