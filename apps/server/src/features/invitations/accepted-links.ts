import { idSource } from '@cairn/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** An invitation whose secret this browser has shown. */
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
    // Only the ways in read it.
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
 * Whoever accepted by the mailed link may have no account yet. The browser keeps the link, and shows
 * it when somebody signs in: an address alone, which anybody can type, opens no invitation.
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
