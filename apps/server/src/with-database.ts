import type { Config } from './config.ts'
import { connect } from './kernel/database/connect.ts'
import { startEmbedded } from './kernel/database/embedded/start-embedded.ts'
import { migrate } from './kernel/database/migrate.ts'
import type { Db } from './kernel/database/schema.ts'
import { WriteWatcher } from './kernel/database/write-watcher.ts'
import { createLog } from './kernel/log.ts'
import { migrations } from './migrations/index.ts'

/** For commands that need the database and no server. */
export async function withDatabase(config: Config, work: (db: Db) => Promise<void>): Promise<void> {
  const { databaseUrl, dataDir } = config
  const log = createLog('warn')
  const embedded = databaseUrl ? undefined : await startEmbedded({ dataDir, log })
  const connection = embedded?.connection ?? { connectionString: databaseUrl ?? '' }
  const { db } = connect(connection, new WriteWatcher())
  try {
    await migrate(db, migrations)
    await work(db)
  } finally {
    await db.destroy()
    await embedded?.stop()
  }
}
