import { type ConnectionOptions, connect } from '../../apps/server/src/kernel/database/connect.ts'
import { startEmbedded } from '../../apps/server/src/kernel/database/embedded/start-embedded.ts'
import { migrate } from '../../apps/server/src/kernel/database/migrate.ts'
import { WriteWatcher } from '../../apps/server/src/kernel/database/write-watcher.ts'
import { createLog } from '../../apps/server/src/kernel/log.ts'
import { migrations } from '../../apps/server/src/migrations/index.ts'

export interface OpenDatabase {
  connection: ConnectionOptions
  stop(): Promise<void>
}

/** The database of `DATABASE_URL`, or the embedded one of the data folder; migrated either way. */
export async function openDatabase(
  databaseUrl: string | undefined,
  dataDir: string,
): Promise<OpenDatabase> {
  const embedded = databaseUrl
    ? undefined
    : await startEmbedded({ dataDir, log: createLog('warn') })
  const connection = embedded?.connection ?? { connectionString: databaseUrl ?? '' }
  const { db } = connect(connection, new WriteWatcher(), 1)
  await migrate(db, migrations)
  await db.destroy()
  return { connection, stop: async () => embedded?.stop() }
}
