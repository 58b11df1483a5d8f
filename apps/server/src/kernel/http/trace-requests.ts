import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyRequest } from 'fastify'
import { type TracedRequest, tracePoints } from '#kernel/trace-points.ts'
import type { App } from './app-type.ts'

type InContext = ReturnType<typeof AsyncLocalStorage.snapshot>

/** A client could choose its trace, and whether it is recorded: only trusted proxies may. */
const isFromProxy = ({ ips = [] }: FastifyRequest) => ips.length > 1

function traceparentOf(request: FastifyRequest): string | undefined {
  const { traceparent } = request.headers
  return typeof traceparent === 'string' && isFromProxy(request) ? traceparent : undefined
}

/** Publishes every request. Registered only if traces are exported. */
export function traceRequests(app: App) {
  const { request: point } = tracePoints
  const contexts = new WeakMap<FastifyRequest, InContext>()

  app.addHook('onRequest', (request, reply, done) => {
    // A socket stays open for hours.
    if (request.headers.upgrade) return done()
    const { id, method } = request
    const route = request.routeOptions.url
    const traced: TracedRequest = { id, method, route, traceparent: traceparentOf(request) }
    reply.raw.once('close', () => {
      traced.status = reply.statusCode
      point.asyncEnd.publish(traced)
    })
    point.start.runStores(traced, () => {
      contexts.set(request, AsyncLocalStorage.snapshot())
      done()
    })
  })
  // A body arrives by events of its connection, which are outside of the request's context.
  app.addHook('preValidation', (request, _reply, done) => {
    const inContext = contexts.get(request)
    if (inContext) inContext(done)
    else done()
  })
}
