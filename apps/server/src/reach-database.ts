import type { Config } from './config.ts'
import type { ConnectionOptions } from './kernel/database/connect.ts'
import type { Log } from './kernel/database/embedded/log.ts'
import { connectionIn } from './kernel/database/embedded/socket-folder.ts'
import { startEmbedded } from './kernel/database/embedded/start-embedded.ts'
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
  { databaseUrl, databaseDirectUrl = databaseUrl, dataDir }: Config,
  log: Log = createLog('warn'),
): Promise<Reached> {
  if (databaseDirectUrl) {
    const connection = { connectionString: databaseDirectUrl }
    return { connection, isRunning: undefined, leave: stays }
  }
  try {
    const { connection, stop } = await startEmbedded({ dataDir, log })
    return { connection, isRunning: false, leave: stop }
  } catch (error) {
    // A server is running: its database is there to be used.
    if (!(error instanceof DataFolderInUse)) throw error
    return { connection: connectionIn(dataDir), isRunning: true, leave: stays }
  }
}
