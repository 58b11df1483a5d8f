import { anyone } from '@cairn/contract'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { App } from './app-type.ts'
import { declarePolicyFor } from './policies.ts'

/** The OpenAPI document of an app's routes, built from the contract. */
export async function describeRoutes(app: App, version: string) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Cairn',
        version,
        description:
          'The API the web application itself is built on, and below /api/v1/ the one for programs.',
      },
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: 'session-id' },
          token: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
        },
      },
    },
    transform: ({ schema, url, route }) => {
      const { policy } = route.config ?? {}
      const isPublic = !policy || policy.who === 'anyone'
      const credential = policy && 'by' in policy && policy.by ? policy.by : 'session'
      const tag = url.startsWith('/auth/') ? 'auth' : (url.split('/')[2] ?? 'api')
      return {
        url,
        schema: { ...schema, tags: [tag], ...(!isPublic && { security: [{ [credential]: [] }] }) },
      }
    },
  })
}

type Describe = () => Promise<object>

export function serveDescription(app: App, describe: Describe) {
  app.route({
    method: 'GET',
    url: '/api/openapi.json',
    config: { policy: anyone },
    schema: { hide: true },
    handler: describe,
  })
}

/** Pages that show the description. */
export async function serveDocPages(app: App, describe: Describe) {
  await app.register(async (pages) => {
    declarePolicyFor(pages, anyone)
    // The library would show only the routes of its own app.
    pages.addHook('onRequest', async (request, reply) => {
      if (request.url === '/api/docs/json') await reply.send(await describe())
    })
    await pages.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: true,
      logo: undefined,
      uiConfig: { docExpansion: 'none', deepLinking: true },
    })
  })
}
