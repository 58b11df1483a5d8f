import cookie from '@fastify/cookie'
import etag from '@fastify/etag'
import formbody from '@fastify/formbody'
import { features } from './features/index.ts'
import {
  describeWholeApi,
  handOverToPublicApi,
  isForPublicApi,
} from './features/public-api/hand-over.ts'
import type { App, Deps } from './kernel/http/app-type.ts'
import { describeRoutes, serveDescription, serveDocPages } from './kernel/http/docs.ts'
import { handleNotFound } from './kernel/http/error-handler.ts'
import { healthRoute } from './kernel/http/health.ts'
import { readJsonBodies } from './kernel/http/json-limits.ts'
import { measureAnswers } from './kernel/http/measure.ts'
import { logAnswers, newApp } from './kernel/http/new-app.ts'
import { packAnswers } from './kernel/http/packing.ts'
import { enforcePolicies } from './kernel/http/policies.ts'
import { markWriters } from './kernel/http/read-lists.ts'
import { noIndex } from './kernel/http/security-headers.ts'
import { traceRequests } from './kernel/http/trace-requests.ts'
import { serveWeb } from './kernel/http/web.ts'
import { serveLive } from './kernel/realtime/live.ts'
import { firstAnswers } from './product/first-answers.ts'
import { version } from './version.ts'

/** Registers the kernel's plugins first, then every feature. */
export async function buildApp(deps: Deps): Promise<App> {
  const app = newApp(deps)
  handOverToPublicApi(app)
  if (deps.config.tracing) traceRequests(app)
  const isOurs = (url: string) => !isForPublicApi(url)
  logAnswers(app, isOurs)
  measureAnswers(app, new Map(), isOurs)
  await app.register(cookie)
  await app.register(formbody)
  readJsonBodies(app)
  await app.register(etag, { weak: true })
  packAnswers(app)
  enforcePolicies(app)
  if (deps.replica) markWriters(app)
  await describeRoutes(app, version)
  serveDescription(app, () => describeWholeApi(app))
  noIndex(app)
  await healthRoute(version)(app)
  await serveLive(app)
  for (const feature of features) await feature(app)
  await serveDocPages(app, () => describeWholeApi(app))
  if (deps.webRoot) await serveWeb(app, deps.webRoot, firstAnswers)
  else app.setNotFoundHandler(handleNotFound)
  return app
}
