import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { letter } from '#features/account/service.ts'
import { forgetGuesses, networkOf, takeGuess, throttle } from '#kernel/auth/throttle.ts'
import { randomToken } from '#kernel/auth/tokens.ts'
import type { Db } from '#kernel/database/schema.ts'
import { queueMail } from '#kernel/mail/delivery.ts'
import { AuthError } from './redirects.ts'

const COOKIE = 'known-browser'
const YEAR = 31_536_000
const NONCE = 32

const signatureOf = ({ server }: FastifyRequest, user_id: string, nonce: string) =>
  createHmac('sha256', server.deps.secrets.keyFor('known browsers'))
    .update(`${user_id} ${nonce}`)
    .digest('base64url')

/**
 * Marks the browser as one this person has signed in with. It opens nothing: it only gives the browser
 * a count of wrong passwords of its own, so that who guesses elsewhere cannot keep the owner out.
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

const guessedMail = (to: string) =>
  letter(to, 'Someone is trying to guess your Cairn password', [
    `${WARNED_AT} wrong passwords were entered for ${to}. Further attempts have to wait longer each time, except from browsers and networks where you have logged in before.`,
    'If it was you, request a sign-in code or reset your password. If it was not, choose a password that you use nowhere else.',
  ])

export interface Guess {
  /** The password was right: the count begins anew. */
  forget(): Promise<unknown>
}

/** Before a password is compared. An address without an account is counted like one that has one. */
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
    if (!wasWarned) await queueMail(db, guessedMail(user.email))
  }
  return { forget: () => forgetGuesses(db, who) }
}
