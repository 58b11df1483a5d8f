import { startOwnDatabase } from './backup/point-in-time/start-own-database.ts'
import type { Config } from './config.ts'
import type { ConnectionOptions } from './kernel/database/connect.ts'
import type { Log } from './kernel/database/embedded/log.ts'
import { connectionIn } from './kernel/database/embedded/socket-folder.ts'
import { DataFolderInUse } from './kernel/database/embedded/start-error.ts'
import { createLog } from './kernel/log.ts'

export interface Reached {
  connection: ConnectionOptions
  /** Whether a server uses the data folder; undefined: the database is not in it. */
  isRunning: boolean | undefined
  leave(): Promise<void>
}

const stays = async () => {}

/** For commands: the database of the running server, or else the one it would use. */
export async function reachDatabase(
  config: Config,
  log: Log = createLog('warn'),
): Promise<Reached> {
  const { databaseUrl, databaseDirectUrl = databaseUrl, dataDir } = config
  if (databaseDirectUrl) {
    const connection = { connectionString: databaseDirectUrl }
    return { connection, isRunning: undefined, leave: stays }
  }
  try {
    const { connection, stop } = await startOwnDatabase(config, log)
    return { connection, isRunning: false, leave: stop }
  } catch (error) {
    // A server is running: its database is there to be used.
    if (!(error instanceof DataFolderInUse)) throw error
    return { connection: connectionIn(dataDir), isRunning: true, leave: stays }
  }
}
