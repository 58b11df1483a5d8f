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
 * In `X-Forwarded-For` only entries written by the configured hops are trusted: the rightmost was
 * written by the proxy that connects to us; entries left of the last hop's come from the client.
 */
const trustIn = (trusted: Config['trustProxy']) =>
  typeof trusted === 'number' ? (_address: string, hop: number) => hop < trusted : trusted

/** Setup shared by the application and the public API, before either has routes. */
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
    // HEAD would add a second copy of every route; only monitors use it, and only for few of them.
    exposeHeadRoutes: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    schemaController: lazySchemas,
    ajv: {
      customOptions: {
        // Bodies are taken as typed: with coercion null becomes "" and "false" true.
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

/** Logs one line per response; `isOurs` excludes responses of another app, which logs its own. */
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
