import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DataFolderInUse } from './start-error.ts'

const SQLITE_BUSY = 5

// Garbage collection closes an unreferenced database, and would release the lock.
const locks = new Set<DatabaseSync>()

export interface DataFolderLock {
  release(): void
}

/**
 * One server per data folder. Node has no file locks, but the SQLite inside it has: an exclusive
 * transaction is an operating-system lock that ends with the process, however it ends. Nothing can
 * be stale, no process number is compared, and it also holds between containers on one volume.
 *
 * Nothing else in this process may open `cairn.lock`: closing any descriptor of a file drops the
 * process's POSIX locks on it.
 */
export function lockDataFolder(dataDir: string): DataFolderLock {
  // Two processes starting at the same instant can block each other; the timeout lets one win.
  const lock = new DatabaseSync(join(dataDir, 'cairn.lock'), { timeout: 500 })
  const pidFile = join(dataDir, 'cairn.pid')
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive')
    writeFileSync(pidFile, `${process.pid}\n`)
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error
    throw new DataFolderInUse(
      `The data folder ${dataDir} is in use by another Cairn server${ownerOf(pidFile)}.`,
    )
  }
  locks.add(lock)
  return {
    release() {
      if (!locks.delete(lock)) return
      rmSync(pidFile, { force: true })
      lock.close()
    },
  }
}

function ownerOf(pidFile: string): string {
  try {
    return ` (process ${Number.parseInt(readFileSync(pidFile, 'utf8'), 10)})`
  } catch {
    return ''
  }
}
