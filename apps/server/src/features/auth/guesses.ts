import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { languageOf } from '#features/account/service.ts'
import { forgetGuesses, networkOf, takeGuess, throttle } from '#kernel/auth/throttle.ts'
import { randomToken } from '#kernel/auth/tokens.ts'
import type { Db } from '#kernel/database/schema.ts'
import { queueMail } from '#kernel/mail/delivery.ts'
import { guessedMail } from './mails.ts'
import { AuthError } from './redirects.ts'

const COOKIE = 'known-browser'
const YEAR = 31_536_000
const NONCE = 32

const signatureOf = ({ server }: FastifyRequest, user_id: string, nonce: string) =>
  createHmac('sha256', server.deps.secrets.keyFor('known browsers'))
    .update(`${user_id} ${nonce}`)
    .digest('base64url')

/**
 * Marks the browser as one this user has signed in with. It grants no access: it only gives the
 * browser a separate count of wrong passwords, so that guesses made elsewhere cannot lock the owner
 * out.
 */
export function rememberBrowser(request: FastifyRequest, reply: FastifyReply, user_id: string) {
  const nonce = randomToken(NONCE)
  reply.setCookie(COOKIE, `${nonce}.${signatureOf(request, user_id, nonce)}`, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: request.protocol === 'https',
    maxAge: YEAR,
  })
}

function knownBrowser(request: FastifyRequest, user_id: string): string | undefined {
  const [nonce = '', signature = ''] = (request.cookies[COOKIE] ?? '').split('.')
  const wanted = Buffer.from(signatureOf(request, user_id, nonce))
  const shown = Buffer.from(signature)
  const isOurs = wanted.length === shown.length && timingSafeEqual(wanted, shown)
  return isOurs ? nonce : undefined
}

interface Guessed {
  id: string
  email: string
  is_active: boolean
  last_login_ip: string
}

const WARNED_AT = 10

export interface Guess {
  /** The password was right: resets the count. */
  forget(): Promise<unknown>
}

/**
 * Called before a password is compared. Addresses without an account are counted like those with
 * one.
 */
export async function countGuess(
  db: Db,
  request: FastifyRequest,
  email: string,
  user: Guessed | undefined,
): Promise<Guess> {
  const network = networkOf(request.ip)
  const isKnownNetwork = user !== undefined && networkOf(user.last_login_ip) === network
  const known =
    (user && knownBrowser(request, user.id)) ?? (isKnownNetwork ? network : undefined) ?? ''
  const who = `${email} ${known}`
  const taken = await takeGuess(db, who)
  if (taken.wait > 0) throw new AuthError('RATE_LIMIT_EXCEEDED', { email })
  if ('count' in taken && taken.count === WARNED_AT && user?.is_active) {
    const wasWarned = (await throttle(db, 'guessWarnings', user.id)) > 0
    if (!wasWarned) {
      const language = await languageOf(db, user.email)
      await queueMail(db, guessedMail(user.email, WARNED_AT, language))
    }
  }
  return { forget: () => forgetGuesses(db, who) }
}
