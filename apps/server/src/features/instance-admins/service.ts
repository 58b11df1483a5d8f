import { type NewInstanceAdmin, readEmail } from '@cairn/contract'
import type { FastifyRequest } from 'fastify'
import type { Config } from '#config'
import { findCredentials, noteSignIn } from '#features/account/service.ts'
import { AuthError, countGuess } from '#features/auth/service.ts'
import {
  isMailConfigured,
  isSetUp,
  lockInstance,
  readSettings,
} from '#features/instance/service.ts'
import { matchesPassword, spendTime } from '#kernel/auth/passwords.ts'
import type { Db } from '#kernel/database/schema.ts'
import { badRequest, notFound } from '#kernel/http/errors.ts'
import {
  appointAdmin,
  countAdmins,
  dismissAdmin,
  endAdminSessionsOf,
  findActivePerson,
  findAdministrator,
  findInstanceAdmin,
} from './queries.ts'

export { findAdministrator } from './queries.ts'

interface Credentials {
  email?: string
  password?: string
}

/** The administrator who signed in, or the reason why the sign-in failed. */
export async function signInAdmin(
  db: Db,
  config: Config,
  request: FastifyRequest & { body: Credentials },
) {
  const { email: typed = '', password = '' } = request.body
  if (!(await isSetUp(db))) throw new AuthError('INSTANCE_NOT_CONFIGURED')
  const payload = { email: typed.trim() }
  if (!payload.email || !password) throw new AuthError('REQUIRED_ADMIN_EMAIL_PASSWORD', payload)
  const email = readEmail(typed)
  if (!email) throw new AuthError('INVALID_ADMIN_EMAIL', payload)
  const user = await findCredentials(db, email)
  const guess = await countGuess(db, request, email, user)
  const { hides_accounts } = await readSettings(db, config)
  const failed = new AuthError('ADMIN_AUTHENTICATION_FAILED', payload)
  if (!user) {
    await spendTime(password)
    throw hides_accounts ? failed : new AuthError('ADMIN_USER_DOES_NOT_EXIST', payload)
  }
  if (!user.is_active && !hides_accounts) throw new AuthError('ADMIN_USER_DEACTIVATED')
  const matches = await matchesPassword(user.password_hash, password)
  if (!user.is_active || !matches || !(await findAdministrator(db, user.id))) {
    throw failed
  }
  await Promise.all([guess.forget(), noteSignIn(db, user.id, request.ip, 'email')])
  return user.id
}

const notProved = () =>
  badRequest({
    error:
      'The email address of this account is not verified. Its owner has to sign in by a mailed code, or by a provider, first.',
  })

/**
 * Locks the instance's row, so that an account cannot be deactivated while it becomes an
 * administrator. The address must be verified, because anyone can sign up with an address that is
 * not theirs. Without a mail server it cannot be verified, and is accepted.
 */
export async function addInstanceAdmin(
  db: Db,
  config: Config,
  created_by: string,
  wanted: NewInstanceAdmin,
) {
  const { email: typed = '', role = 20 } = wanted
  if (!typed.trim()) throw badRequest({ error: 'Email is required' })
  const email = readEmail(typed)
  const isProofAsked = await isMailConfigured(db, config)
  return db.transaction().execute(async (tx) => {
    await lockInstance(tx)
    const user = email && (await findActivePerson(tx, email))
    if (!user) throw notFound()
    if (isProofAsked && !user.is_proved) throw notProved()
    const { id } = await appointAdmin(tx, { user_id: user.id, role, created_by })
    return findInstanceAdmin(tx, id)
  })
}

/** Locks the instance's row, so that if two administrators remove each other, one stays. */
export const removeInstanceAdmin = (db: Db, id: string) =>
  db.transaction().execute(async (tx) => {
    await lockInstance(tx)
    const removed = await dismissAdmin(tx, id)
    if (!removed) return
    if ((await countAdmins(tx)) === 0) {
      throw badRequest({ error: 'At least one instance admin is required' })
    }
    await endAdminSessionsOf(tx, removed.user_id)
  })
