import { timingSafeEqual } from 'node:crypto'
import { type EmailChange, hidesAccounts, readEmail } from '@cairn/contract'
import type { Config } from '#config'
import { isMailConfigured, readPlain } from '#features/instance-settings/service.ts'
import type { Person } from '#kernel/auth/member.ts'
import { refuseOver } from '#kernel/auth/throttle.ts'
import { hashToken, randomToken } from '#kernel/auth/tokens.ts'
import { type Db, now } from '#kernel/database/schema.ts'
import { badRequest, duplicate } from '#kernel/http/errors.ts'
import { queueMail } from '#kernel/mail/delivery.ts'
import { languageOf } from './mail-language.ts'
import { addressTakenMail, emailChangedMails, emailCodeMail } from './mails.ts'
import { endOlderAccess } from './older-access.ts'
import {
  findCredentials,
  removeAccounts,
  spendEmailTry,
  storeEmailCode,
  updateUser,
  useUpEmailCode,
} from './queries.ts'

const refused = (error: string) => badRequest({ error })
const taken = () => refused('An account with this email already exists')

function readNewEmail(person: Person, typed = ''): string {
  if (!typed.trim()) throw refused('Email is required')
  const email = readEmail(typed)
  if (!email) throw refused('Invalid email format')
  if (email === person.email) throw refused('New email must be different from current email')
  return email
}

/**
 * Where accounts are hidden, an address that has an account gets the same response as any other:
 * its owner gets a mail.
 */
export async function sendEmailCode(db: Db, config: Config, person: Person, typed?: string) {
  const email = readNewEmail(person, typed)
  const isTaken = (await findCredentials(db, email)) !== undefined
  if (isTaken && !hidesAccounts(await readPlain(db, config))) throw taken()
  if (!(await isMailConfigured(db, config))) {
    throw refused('Failed to generate verification code. Please try again.')
  }
  await refuseOver(db, 'emailCodes', person.user_id)
  await refuseOver(db, 'emailCodesToAddress', email)
  const code = randomToken(6, '0123456789')
  await db.transaction().execute(async (tx) => {
    // A code that cannot be typed, so that attempts get the same response, too.
    await storeEmailCode(tx, person.user_id, email, hashToken(isTaken ? randomToken(32) : code))
    const language = await languageOf(tx, isTaken ? email : person.email)
    await queueMail(
      tx,
      isTaken ? addressTakenMail(email, language) : emailCodeMail(email, code, language),
    )
  })
  return { message: 'Verification code sent to email' }
}

/**
 * Verifies the new address and revokes access gained by the old one: sessions, reset links, codes
 * and linked providers, whose accounts may belong to the old address. Password and API tokens stay
 * valid: this request needs a session, and they were created with one.
 */
export async function changeEmail(db: Db, person: Person, change: EmailChange) {
  const { user_id } = person
  const email = readNewEmail(person, change.email)
  const code = change.code?.trim() ?? ''
  if (!code) throw refused('Verification code is required')
  const stored = await spendEmailTry(db, user_id, email)
  if (!stored) throw refused('Verification code has expired or is invalid')
  if (!timingSafeEqual(stored, hashToken(code))) throw refused('Invalid verification code')
  return db.transaction().execute(async (tx) => {
    if (!(await useUpEmailCode(tx, user_id, stored))) {
      throw refused('Verification code has expired or is invalid')
    }
    const change = { email, is_email_verified: false, email_proved_at: now }
    const user = await updateUser(tx, user_id, change).catch(duplicate('users_email_key', taken()))
    for (const address of [person.email, email]) {
      await endOlderAccess(tx, { id: user_id, email: address }, { retainTokens: true })
    }
    await removeAccounts(tx, user_id)
    const language = await languageOf(tx, email)
    for (const mail of emailChangedMails(person.email, email, language)) await queueMail(tx, mail)
    return user
  })
}
