import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Cluster } from './cluster.ts'
import { closedFolder } from './reachable.ts'
import { EmbeddedStartError } from './start-error.ts'

/** Starts one of PostgreSQL's programs as the cluster's account. */
export function run(
  { account, folder }: Cluster,
  program: string,
  args: string[],
  options: SpawnOptions = {},
): ChildProcess {
  return spawn(program, args, {
    ...options,
    // A folder that stays: the caller's own may be closed to the account, or be removed.
    cwd: folder,
    // spawn() needs signed numbers: the user `nobody` is 4294967294 on macOS.
    ...(account && { uid: account.uid | 0, gid: account.gid | 0 }),
    // No variables are inherited: PGDATA, PGPORT and the like would change PostgreSQL's behavior.
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', ...options.env },
  })
}

/** Resolves with how the child ended, rejects with one line if it never started. */
export async function ended(child: ChildProcess, cluster: Cluster): Promise<string> {
  try {
    const [code, signal] = await once(child, 'exit')
    return signal ? `ended by ${signal}` : `ended with code ${code}`
  } catch (error) {
    throw await notStarted(error as NodeJS.ErrnoException, cluster)
  }
}

async function notStarted(cause: NodeJS.ErrnoException, { account, binaries }: Cluster) {
  const program = cause.path ?? binaries.postgres
  const who = account ? `the user ${account.name}` : 'this user'
  const closed = account && cause.code === 'EACCES' && (await closedFolder(program, account))
  if (closed) {
    return new EmbeddedStartError(
      `PostgreSQL runs as ${who}, who cannot enter ${closed}: open that folder (chmod o+x) or set DATA_DIR.`,
      { cause },
    )
  }
  return new EmbeddedStartError(`${program} cannot be run as ${who}: ${cause.code}.`, { cause })
}
