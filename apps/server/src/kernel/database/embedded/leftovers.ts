import { readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import type { Log } from './log.ts'
import { processesOn } from './processes.ts'
import { socketIn } from './socket-folder.ts'
import { EmbeddedStartError } from './start-error.ts'

/**
 * Stops what an earlier run left behind: a PostgreSQL whose Cairn was killed, the orphaned
 * processes of a killed PostgreSQL (it does not start next to them), and files with stale process
 * ids. The data folder's lock is held, so no running server can own any of it.
 */
export async function endLeftovers(
  cluster: Cluster,
  log: Log,
  signal: AbortSignal | undefined,
): Promise<void> {
  const left = await processesOn(cluster.database)
  if (left.length > 0) {
    log.warn({ processes: left }, 'stopping the PostgreSQL of an earlier run')
    await endProcesses(cluster, left, signal)
  }
  const socket = socketIn(cluster.socketDir)
  if (await answers(socket)) {
    // Not among our processes: it lives in another container on the same volume.
    throw new EmbeddedStartError(
      `A PostgreSQL that this server cannot see is running on ${cluster.database}: stop it first.`,
    )
  }
  // PostgreSQL would refuse to start if an id in these files belongs to any running process.
  const stale = [join(cluster.database, 'postmaster.pid'), socket, `${socket}.lock`]
  for (const file of stale) await rm(file, { force: true })
}

async function endProcesses(
  cluster: Cluster,
  left: number[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const first = await postmasterAmong(left, cluster)
  if (first !== undefined) {
    send('SIGINT', [first])
    if (await gone(cluster, 30_000, signal)) return
  } else if (await gone(cluster, 500, signal)) {
    return // orphans notice by themselves, unless busy
  }
  // Acknowledged writes are in the log on disk already; the next start replays it.
  send('SIGKILL', await processesOn(cluster.database))
  if (await gone(cluster, 5_000, signal)) return
  throw new EmbeddedStartError(`A PostgreSQL on ${cluster.database} cannot be stopped.`)
}

async function postmasterAmong(left: number[], { database }: Cluster): Promise<number | undefined> {
  const file = await readFile(join(database, 'postmaster.pid'), 'utf8').catch(() => '')
  return left.find((pid) => pid === Number.parseInt(file, 10))
}

function send(name: NodeJS.Signals, pids: number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

async function gone(
  { database }: Cluster,
  patience: number,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const deadline = Date.now() + patience
  while ((await processesOn(database)).length > 0) {
    if (Date.now() > deadline) return false
    await sleep(25, undefined, { signal })
  }
  return true
}

const answers = (socket: string) =>
  new Promise<boolean>((resolve) => {
    const connection = connect(socket)
    connection.once('connect', () => {
      connection.destroy()
      resolve(true)
    })
    connection.once('error', () => resolve(false))
  })
