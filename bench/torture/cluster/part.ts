import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import path from 'node:path'

const running = new Set<ChildProcess>()

// However the script ends, no part stays running; Patroni stops its PostgreSQL.
process.once('exit', () => {
  for (const child of running) child.kill('SIGTERM')
})

/** PostgreSQL and PgBouncer do not run as root. */
export interface Owner {
  uid: number
  gid: number
}

/** A program of the cluster, which is killed and started again. */
export interface Part {
  name: string
  readonly pid: number
  start(): void
  /** Ends it without a signal that can be caught. */
  kill(): Promise<void>
  stop(signal?: NodeJS.Signals): Promise<void>
  lastWords(): string
}

interface Program {
  name: string
  folder: string
  command: readonly string[]
  owner: Owner
}

export function newPart({ name, folder, command, owner }: Program): Part {
  const logFile = path.join(folder, `${name}.log`)
  const [program = '', ...args] = command
  let child: ChildProcess | undefined

  async function stop(signal: NodeJS.Signals = 'SIGTERM') {
    const last = child
    child = undefined
    if (!last || last.exitCode !== null || last.signalCode !== null) return
    const ended = once(last, 'exit')
    last.kill(signal)
    await ended
  }
  return {
    name,
    get pid() {
      return child?.pid ?? 0
    },
    start() {
      const log = openSync(logFile, 'a')
      const env = { ...process.env, HOME: folder }
      child = spawn(program, args, { stdio: ['ignore', log, log], cwd: folder, env, ...owner })
      const started = child
      running.add(started)
      started.on('error', () => {})
      started.on('exit', () => running.delete(started))
      closeSync(log)
    },
    kill: () => stop('SIGKILL'),
    stop,
    lastWords: () => readFileSync(logFile, 'utf8').slice(-2_000),
  }
}
