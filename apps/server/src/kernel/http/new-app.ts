import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { LogController } from 'fastify'
import type { Config } from '#config'
import type { App, Deps } from './app-type.ts'
import { handleError } from './error-handler.ts'
import { addInputKeywords } from './input-keywords.ts'
import { lazySchemas } from './lazy-schemas.ts'
import { loggedPath } from './logged-path.ts'
import { securityHeaders } from './security-headers.ts'

type ErrorHandler = typeof handleError

/**
 * Of `X-Forwarded-For` only what the named hops wrote is believed: the rightmost entry was written by
 * the proxy that connects to us, and what stands left of the last hop's is the client's own word.
 */
const trustIn = (trusted: Config['trustProxy']) =>
  typeof trusted === 'number' ? (_address: string, hop: number) => hop < trusted : trusted

/** What the application and the public API have in common, before either has a route. */
export function newApp(deps: Deps, onError: ErrorHandler = handleError): App {
  const { config, log } = deps
  const app: App = Fastify({
    loggerInstance: log,
    bodyLimit: config.bodyLimit,
    trustProxy: trustIn(config.trustProxy),
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
      onCreate: addInputKeywords,
    },
  }).withTypeProvider<TypeBoxTypeProvider>()
  app.decorate('db', deps.database.db)
  app.decorate('deps', deps)
  app.setErrorHandler(onError)
  securityHeaders(app)
  return app
}

/** One line per answer; `isOurs` leaves out those another app gives, which writes its own line. */
export function logAnswers(app: App, isOurs: (url: string) => boolean = () => true) {
  app.addHook('onResponse', (request, reply, done) => {
    if (!isOurs(request.url)) return done()
    const path = loggedPath(request)
    const ms = Math.round(reply.elapsedTime * 10) / 10
    const user = request.person?.user_id
    const { method } = request
    request.log.info({ method, path, status: reply.statusCode, ms, user }, 'answered')
    done()
  })
}
