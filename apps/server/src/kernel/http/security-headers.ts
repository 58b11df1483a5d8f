import { anyone, endpoint } from '@cairn/contract'
import helmet from '@fastify/helmet'
import { Type } from 'typebox'
import type { App } from './app-type.ts'

const robots = endpoint(anyone, 'GET /robots.txt', { 200: Type.String() })

/** A team's tracker is nothing for search engines. */
export function keepOutOfSearch(app: App) {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('x-robots-tag', 'noindex, nofollow')
  })
  app.route({
    ...robots,
    handler: async (_request, reply) => {
      reply.type('text/plain; charset=utf-8')
      return 'User-agent: *\nDisallow: /\n'
    },
  })
}

/** No inline script anywhere; styles may be inline because components set positions by style. */
export const securityHeaders = (app: App) =>
  app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'self'"],
      },
    },
    frameguard: { action: 'sameorigin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
    // Cairn is often reached by plain http inside a network; whoever ends TLS sets this.
    hsts: false,
  })
