import { anyone, endpoint } from '@cairn/contract'
import { Type } from 'typebox'
import type { App } from './app-type.ts'

const robots = endpoint(anyone, 'GET /robots.txt', { 200: Type.String() })

/** No inline script anywhere; styles may be inline because components set positions by style. */
const policy = {
  'default-src': "'self'",
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data: blob: https:",
  'font-src': "'self' data:",
  'connect-src': "'self'",
  'worker-src': "'self' blob:",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'self'",
}

/** With a bucket, browsers upload to it and download from it. */
function written(sources: Record<string, string>, bucket: string | undefined): string {
  const withBucket = (kind: string) => bucket && ['img-src', 'connect-src'].includes(kind)
  return Object.entries(sources)
    .map(([kind, allowed]) => `${kind} ${allowed}${withBucket(kind) ? ` ${bucket}` : ''}`)
    .join(';')
}

/**
 * The headers of every response, unless its route sets others: a constant, because a library that
 * builds them each time costs more than the rest of a short response. No HSTS: Cairn is often used
 * over plain http inside a network, and the proxy that terminates TLS sets it.
 */
const everywhere = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
  // Search engines should not index a team's tracker.
  'x-robots-tag': 'noindex, nofollow',
  // Responses depend on the user and the time: browsers may cache them but must revalidate each
  // time. Files of the web application set their own value.
  'cache-control': 'private, no-cache',
}

const { 'x-frame-options': _, ...inFrames } = everywhere

/** The browser's copy of work items is in SQLite, which is WebAssembly; nothing else may run any. */
const runsDatabase = { ...policy, 'script-src': "'self' 'wasm-unsafe-eval'" }
const copyWorker = /^\/assets\/copy-worker-[\w-]+\.js$/

/** The public site may be framed by any page; it offers nothing to click by mistake there. */
const framed = /^\/spaces(?:[/?]|$)/

export function securityHeaders(app: App) {
  const { browserUrl } = app.deps.storage
  const policies = {
    ours: { 'content-security-policy': written(policy, browserUrl), ...everywhere },
    framed: {
      'content-security-policy': written({ ...policy, 'frame-ancestors': '*' }, browserUrl),
      ...inFrames,
    },
    copy: { 'content-security-policy': written(runsDatabase, undefined), ...everywhere },
  }
  function headersFor(url: string) {
    if (framed.test(url)) return policies.framed
    return copyWorker.test(url) ? policies.copy : policies.ours
  }
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersFor(request.url)).header('x-request-id', request.id)
    done()
  })
}

export function noIndex(app: App) {
  app.route({
    ...robots,
    handler: async (_request, reply) => {
      reply.type('text/plain; charset=utf-8')
      return 'User-agent: *\nDisallow: /\n'
    },
  })
}
