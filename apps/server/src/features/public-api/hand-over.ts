import * as contract from '@cairn/contract'
import * as contractV1 from '@cairn/contract/v1'
import type { App } from '#kernel/http/app-type.ts'
import { shareSchemas } from '#kernel/http/shared-schemas.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The public API: a separate app, created at the first request for it. */
    openPublicApi(): Promise<App>
  }
}

export const isForPublicApi = (url: string) => url.startsWith('/api/v1/')

/**
 * Requests for `/api/v1/` are handled by a second app in the same process, on the same connection:
 * nearly two hundred routes that are not loaded on an instance without API clients. Must be the
 * first hook, so that no other hook has touched the request.
 */
export function handOverToPublicApi(app: App) {
  let opening: Promise<App> | undefined

  function open(): Promise<App> {
    opening ??= import('./app.ts')
      .then(({ buildPublicApi }) => buildPublicApi(app.deps, app.measured))
      .catch((error: unknown) => {
        opening = undefined
        throw error
      })
    return opening
  }

  app.decorate('openPublicApi', open)
  app.addHook('onRequest', (request, reply, done) => {
    if (!isForPublicApi(request.url)) return done()
    open().then((publicApi) => {
      reply.hijack()
      publicApi.routing(request.raw, reply.raw)
    }, done)
  })
  app.addHook('onClose', async () => {
    await (await opening)?.close()
  })
}

/** One document for all served routes. */
export async function describeWholeApi(app: App) {
  const publicApi = await app.openPublicApi()
  const document = app.swagger()
  const paths = { ...document.paths, ...publicApi.swagger().paths }
  return shareSchemas({ ...document, paths }, { ...contract, ...contractV1 })
}
