import { appendFile, chown, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Cluster } from './cluster.ts'
import type { Log } from './log.ts'
import { ended, run } from './run.ts'
import { failureOf } from './server-log.ts'
import { nameUser } from './unnamed-user.ts'

/** Creates the cluster's files once. */
export async function createDatabase(
  cluster: Cluster,
  log: Log,
  signal: AbortSignal | undefined,
  initdbArgs: readonly string[] = [],
): Promise<void> {
  const { account, database } = cluster
  const made = await stat(database).catch(() => undefined)
  if (made) return
  log.info('creating the database')

  // A unique name: an initdb whose Cairn was killed may still be writing to an earlier one.
  const half = await mkdtemp(`${database}.half-`)
  if (account) await chown(half, account.uid, account.gid)
  try {
    await initialise(cluster, half, signal, initdbArgs)
    // Renamed when complete: after a killed start the next one begins again instead of finding half
    // a database.
    await rename(half, database)
  } finally {
    await removeHalves(cluster)
  }
}

async function removeHalves({ folder, database }: Cluster): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`${basename(database)}.half-`)) continue
    await rm(join(folder, name), { recursive: true, force: true, maxRetries: 5 })
  }
}

// Order and case come from PostgreSQL's own C.UTF-8. Trigram and full-text search still use the
// system's character types, and with plain C they would recognize only a to z.
const characterTypes = ['C.UTF-8', 'C.utf8', 'en_US.UTF-8', 'UTF-8', 'C']

async function initialise(
  cluster: Cluster,
  folder: string,
  signal: AbortSignal | undefined,
  more: readonly string[],
): Promise<void> {
  const named = await nameUser(cluster.folder)
  let output = ''
  for (const characterType of characterTypes) {
    const args = [
      `--pgdata=${folder}`,
      '--username=cairn',
      // The socket's folder is closed to everyone else.
      '--auth=trust',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      `--lc-ctype=${characterType}`,
      '--data-checksums',
      '--no-instructions',
      ...more,
    ]
    // From here to the listener nothing is awaited: an abort in between would be missed.
    signal?.throwIfAborted()
    // A separate process group: Ctrl-C in the terminal must reach only Cairn.
    const child = run(cluster, cluster.binaries.initdb, args, { detached: true, env: named })
    // Its children, too: they write to the folder.
    const kill = () => {
      const isRunning = child.pid && child.exitCode === null && child.signalCode === null
      if (isRunning) process.kill(-child.pid!, 'SIGKILL')
    }
    signal?.addEventListener('abort', kill)
    const [end, said, complaint] = await Promise.all([
      ended(child, cluster),
      text(child.stdout!),
      text(child.stderr!),
    ]).finally(() => signal?.removeEventListener('abort', kill))
    signal?.throwIfAborted()
    if (end === 'ended with code 0') return
    output = said + complaint
    if (!complaint.includes('invalid locale name')) break
  }
  // The disk may be full; then the line below reports it, and there is no more detail.
  await appendFile(cluster.logFile, output).catch(() => undefined)
  throw await failureOf(output, 'PostgreSQL could not create its database', cluster)
}
