import type { Endpoint } from '@cairn/contract'
import type { App } from '#kernel/http/app-type.ts'
import { pageNotFound } from '#kernel/http/errors.ts'

/** A URL of other servers of this API: authorized callers get a 404. */
export function notServed(app: App, { method, url, config, schema }: Endpoint) {
  app.route({
    ...{ method, url, config, schema },
    handler: async () => {
      throw pageNotFound()
    },
  })
}
