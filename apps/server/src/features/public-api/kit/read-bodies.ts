import type { App } from '#kernel/http/app-type.ts'
import { readJsonBodies } from '#kernel/http/json-limits.ts'

/**
 * Client libraries send `Content-Type: application/json` with every request, with or without a
 * body: no body counts as an empty object.
 */
export function readBodies(app: App) {
  readJsonBodies(app, { emptyIsObject: true })
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.body === undefined) request.body = {}
    done()
  })
}
