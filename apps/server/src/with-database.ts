import type { Config } from './config.ts'
import { connect } from './kernel/database/connect.ts'
import { connectionIn } from './kernel/database/embedded/socket-folder.ts'
import { startEmbedded } from './kernel/database/embedded/start-embedded.ts'
import { DataFolderInUse } from './kernel/database/embedded/start-error.ts'
import { migrate } from './kernel/database/migrate.ts'
import type { Db } from './kernel/database/schema.ts'
import { WriteWatcher } from './kernel/database/write-watcher.ts'
import { createLog } from './kernel/log.ts'
import { migrations } from './migrations/index.ts'

/** For commands that need the database and no server. */
export async function withDatabase(config: Config, work: (db: Db) => Promise<void>): Promise<void> {
  const { databaseUrl, dataDir } = config
  const log = createLog('warn')
  const embedded = databaseUrl
    ? undefined
    : await startEmbedded({ dataDir, log }).catch((error: unknown) => {
        // A server is running: its database is there to be used.
        if (error instanceof DataFolderInUse) return undefined
        throw error
      })
  const elsewhere = databaseUrl ? { connectionString: databaseUrl } : connectionIn(dataDir)
  const connection = embedded?.connection ?? elsewhere
  const { db } = connect(connection, new WriteWatcher())
  try {
    await migrate(db, migrations)
    await work(db)
  } finally {
    await db.destroy()
    await embedded?.stop()
  }
}
