import type { Config } from './config.ts'
import type { ConnectionOptions } from './kernel/database/connect.ts'
import { connectionIn } from './kernel/database/embedded/socket-folder.ts'
import { startEmbedded } from './kernel/database/embedded/start-embedded.ts'
import { DataFolderInUse } from './kernel/database/embedded/start-error.ts'
import { createLog } from './kernel/log.ts'

export interface Reached {
  connection: ConnectionOptions
  leave(): Promise<void>
}

/** For commands: the database of the server that runs, or else the one it would run on. */
export async function reachDatabase({ databaseUrl, dataDir }: Config): Promise<Reached> {
  if (databaseUrl) return { connection: { connectionString: databaseUrl }, leave: async () => {} }
  try {
    const { connection, stop } = await startEmbedded({ dataDir, log: createLog('warn') })
    return { connection, leave: stop }
  } catch (error) {
    // A server is running: its database is there to be used.
    if (!(error instanceof DataFolderInUse)) throw error
    return { connection: connectionIn(dataDir), leave: async () => {} }
  }
}
