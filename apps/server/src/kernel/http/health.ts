import { anyone, endpoint } from '@cairn/contract'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Feature } from './app-type.ts'
import { HttpError } from './errors.ts'

const health = endpoint(anyone, 'GET /health/', {
  200: Type.Object({
    status: Type.String(),
    version: Type.String(),
    database: Type.String(),
    /** "ok", or an error for the operator. */
    storage: Type.String(),
  }),
})

/**
 * For orchestrators: the database responds and has Cairn's schema. Without file storage everything
 * else works, and a restart would not help. A server that is about to stop says so, for proxies.
 */
export const healthRoute =
  (version: string): Feature =>
  async (app) => {
    app.route({
      ...health,
      // Monitors often request only the status.
      exposeHeadRoute: true,
      handler: async () => {
        if (app.deps.leaving?.aborted) throw new HttpError(503, { error: 'Cairn is stopping.' })
        await sql`select 1 from migrations limit 1`.execute(app.db)
        const storage = await app.deps.storage.probe().then(
          () => 'ok',
          ({ message }: Error) => message,
        )
        return { status: 'ok', version, database: 'ok', storage }
      },
    })
  }
