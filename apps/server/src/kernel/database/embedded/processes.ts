import { execFile } from 'node:child_process'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { promisify } from 'node:util'

/**
 * PostgreSQL's processes on one database, also of earlier starts: they all run inside the database's
 * folder. Process ids from a file prove nothing after a reboot.
 */
export const processesOn = (database: string): Promise<number[]> =>
  process.platform === 'linux' ? fromProc(database) : fromLsof(database)

async function fromProc(database: string): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0)
  const found = await Promise.all(pids.map(async (pid) => ((await works(pid)) ? [pid] : [])))
  return found.flat()

  async function works(pid: number): Promise<boolean> {
    const folder = await readlink(`/proc/${pid}/cwd`).catch(() => '')
    if (folder !== database) return false
    return (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')) === 'postgres\n'
  }
}

async function fromLsof(database: string): Promise<number[]> {
  // lsof exits with 1 when it finds nothing.
  const nothing = { stdout: '' }
  const { stdout } = await promisify(execFile)('lsof', [
    ...['-a', '-c', 'postgres', '-d', 'cwd', '-Fpn'],
  ]).catch(() => nothing)
  const pids: number[] = []
  let pid = 0
  for (const line of stdout.split('\n')) {
    if (line.startsWith('p')) pid = Number(line.slice(1))
    if (line === `n${database}`) pids.push(pid)
  }
  return pids
}
