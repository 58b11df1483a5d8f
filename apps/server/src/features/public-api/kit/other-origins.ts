import type { App } from '#kernel/http/app-type.ts'

const exposed = 'X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After'
const asked = {
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': 'X-Api-Key, Authorization, Content-Type',
  'access-control-max-age': '86400',
}

/**
 * Pages of other origins may call with a token: cookies are ignored here, so no browser can be made
 * to act for a signed-in user. Therefore credentials are never allowed.
 */
export function allowOtherOrigins(app: App) {
  const allowed = new Set(app.deps.config.corsAllowedOrigins)
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    if (origin === undefined) return
    if (allowed.size > 0) reply.header('vary', 'origin')
    if (allowed.size > 0 && !allowed.has(origin)) return
    reply.header('access-control-allow-origin', allowed.size > 0 ? origin : '*')
    reply.header('access-control-expose-headers', exposed)
    const isQuestion = request.method === 'OPTIONS'
    if (isQuestion && request.headers['access-control-request-method']) {
      await reply.code(204).headers(asked).send()
    }
  })
}
