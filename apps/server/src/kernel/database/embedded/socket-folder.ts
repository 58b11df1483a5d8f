import { createHash } from 'node:crypto'
import { chmod, chown, lstat, mkdir, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Account } from './account.ts'
import { EmbeddedStartError } from './start-error.ts'

export const port = 5432
export const socketIn = (folder: string) => join(folder, `.s.PGSQL.${port}`)

const longestSocketPath = process.platform === 'linux' ? 107 : 103
const fits = (folder: string) => Buffer.byteLength(socketIn(folder)) <= longestSocketPath

/** Next to the database unless that path is too long for a socket. */
function socketFolder(folder: string): string {
  const beside = join(folder, 'socket')
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  return fits(beside) ? beside : join(tmpdir(), `cairn-${hash}`)
}

/** The connection to the database of a server running on this data folder. */
export const connectionIn = (dataDir: string) => ({
  host: socketFolder(join(dataDir, 'postgres')),
  port,
  user: 'cairn',
  database: 'cairn',
})

/** The closed folder of the database's socket; any user who can enter it is trusted. */
export async function openSocketFolder(folder: string, account?: Account): Promise<string> {
  const socketDir = socketFolder(folder)
  if (!fits(socketDir)) {
    throw new EmbeddedStartError(`The path ${socketDir} is too long for a socket: set TMPDIR.`)
  }
  await mkdir(socketDir, { mode: 0o700 }).catch(unlessThere)
  const found = await lstat(socketDir)
  const owners = [process.getuid?.(), account?.uid]
  // Anyone may create folders in the temporary folder; never listen in one of another user.
  if (!found.isDirectory() || !owners.includes(found.uid)) {
    throw new EmbeddedStartError(`The folder ${socketDir} belongs to somebody else: remove it.`)
  }
  await chmod(socketDir, 0o700)
  if (account) await chown(socketDir, account.uid, account.gid)
  return socketDir
}

/** Next to the database it stays; in the temporary folder it is removed. */
export async function leaveSocketFolder(socketDir: string, folder: string): Promise<void> {
  if (dirname(socketDir) !== folder) await rmdir(socketDir).catch(() => undefined)
}

function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
