import { lookup } from '@cairn/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Generated, sql } from 'kysely'
import type { Db } from '#kernel/database/schema.ts'
import { hashToken, randomToken } from './tokens.ts'

declare module '#kernel/database/schema.ts' {
  interface Database {
    sessions: {
      token_hash: Buffer
      kind: 'app' | 'admin'
      user_id: string
      user_agent: string
      ip_address: string
      created_at: Generated<string>
      expires_at: string
    }
  }
}

export type SessionKind = 'app' | 'admin'

const kinds = {
  app: { cookie: 'session-id', seconds: 604_800 },
  admin: { cookie: 'admin-session-id', seconds: 3_600 },
} as const

export const sessionToken = (request: FastifyRequest, kind: SessionKind): string | undefined =>
  request.cookies[kinds[kind].cookie]

/** The same for a whole `Cookie` header. */
export const sessionTokenIn = (cookies: Record<string, string | undefined>) =>
  lookup(cookies, kinds.app.cookie)

export const cookieFor = (request: FastifyRequest) =>
  ({
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: request.protocol === 'https',
  }) as const

/** A new key at every sign-in, so that one planted before is useless. */
export async function openSession(
  db: Db,
  request: FastifyRequest,
  reply: FastifyReply,
  kind: SessionKind,
  user_id: string,
): Promise<void> {
  const token = randomToken(128)
  const { cookie, seconds } = kinds[kind]
  await endSession(db, request, kind)
  await db
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      kind,
      user_id,
      user_agent: (request.headers['user-agent'] ?? '').slice(0, 500),
      ip_address: request.ip,
      expires_at: sql`now() + make_interval(secs => ${seconds})`,
    })
    .execute()
  reply.setCookie(cookie, token, { ...cookieFor(request), maxAge: seconds })
}

async function endSession(db: Db, request: FastifyRequest, kind: SessionKind): Promise<void> {
  const token = sessionToken(request, kind)
  if (!token) return
  await db.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute()
}

export async function closeSession(
  db: Db,
  request: FastifyRequest,
  reply: FastifyReply,
  kind: SessionKind,
): Promise<void> {
  await endSession(db, request, kind)
  reply.clearCookie(kinds[kind].cookie, cookieFor(request))
}

export const removeExpiredSessions = (db: Db) =>
  db.deleteFrom('sessions').where('expires_at', '<', sql<string>`now()`).execute()
