import cookie from '@fastify/cookie'
import etag from '@fastify/etag'
import formbody from '@fastify/formbody'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { LogController } from 'fastify'
import { features } from './features/index.ts'
import type { App, Deps } from './kernel/http/app-type.ts'
import { serveDocPages, serveDocs } from './kernel/http/docs.ts'
import { handleError, handleNotFound } from './kernel/http/error-handler.ts'
import { healthRoute } from './kernel/http/health.ts'
import { lazySchemas } from './kernel/http/lazy-schemas.ts'
import { packAnswers } from './kernel/http/packing.ts'
import { enforcePolicies } from './kernel/http/policies.ts'
import { keepOutOfSearch, securityHeaders } from './kernel/http/security-headers.ts'
import { serveWeb } from './kernel/http/web.ts'
import { serveLive } from './kernel/realtime/live.ts'
import { version } from './version.ts'

/** The kernel's plugins first, then every feature. */
export async function buildApp(deps: Deps): Promise<App> {
  const { config, log, webRoot } = deps
  const app: App = Fastify({
    loggerInstance: log,
    bodyLimit: config.bodyLimit,
    trustProxy: config.trustProxy,
    requestIdHeader: false,
    genReqId: () => crypto.randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    // A second copy of every route that nothing asks for.
    exposeHeadRoutes: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    schemaController: lazySchemas,
    ajv: {
      customOptions: {
        // A body is what it says it is: with coercion null becomes "" and "false" true.
        coerceTypes: false,
        // A query key given twice arrives as an array.
        allowUnionTypes: true,
        removeAdditional: 'all',
        useDefaults: false,
        allErrors: false,
      },
    },
  }).withTypeProvider<TypeBoxTypeProvider>()

  app.decorate('db', deps.database.db)
  app.decorate('deps', deps)
  app.setErrorHandler(handleError)
  securityHeaders(app)
  app.addHook('onResponse', (request, reply, done) => {
    const path = request.url.split('?')[0]
    const ms = Math.round(reply.elapsedTime * 10) / 10
    const user = request.person?.user_id
    const { method } = request
    request.log.info({ method, path, status: reply.statusCode, ms, user }, 'answered')
    done()
  })

  await app.register(cookie)
  await app.register(formbody)
  await app.register(etag, { weak: true })
  packAnswers(app)
  enforcePolicies(app)
  await serveDocs(app, version)
  keepOutOfSearch(app)
  await healthRoute(version)(app)
  await serveLive(app)
  for (const feature of features) await feature(app)
  await serveDocPages(app)
  if (webRoot) await serveWeb(app, webRoot)
  else app.setNotFoundHandler(handleNotFound)
  return app
}
