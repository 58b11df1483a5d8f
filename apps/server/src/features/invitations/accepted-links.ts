import { idSource } from '@cairn/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** An invitation whose secret this browser has presented. */
export interface AcceptedLink {
  id: string
  token: string
}

const COOKIE = 'accepted-invitations'
const SECONDS = 604_800
const MAX = 10
const shape = new RegExp(`^(${idSource})\\.([a-z0-9]{1,100})$`)

const cookieFor = (request: FastifyRequest) =>
  ({
    // Only the sign-in routes read it.
    path: '/auth/',
    httpOnly: true,
    sameSite: 'lax',
    secure: request.protocol === 'https',
  }) as const

export const acceptedLinks = (request: FastifyRequest): AcceptedLink[] =>
  (request.cookies[COOKIE] ?? '').split('~').flatMap((text) => {
    const [, id, token] = shape.exec(text) ?? []
    return id && token ? [{ id, token }] : []
  })

/**
 * Users who accept by the mailed link may have no account yet. The browser stores the link and
 * presents it at sign-in: an address alone, which anyone can type, gives no access to an
 * invitation.
 */
export function rememberLink(
  request: FastifyRequest,
  reply: FastifyReply,
  { id, token }: AcceptedLink,
) {
  const others = acceptedLinks(request).filter((link) => link.id !== id)
  const value = [{ id, token }, ...others]
    .slice(0, MAX)
    .map((link) => `${link.id}.${link.token}`)
    .join('~')
  reply.setCookie(COOKIE, value, { ...cookieFor(request), maxAge: SECONDS })
}

export function dropLinks(request: FastifyRequest, reply: FastifyReply) {
  if (request.cookies[COOKIE]) reply.clearCookie(COOKIE, cookieFor(request))
}
