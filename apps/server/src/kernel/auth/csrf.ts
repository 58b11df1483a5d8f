import { timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { forbidden } from '#kernel/http/errors.ts'
import { sessionToken } from './sessions.ts'
import { randomToken } from './tokens.ts'

const COOKIE = 'csrftoken'
const YEAR = 31_449_600
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const LENGTH = 32

const at = (text: string, index: number) => letters.indexOf(text[index] ?? '')

/**
 * Masks the secret differently each time, so that compressed responses do not leak it bit by bit.
 */
function mask(secret: string): string {
  const noise = randomToken(LENGTH, letters)
  const hidden = Array.from(
    secret,
    (_, i) => letters[(at(secret, i) + at(noise, i)) % letters.length],
  )
  return noise + hidden.join('')
}

function unmask(token: string): string {
  const noise = token.slice(0, LENGTH)
  const hidden = token.slice(LENGTH)
  return Array.from(
    hidden,
    (_, i) => letters[(at(hidden, i) - at(noise, i) + letters.length) % letters.length],
  ).join('')
}

const isSecret = (text: string | undefined): text is string =>
  text !== undefined && /^[a-zA-Z0-9]{32}$/.test(text)

function setSecret(request: FastifyRequest, reply: FastifyReply): string {
  const secret = randomToken(LENGTH, letters)
  reply.setCookie(COOKIE, secret, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: request.protocol === 'https',
    maxAge: YEAR,
  })
  return secret
}

export function issueCsrfToken(request: FastifyRequest, reply: FastifyReply): string {
  const known = request.cookies[COOKIE]
  return mask(isSecret(known) ? known : setSecret(request, reply))
}

/** At every sign-in: invalidates tokens issued before. */
export const rotateCsrf = setSecret

export type CsrfFault = 'CSRF token missing.' | 'CSRF token incorrect.'

export function csrfFault(request: FastifyRequest): CsrfFault | undefined {
  const secret = request.cookies[COOKIE]
  const field = (request.body as Record<string, unknown> | null)?.csrfmiddlewaretoken
  const token = request.headers['x-csrftoken'] ?? field
  if (typeof token !== 'string' || token === '') return 'CSRF token missing.'
  if (!isSecret(secret) || !/^[a-zA-Z0-9]{64}$/.test(token)) return 'CSRF token incorrect.'
  const same = timingSafeEqual(Buffer.from(unmask(token)), Buffer.from(secret))
  return same ? undefined : 'CSRF token incorrect.'
}

const isHarmless = ({ method, headers }: FastifyRequest) =>
  ['GET', 'HEAD', 'OPTIONS'].includes(method) && !headers.upgrade

function isOwn(request: FastifyRequest, webUrl: string | undefined, address: string): boolean {
  if (address === `${request.protocol}://${request.host}`) return true
  const { origin, host } = URL.parse(address) ?? {}
  // Behind a proxy that ends TLS the scheme may differ; the host cannot be forged by a page.
  return origin !== undefined && (origin === webUrl || host === request.host)
}

const foreign = (origin: string) =>
  forbidden({
    detail: `CSRF Failed: Origin checking failed - ${origin.slice(0, 200)} does not match any trusted origins.`,
  })

/**
 * Browsers send the origin of a request; other origins may not change anything here. Without
 * `Origin`, other headers are checked.
 */
export function refuseForeignOrigin(request: FastifyRequest, webUrl: string | undefined): void {
  if (isHarmless(request)) return
  const { origin, referer, 'sec-fetch-site': site } = request.headers
  if (origin) {
    if (!isOwn(request, webUrl, origin)) throw foreign(origin)
  } else if (typeof site === 'string') {
    if (site !== 'same-origin' && site !== 'none') throw foreign(site)
  } else if (referer && !isOwn(request, webUrl, referer)) throw foreign(referer)
}

/** Types that a form of another page can send; for all others a browser sends `Origin`. */
const formTypes = /^(application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\b/i

/**
 * A form without origin headers, sent with a session, needs a token. Old browsers send such forms;
 * API clients with a session send JSON. Runs after the body is read.
 */
export function refuseFormWithoutOrigin(request: FastifyRequest): void {
  const { origin, referer, 'sec-fetch-site': site, 'content-type': type = '' } = request.headers
  if (isHarmless(request) || origin || referer || site || !formTypes.test(type)) return
  if (!sessionToken(request, 'app') && !sessionToken(request, 'admin')) return
  const fault = csrfFault(request)
  if (fault) throw forbidden({ detail: `CSRF Failed: ${fault}` })
}
