import type { Endpoint } from '@cairn/contract'
import type { App } from '#kernel/http/app-type.ts'
import { pageNotFound } from '#kernel/http/errors.ts'

/** An address of other servers of this API: who may ask is told that there is none here. */
export function notServed(app: App, { method, url, config, schema }: Endpoint) {
  app.route({
    ...{ method, url, config, schema },
    handler: async () => {
      throw pageNotFound()
    },
  })
}
