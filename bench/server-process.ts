import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import packageJson from '../package.json' with { type: 'json' }

const main = path.resolve(import.meta.dirname, '../apps/server/dist/main.cjs')
// The Node flags of `npm start`, so that the measured server is the one in production.
const { start } = packageJson.scripts
const flags = start.match(/--[\w-]+(?:=\S+)?/g) ?? []
const settings = Object.fromEntries(
  [...start.matchAll(/\b([A-Z_]+)=(\S+)/g)].map(([, name, value]) => [name, value]),
)
const running = new Set<ChildProcess>()

// However the script ends, no server stays running; each stops its database.
process.once('exit', () => {
  for (const child of running) child.kill('SIGTERM')
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

export interface ServerProcess {
  pid: number
  origin: string
  /** From process start to the first healthy response. */
  startMs: number
  /** The end of its log. */
  lastWords(): string
  untilHealthy(): Promise<void>
  stop(): Promise<void>
  kill(): Promise<void>
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

interface Options {
  dataDir: string
  port: number
  host?: string
  databaseUrl?: string | undefined
  environment?: Record<string, string>
  /** Another program than the production build. */
  entry?: string | undefined
}

/** The real server in its own process, as run by `npm start`; it logs to a file. */
export async function startServer({
  dataDir,
  port,
  host = '127.0.0.1',
  databaseUrl,
  environment: more,
  entry = main,
}: Options): Promise<ServerProcess> {
  const logFile = path.join(dataDir, 'server.log')
  const lastWords = () => readEnd(logFile)
  const log = openSync(logFile, 'a')
  const { DATABASE_URL: _other, ...environment } = process.env
  const began = performance.now()
  const child = spawn(process.execPath, [...flags, entry], {
    stdio: ['ignore', log, log],
    env: {
      ...environment,
      ...settings,
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: host,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      ...more,
    },
  })
  running.add(child)
  const ended = once(child, 'exit').then(() => running.delete(child))
  const end = (signal: NodeJS.Signals) => async () => {
    child.kill(signal)
    await ended
  }
  const origin = `http://${host}:${port}`
  const untilHealthy = async () => {
    while (!(await isHealthy(origin))) {
      const gone = child.exitCode !== null || child.signalCode !== null
      if (gone) throw new Error(`The server does not run: ${lastWords()}`)
      await sleep(2)
    }
  }
  await untilHealthy()
  return {
    pid: child.pid ?? 0,
    origin,
    startMs: performance.now() - began,
    lastWords,
    untilHealthy,
    stop: end('SIGTERM'),
    kill: end('SIGKILL'),
  }
}

const readEnd = (file: string) => readFileSync(file, 'utf8').slice(-2_000)

const isHealthy = async (origin: string) => {
  const answer = await fetch(`${origin}/health/`).catch(() => undefined)
  await answer?.text()
  return answer?.ok ?? false
}
