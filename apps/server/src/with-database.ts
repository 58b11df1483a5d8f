import type { Config } from './config.ts'
import { connect } from './kernel/database/connect.ts'
import { migrate } from './kernel/database/migrate.ts'
import type { Db } from './kernel/database/schema.ts'
import { refuseOldPostgres } from './kernel/database/server-version.ts'
import { WriteWatcher } from './kernel/database/write-watcher.ts'
import { migrations } from './migrations/index.ts'
import { reachDatabase } from './reach-database.ts'

/** For commands that need the database and no server. `migrated`: the migrations it needed. */
export async function withDatabase(
  config: Config,
  work: (db: Db, migrated: string[]) => Promise<void>,
): Promise<void> {
  const { connection, leave } = await reachDatabase(config)
  const { db } = connect(connection, new WriteWatcher())
  try {
    await refuseOldPostgres(db)
    await work(db, await migrate(db, migrations))
  } finally {
    await db.destroy()
    await leave()
  }
}
