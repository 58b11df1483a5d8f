import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Cluster } from './cluster.ts'
import type { Log } from './log.ts'
import { ended, run } from './run.ts'
import { failureOf, openServerLog, readServerLog } from './server-log.ts'
import { pinned } from './settings.ts'
import { port } from './socket-folder.ts'

/** The running PostgreSQL: its first process, parent of all its others. */
export interface Postmaster {
  pid: number | undefined
  /** How it ended. Rejects if it never started. */
  ended: Promise<string>
  signal(name: NodeJS.Signals): void
  /** What it wrote to its log since it started. */
  output(): Promise<string>
}

export async function spawnPostmaster(cluster: Cluster): Promise<Postmaster> {
  const { binaries, configFile, database, logFile, socketDir } = cluster
  const settings = {
    ...{ config_file: configFile, ...cluster.settings },
    ...pinned({ port, socketDir }),
  }
  const { file, size } = await openServerLog(logFile)
  const child = run(
    cluster,
    binaries.postgres,
    [
      '-D',
      database,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    // A separate process group: Ctrl-C in the terminal must reach only Cairn, which drains first.
    { detached: true, stdio: ['ignore', file.fd, file.fd] },
  )
  const end = ended(child, cluster)
  end.catch(() => undefined) // always awaited by someone, but perhaps only later
  await file.close()
  return {
    pid: child.pid,
    ended: end,
    signal: (name) => void child.kill(name),
    output: () => readServerLog(logFile, size),
  }
}

/** Returns when the database responds; throws the reason if the postmaster ends before. */
export async function untilReady(
  postmaster: Postmaster,
  cluster: Cluster,
  log: Log,
  signal?: AbortSignal,
): Promise<void> {
  const began = Date.now()
  let reportedAt = began
  const over = { end: undefined as string | undefined }
  const watch = postmaster.ended.then((end) => {
    over.end = end
  })
  while (!(await saysReady(postmaster, cluster))) {
    signal?.throwIfAborted()
    await Promise.race([sleep(20), watch])
    if (over.end) {
      const what = 'PostgreSQL could not start'
      throw await failureOf(await postmaster.output(), what, cluster)
    }
    // Recovery after a crash replays the log; it ends, however long it takes.
    if (Date.now() - reportedAt > 5000) {
      reportedAt = Date.now()
      log.info({ seconds: Math.round((reportedAt - began) / 1000) }, 'PostgreSQL is still starting')
    }
  }
  await requireCairnDatabase(cluster.socketDir).catch(async (error: Error) => {
    throw await failureOf(error.message, 'PostgreSQL does not answer', cluster)
  })
}

async function saysReady({ pid }: Postmaster, { database }: Cluster): Promise<boolean> {
  const file = await readFile(join(database, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = file.split('\n')
  return lines[0] === String(pid) && lines[7]?.trim() === 'ready'
}

async function requireCairnDatabase(host: string): Promise<void> {
  const there = await connect(host, 'cairn').catch(unlessNoDatabase)
  if (there) return there.end()
  const maintenance = await connect(host, 'postgres')
  await maintenance.query('create database cairn')
  await maintenance.end()
}

async function connect(host: string, database: string): Promise<pg.Client> {
  const client = new pg.Client({ host, port, user: 'cairn', database })
  client.on('error', () => undefined) // a server that dies now is the supervisor's to notice
  await client.connect()
  return client
}

function unlessNoDatabase(error: { code?: string }): undefined {
  if (error.code !== '3D000') throw error
}

const shutdownSteps = [
  ['SIGINT', 30_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
] as const

/** Fast shutdown: open transactions roll back, everything acknowledged is on disk. */
export async function stopPostmaster(postmaster: Postmaster, log: Log): Promise<void> {
  for (const [signal, patience] of shutdownSteps) {
    postmaster.signal(signal)
    const patienceOver = new AbortController()
    const stopped = await Promise.race([
      postmaster.ended.then(
        () => true,
        () => true,
      ),
      sleep(patience, false, { signal: patienceOver.signal }).catch(() => false),
    ])
    patienceOver.abort()
    if (stopped) return
    log.warn({ signal }, 'PostgreSQL does not stop')
  }
}
