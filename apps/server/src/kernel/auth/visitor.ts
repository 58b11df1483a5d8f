import type { FastifyRequest } from 'fastify'
import type { Access } from './access.ts'
import { type SessionKind, sessionToken } from './sessions.ts'

/** The caller of a public route: undefined, or the signed-in user. */
export async function visitorOf(
  access: Access,
  request: FastifyRequest,
  kind: SessionKind = 'app',
) {
  const token = sessionToken(request, kind)
  return token ? access.ask({ kind, token }) : undefined
}
