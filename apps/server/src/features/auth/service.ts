import { isTimezone } from '@cairn/calendar'
import { readEmail, readNextPath } from '@cairn/contract'
import type { FastifyRequest } from 'fastify'
import type { Config } from '#config'
import {
  countInvitations,
  findCredentials,
  noteSignIn,
  prepareAccount,
} from '#features/account/service.ts'
import {
  insertInstanceAdmin,
  isSetUp,
  lockInstance,
  markSetUp,
  readSettings,
} from '#features/instance/service.ts'
import { isMailConfigured } from '#features/instance-settings/service.ts'
import { isStrongPassword, matchesPassword, spendTime } from '#kernel/auth/passwords.ts'
import type { Db } from '#kernel/database/schema.ts'
import { countGuess } from './guesses.ts'
import { findLanding, isInvited } from './queries.ts'
import { AuthError } from './redirects.ts'

export { enter } from './entry.ts'
export { countGuess, rememberBrowser } from './guesses.ts'
export { removeDeadProofs } from './queries.ts'
export { AuthError, errorTarget } from './redirects.ts'
export { issueResetLink } from './reset-links.ts'

interface Credentials {
  email?: string
  password?: string
}

export async function refuseUnlessSetUp(db: Db): Promise<void> {
  if (!(await isSetUp(db))) throw new AuthError('INSTANCE_NOT_CONFIGURED')
}

/** Invited users may sign up where sign-up is closed. */
export async function refuseClosedSignUp(
  db: Db,
  config: Config,
  email: string,
  payload: Record<string, string>,
): Promise<void> {
  const { enable_signup } = await readSettings(db, config)
  if (!enable_signup && !(await isInvited(db, email))) {
    throw new AuthError('SIGNUP_DISABLED', payload)
  }
}

export async function checkEmail(db: Db, config: Config, typed = '') {
  await refuseUnlessSetUp(db)
  if (typed.trim() === '') throw new AuthError('EMAIL_REQUIRED')
  const email = readEmail(typed)
  if (!email) throw new AuthError('INVALID_EMAIL')
  const [known, settings] = await Promise.all([
    findCredentials(db, email),
    readSettings(db, config),
  ])
  const canMail = (await isMailConfigured(db, config)) && settings.is_magic_login_enabled
  if (settings.hides_accounts) {
    // Invited users must be sent to the sign-up form.
    const isNew = !known && (await isInvited(db, email))
    const usesCode = canMail && !settings.is_email_password_enabled
    return { existing: !isNew, status: usesCode ? 'MAGIC_CODE' : 'CREDENTIAL' }
  }
  const usesCode = canMail && (known?.is_password_autoset ?? true)
  return { existing: known !== undefined, status: usesCode ? 'MAGIC_CODE' : 'CREDENTIAL' }
}

/**
 * Gives the same response for every address, also for one that has an account. An open sign-up then
 * needs a mailed code, which only the owner reads; where codes are off the account cannot be
 * hidden.
 */
async function refuseHiddenSignUp(
  db: Db,
  config: Config,
  email: string,
  payload: Record<string, string>,
): Promise<void> {
  const settings = await readSettings(db, config)
  if (!settings.is_email_password_enabled) {
    throw new AuthError('EMAIL_PASSWORD_AUTHENTICATION_DISABLED', payload)
  }
  if (settings.enable_signup) {
    const canMail = await isMailConfigured(db, config)
    if (!canMail || !settings.is_magic_login_enabled) return
    throw new AuthError('MAGIC_SIGN_UP_EMAIL_CODE_REQUIRED', payload)
  }
  // Always runs both queries, so that the response takes the same time.
  const [known, invited] = await Promise.all([findCredentials(db, email), isInvited(db, email)])
  if (known || !invited) throw new AuthError('SIGNUP_DISABLED', payload)
}

type SignInRequest = FastifyRequest & { body: Credentials }

/**
 * Returns the user with this password. `record` logs the sign-in: in parallel with creating the
 * session, not before it.
 */
export async function signIn(db: Db, config: Config, request: SignInRequest) {
  const { email: typed = '', password = '' } = request.body
  await refuseUnlessSetUp(db)
  const payload = { email: typed.trim() }
  if (!payload.email || !password) throw new AuthError('REQUIRED_EMAIL_PASSWORD_SIGN_IN', payload)
  const email = readEmail(typed)
  if (!email) throw new AuthError('INVALID_EMAIL_SIGN_IN', payload)
  const [user, settings] = await Promise.all([findCredentials(db, email), readSettings(db, config)])
  if (!settings.is_email_password_enabled && (user || settings.hides_accounts)) {
    throw new AuthError('EMAIL_PASSWORD_AUTHENTICATION_DISABLED', payload)
  }
  const guess = await countGuess(db, request, email, user)
  if (!user) {
    await spendTime(password)
    throw new AuthError(
      settings.hides_accounts ? 'AUTHENTICATION_FAILED_SIGN_IN' : 'USER_DOES_NOT_EXIST',
      payload,
    )
  }
  if (!(await matchesPassword(user.password_hash, password))) {
    throw new AuthError('AUTHENTICATION_FAILED_SIGN_IN', payload)
  }
  if (!user.is_active) throw new AuthError('USER_ACCOUNT_DEACTIVATED', payload)
  const record = () => Promise.all([guess.forget(), noteSignIn(db, user.id, request.ip, 'email')])
  return { user_id: user.id, record }
}

export async function signUp(
  db: Db,
  config: Config,
  { email: typed = '', password = '' }: Credentials,
  ip: string,
) {
  await refuseUnlessSetUp(db)
  const payload = { email: typed.trim() }
  if (!payload.email || !password) throw new AuthError('REQUIRED_EMAIL_PASSWORD_SIGN_UP', payload)
  const email = readEmail(typed)
  if (!email) throw new AuthError('INVALID_EMAIL_SIGN_UP', payload)
  const taken = new AuthError('USER_ALREADY_EXIST', payload)
  const settings = await readSettings(db, config)
  if (settings.hides_accounts) await refuseHiddenSignUp(db, config, email, payload)
  if (await findCredentials(db, email)) throw taken
  if (!settings.is_email_password_enabled) {
    throw new AuthError('EMAIL_PASSWORD_AUTHENTICATION_DISABLED', payload)
  }
  await refuseClosedSignUp(db, config, email, payload)
  if (!(await isStrongPassword(password))) throw new AuthError('INVALID_PASSWORD', payload)

  const createAccount = await prepareAccount({ email, password })
  return db
    .transaction()
    .execute(async (tx) => {
      const user_id = await createAccount(tx)
      await noteSignIn(tx, user_id, ip, 'email')
      return user_id
    })
    .catch(emailTaken(taken))
}

export const emailTaken =
  (answer: AuthError) =>
  (error: unknown): never => {
    const { code, constraint } = error as { code?: string; constraint?: string }
    throw code === '23505' && constraint === 'users_email_key' ? answer : error
  }

export interface SetUp extends Credentials {
  first_name?: string
  last_name?: string
  company_name?: string
  /** Time zone of the browser. */
  user_timezone?: string
}

/**
 * Creates the first administrator. The instance row is locked, so fifty parallel requests create
 * one.
 */
export async function setUpInstance(
  db: Db,
  form: SetUp,
  { origin, ip }: { origin: string; ip: string },
): Promise<string> {
  const { email: typed = '', password = '', user_timezone = '' } = form
  const first_name = form.first_name?.trim().slice(0, 255) ?? ''
  const last_name = form.last_name?.trim().slice(0, 255) ?? ''
  const company_name = form.company_name?.trim().slice(0, 255) ?? ''
  const payload = { email: typed.trim(), first_name, last_name, company_name }
  if (await isSetUp(db)) throw new AuthError('ADMIN_ALREADY_EXIST')
  if (!payload.email || !password || !first_name) {
    throw new AuthError('REQUIRED_ADMIN_EMAIL_PASSWORD_FIRST_NAME', payload)
  }
  const email = readEmail(typed)
  if (!email) throw new AuthError('INVALID_ADMIN_EMAIL', payload)
  const taken = new AuthError('ADMIN_USER_ALREADY_EXIST', payload)
  if (await findCredentials(db, email)) throw taken
  if (!(await isStrongPassword(password))) throw new AuthError('INVALID_ADMIN_PASSWORD', payload)

  const createAccount = await prepareAccount({
    email,
    password,
    first_name,
    last_name,
    company_name,
    ...(isTimezone(user_timezone) && { user_timezone }),
  })
  return db
    .transaction()
    .execute(async (tx) => {
      const instance = await lockInstance(tx)
      if (instance.is_setup_done || instance.restoring_since) {
        throw new AuthError('ADMIN_ALREADY_EXIST')
      }
      const user_id = await createAccount(tx)
      await insertInstanceAdmin(tx, user_id)
      await markSetUp(tx, company_name, origin)
      await noteSignIn(tx, user_id, ip, 'email')
      return user_id
    })
    .catch(emailTaken(taken))
}

/**
 * Where the browser goes after signing in; users who signed in with a code and have no password are
 * sent to set one.
 */
export async function landingFor(
  db: Db,
  user_id: string,
  next_path?: string,
  lacksPassword = false,
): Promise<string> {
  const landing = await findLanding(db, user_id)
  if (lacksPassword && landing?.is_onboarded) return '/accounts/set-password'
  const asked = readNextPath(next_path)
  if (asked) return asked
  if (!landing?.is_onboarded) return '/onboarding/'
  if (landing.slug) return `/${landing.slug}/`
  return (await countInvitations(db, user_id)) > 0 ? '/invitations/' : '/create-workspace/'
}

/** The public site has no onboarding: it redirects back to the page the user was on. */
export const spaceLandingFor = (next_path?: string) => `/spaces${readNextPath(next_path) || '/'}`
