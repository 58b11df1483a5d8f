import type { FastifyReply, FastifyRequest } from 'fastify'
import { csrfFault } from './csrf.ts'

const refusal = `<!doctype html><meta charset="utf-8"><title>CSRF Verification Failed</title>
<h1>CSRF Verification Failed</h1>
<p>This form was open for too long, or was not ours. <a href="/">Back to Cairn</a></p>`

/** For browser form posts: responds with a page, since a user sees it. */
export async function requireFormToken(request: FastifyRequest, reply: FastifyReply) {
  if (csrfFault(request)) return reply.code(403).type('text/html; charset=utf-8').send(refusal)
}
