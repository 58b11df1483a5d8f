import etag from '@fastify/etag'
import type { App } from './app-type.ts'

/**
 * Answers depend on the person and on the moment: browsers keep them, but ask each time whether they
 * still hold. Files of the web application say otherwise themselves.
 */
export async function revalidateAnswers(app: App) {
  await app.register(etag, { weak: true })
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache')
  })
}
