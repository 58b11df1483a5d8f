import { chmod, chown, lchown, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Account, databaseAccount } from './account.ts'
import { type Binaries, provideBinaries } from './binaries.ts'
import { mayEnter } from './reachable.ts'
import { configuration } from './settings.ts'
import { openSocketFolder } from './socket-folder.ts'
import { EmbeddedStartError } from './start-error.ts'

/** Everything about a database on disk that does not change while the server runs. */
export interface Cluster {
  dataDir: string
  /** Owned by Cairn; contains the following. */
  folder: string
  /** Owned by the account, like the socket's folder. */
  database: string
  socketDir: string
  configFile: string
  logFile: string
  binaries: Binaries
  account: Account | undefined
  /** What this start adds to the settings. */
  settings: Record<string, string>
}

export async function openCluster(dataDir: string): Promise<Cluster> {
  const folder = join(dataDir, 'postgres')
  const database = join(folder, 'database')
  const configFile = join(folder, 'postgresql.conf')
  const logFile = join(folder, 'postgres.log')

  await mkdir(folder, { recursive: true })
  const account = await databaseAccount(database)
  await chmod(folder, account ? 0o711 : 0o700)
  if (account) await letThrough(dataDir, account)

  const binaries = await provideBinaries(folder, account !== undefined)
  const socketDir = await openSocketFolder(folder, account)
  await writeFile(configFile, configuration())
  await chmod(configFile, 0o644)
  await adopt(database, account)
  const files = { dataDir, folder, database, socketDir, configFile, logFile }
  return { ...files, binaries, account, settings: {} }
}

/** For a cluster that is created deeper inside a data folder, not directly in it. */
export async function letDatabaseThrough(dataDir: string): Promise<void> {
  const account = await databaseAccount(join(dataDir, 'postgres', 'database'))
  if (account) await letThrough(dataDir, account)
}

/** We may open the data folder; not the folders above it (see `closedFolder`). */
async function letThrough(dataDir: string, account: Account): Promise<void> {
  const found = await stat(dataDir)
  if (!mayEnter(found, account)) await chmod(dataDir, found.mode | 0o001)
}

/** A database restored by root has root's ownership and any mode; PostgreSQL accepts neither. */
async function adopt(database: string, account: Account | undefined): Promise<void> {
  const found = await stat(database).catch(() => undefined)
  if (!found) return
  await requireVersion(database)
  await chmod(database, 0o700)
  if (!account || found.uid === account.uid) return
  for (const entry of await readdir(database, { withFileTypes: true, recursive: true })) {
    await lchown(join(entry.parentPath, entry.name), account.uid, account.gid)
  }
  await chown(database, account.uid, account.gid)
}

const majorVersion = '18'

async function requireVersion(database: string): Promise<void> {
  const text = await readFile(join(database, 'PG_VERSION'), 'utf8').catch(unlessMissing)
  if (text === undefined) {
    throw new EmbeddedStartError(`The folder ${database} does not hold a PostgreSQL database.`)
  }
  const found = text.trim()
  if (found === majorVersion) return
  throw new EmbeddedStartError(
    `The database in ${database} was made by PostgreSQL ${found}; this Cairn runs PostgreSQL ${majorVersion}.`,
  )
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
