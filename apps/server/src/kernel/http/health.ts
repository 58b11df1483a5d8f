import { anyone, endpoint } from '@cairn/contract'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Feature } from './app-type.ts'

const health = endpoint(anyone, 'GET /health/', {
  200: Type.Object({
    status: Type.String(),
    version: Type.String(),
    database: Type.String(),
    /** "ok", or what its operator has to know. */
    storage: Type.String(),
  }),
})

/**
 * Tells an orchestrator the truth: the database answers, and its schema is ours. Without the storage
 * of files everything else goes on, and a new start would not help.
 */
export const healthRoute =
  (version: string): Feature =>
  async (app) => {
    app.route({
      ...health,
      handler: async () => {
        await sql`select 1 from migrations limit 1`.execute(app.db)
        const storage = await app.deps.storage.probe().then(
          () => 'ok',
          ({ message }: Error) => message,
        )
        return { status: 'ok', version, database: 'ok', storage }
      },
    })
  }
