import { type ApiRequest, insertRequests } from '#features/api-tokens/service.ts'
import type { App } from '#kernel/http/app-type.ts'
import { loggedPath, loggedQuery } from '#kernel/http/logged-path.ts'

/** Delay before requests are logged, so that they are written in batches. */
const PAUSE_MS = 200
/** While the database is unavailable, only the newest are kept. */
const MAX = 5_000

/** Logs the requests of each token, after the response. */
export function logRequests(app: App) {
  let waiting: ApiRequest[] = []
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  async function write() {
    timer = undefined
    const requests = waiting
    if (requests.length === 0) return
    waiting = []
    try {
      await insertRequests(app.db, requests)
    } catch (error) {
      app.log.warn({ err: error }, 'requests of programs wait to be written down')
      waiting = [...requests, ...waiting].slice(-MAX)
    }
  }

  app.addHook('onResponse', (request, reply, done) => {
    const { apiToken, method, url, ip, headers } = request
    if (apiToken) {
      const [, ...query] = url.split('?')
      waiting.push({
        ...{ token_id: apiToken.id, method, status: reply.statusCode, ip },
        path: loggedPath(request).slice(0, 2000),
        query: loggedQuery(query.join('?')).slice(0, 2000),
        user_agent: (headers['user-agent'] ?? '').slice(0, 500),
        created_at: new Date().toISOString(),
      })
      timer ??= setTimeout(() => {
        writing = writing.then(write)
      }, PAUSE_MS).unref()
    }
    done()
  })
  app.addHook('onClose', async () => {
    clearTimeout(timer)
    await writing
    await write()
  })
}
