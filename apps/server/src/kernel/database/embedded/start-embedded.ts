import { bulkLoad, syncToDisk } from './bulk-load.ts'
import { type Cluster, openCluster } from './cluster.ts'
import { createDatabase } from './create-database.ts'
import { openDataFolder } from './data-folder.ts'
import { lockDataFolder } from './data-folder-lock.ts'
import type { Log } from './log.ts'
import { leaveSocketFolder, port } from './socket-folder.ts'
import { EmbeddedStartError, inOneLine } from './start-error.ts'
import { supervise } from './supervise.ts'

export interface EmbeddedPostgres {
  /** For pg. Unchanged when PostgreSQL is restarted. */
  connection: { host: string; port: number; user: string; database: string }
  /** Resolves when PostgreSQL ended for good, i.e. starting it again was given up. */
  failed: Promise<Error>
  /** Fast shutdown; releases the data folder. */
  stop(): Promise<void>
}

/** Settings for this start, once the database's files exist. */
export type SettingsOf = (cluster: Cluster) => Promise<Record<string, string>>

/**
 * Runs our own PostgreSQL in the data folder. Errors are thrown as one line for the user at the
 * terminal.
 */
export async function startEmbedded(options: {
  dataDir: string
  log: Log
  /** Breaks a start off; what it began is stopped and removed. */
  signal?: AbortSignal | undefined
  settings?: SettingsOf | undefined
  /** Fills a new database: fast, but it is worthless until `stop` has written it to the disk. */
  isBulkLoad?: boolean
}): Promise<EmbeddedPostgres> {
  const { dataDir, log, signal, isBulkLoad, settings = noSettings } = options
  if (process.platform === 'win32') {
    throw new EmbeddedStartError('Cairn brings no database on Windows: set DATABASE_URL.')
  }
  try {
    const kind = isBulkLoad ? bulkLoading : { ...ordinary, settings }
    return await start(await openDataFolder(dataDir), log, signal, kind)
  } catch (error) {
    throw inOneLine(error, dataDir)
  }
}

const noSettings: SettingsOf = async () => ({})

interface Kind {
  initdbArgs: readonly string[]
  settings: SettingsOf
  /** After PostgreSQL has ended. */
  end: (cluster: Cluster) => Promise<void>
}

const ordinary: Omit<Kind, 'settings'> = { initdbArgs: [], end: async () => {} }
const bulkLoading: Kind = {
  initdbArgs: bulkLoad.initdbArgs,
  settings: async () => bulkLoad.settings,
  end: syncToDisk,
}

async function start(
  dataDir: string,
  log: Log,
  signal: AbortSignal | undefined,
  { initdbArgs, settings, end }: Kind,
): Promise<EmbeddedPostgres> {
  const lock = lockDataFolder(dataDir)
  try {
    const cluster = await openCluster(dataDir)
    await createDatabase(cluster, log, signal, initdbArgs)
    const supervisor = await supervise(
      { ...cluster, settings: await settings(cluster) },
      log,
      signal,
    )
    let stopped: Promise<void> | undefined
    const stop = async () => {
      await supervisor.stop()
      await end(cluster)
      await leaveSocketFolder(cluster.socketDir, cluster.folder)
      lock.release()
    }
    return {
      connection: { host: cluster.socketDir, port, user: 'cairn', database: 'cairn' },
      failed: supervisor.failed,
      stop: () => (stopped ??= stop()),
    }
  } catch (error) {
    lock.release()
    throw error
  }
}
