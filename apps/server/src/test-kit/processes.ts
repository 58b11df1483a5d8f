import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'vitest'
import { testDatabase } from './database.ts'
import { atEndOfFile } from './end-of-file.ts'

const source = (name: string) => path.resolve(import.meta.dirname, '..', name)

/** Commands as npm runs them, the server as `npm start` does, and a release's command line. */
export const scripts = {
  main: source('main.ts'),
  demo: source('demo.ts'),
  backup: source('backup.ts'),
  restore: source('restore.ts'),
  built: path.resolve(import.meta.dirname, '../../dist/main.cjs'),
  cairn: path.resolve(import.meta.dirname, '../../dist/cairn.cjs'),
}

export async function newFolder(): Promise<string> {
  const made = await mkdtemp(path.join(os.tmpdir(), 'cairn-process-'))
  atEndOfFile(() => rm(made, { recursive: true, force: true, maxRetries: 5 }))
  return made
}

export const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as net.AddressInfo
      probe.close(() => resolve(port))
    })
  })

export interface Started {
  child: ChildProcess
  said: () => string
  ended: Promise<number | null>
}

export function run(
  script: string,
  environment: Record<string, string>,
  ...args: string[]
): Started {
  const env = { PATH: process.env.PATH ?? '', LOG_LEVEL: 'silent', ...environment }
  const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe']
  const child = spawn(process.execPath, [script, ...args], { env, stdio })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (data) => {
      text += data
    })
  }
  // `close`, not `exit`: then all output was read.
  const ended = new Promise<number | null>((resolve) => {
    child.on('close', resolve)
  })
  // SIGTERM, so that it stops its database, too.
  atEndOfFile(() => {
    child.kill('SIGTERM')
    return ended
  })
  return { child, said: () => text, ended }
}

/** Cairn on a free port, once it answers. */
export async function start(environment: Record<string, string>, script = scripts.built) {
  const port = String(await freePort())
  const started = run(script, { PORT: port, ...environment })
  const gone = started.ended.then((code) => {
    throw new Error(`The server ended with ${code}: ${started.said()}`)
  })
  const ready = expect.poll(started.said, { timeout: 120_000 }).toContain('Cairn is ready')
  gone.catch(() => {})
  await Promise.race([ready, gone])
  return {
    ...started,
    port,
    url: `http://127.0.0.1:${port}`,
    async stop() {
      started.child.kill('SIGTERM')
      return started.ended
    },
  }
}

/** A database on the run's PostgreSQL, as an operator would configure it. */
export async function databaseUrl() {
  const { connection } = await testDatabase()
  const { host, user, database, port } = connection
  return `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`
}

export const health = async (url: string) => {
  const response = await fetch(`${url}/health/`)
  return { status: response.status, body: await response.json() }
}
