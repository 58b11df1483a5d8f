import type { App } from '#kernel/http/app-type.ts'

/**
 * Client libraries send `Content-Type: application/json` with every request, whether they have a body
 * or not: nothing counts as an empty object.
 */
export function readBodies(app: App) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body)
    if (text.trim() === '') return done(null, {})
    return parse.call(app, request, text, done)
  })
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.body === undefined) request.body = {}
    done()
  })
}
