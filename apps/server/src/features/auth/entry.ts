import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedLinks, dropLinks, joinAccepted } from '#features/invitations/service.ts'
import { rotateCsrf } from '#kernel/auth/csrf.ts'
import { openSession } from '#kernel/auth/sessions.ts'
import type { Db } from '#kernel/database/schema.ts'
import { rememberBrowser } from './guesses.ts'

/**
 * The end of every sign-in: creates a session, and a membership if an invitation was accepted
 * before.
 */
export async function enter(
  db: Db,
  request: FastifyRequest,
  reply: FastifyReply,
  user_id: string,
): Promise<void> {
  await joinAccepted(db, user_id, acceptedLinks(request))
  await openSession(db, request, reply, 'app', user_id)
  dropLinks(request, reply)
  rotateCsrf(request, reply)
  rememberBrowser(request, reply, user_id)
}
