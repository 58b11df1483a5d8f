import type { FastifyRequest } from 'fastify'
import { cookieFor } from '#kernel/auth/sessions.ts'
import type { App } from './app-type.ts'

const COOKIE = 'wrote'
/** Longer than other nodes need to hear of a write. */
const SECONDS = 5
const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * For a few seconds after a change a browser is known by a cookie: another node, which has not heard
 * of the change yet, must not answer it from a replica or a cache.
 */
export function markWriters(app: App) {
  app.addHook('onSend', async (request, reply) => {
    if (reading.has(request.method) || reply.statusCode >= 400) return
    reply.setCookie(COOKIE, '1', { ...cookieFor(request), maxAge: SECONDS })
  })
}

export const hasJustWritten = (request: FastifyRequest) => request.cookies[COOKIE] !== undefined

/** Reads a list, from the replica if there is one and it is good enough for this request. */
export function readList<T>(request: FastifyRequest, make: () => Promise<T>): Promise<T> {
  const { replica } = request.server.deps
  return replica && !hasJustWritten(request) ? replica.read(make) : make()
}
