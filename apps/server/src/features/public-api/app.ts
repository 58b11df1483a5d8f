import etag from '@fastify/etag'
import type { App, Deps } from '#kernel/http/app-type.ts'
import { describeRoutes } from '#kernel/http/docs.ts'
import { handleError, handleNotFound } from '#kernel/http/error-handler.ts'
import { type Measured, measureAnswers } from '#kernel/http/measure.ts'
import { logAnswers, newApp } from '#kernel/http/new-app.ts'
import { packAnswers } from '#kernel/http/packing.ts'
import { enforcePolicies } from '#kernel/http/policies.ts'
import { traceRequests } from '#kernel/http/trace-requests.ts'
import { version } from '../../version.ts'
import { allowOtherOrigins } from './kit/other-origins.ts'
import { inOwnWords } from './kit/own-words.ts'
import { limitRates } from './kit/rate-limit.ts'
import { readBodies } from './kit/read-bodies.ts'
import { logRequests } from './kit/request-log.ts'
import { resources } from './resources/index.ts'

/** For API clients, not browsers: no cookies, no forms, and only tokens authenticate. */
export async function buildPublicApi(deps: Deps, measured: Map<string, Measured>): Promise<App> {
  const app = newApp(deps, (error, request, reply) =>
    handleError(inOwnWords(error, request), request, reply),
  )
  if (deps.config.tracing) traceRequests(app)
  logAnswers(app)
  measureAnswers(app, measured)
  logRequests(app)
  readBodies(app)
  // `fields` and `expand` change the objects of the contract.
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer))
  await app.register(etag, { weak: true })
  packAnswers(app)
  allowOtherOrigins(app)
  enforcePolicies(app)
  limitRates(app)
  await describeRoutes(app, version)
  for (const resource of resources) await resource(app)
  app.setNotFoundHandler(handleNotFound)
  await app.ready()
  return app
}
