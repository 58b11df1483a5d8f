import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { hashToken, randomToken } from '../apps/server/src/kernel/auth/tokens.ts'
import type { ConnectionOptions } from '../apps/server/src/kernel/database/connect.ts'
import { type Filled, fillWorkspace } from './generator/fill.ts'
import { freePort, type ServerProcess, startServer } from './server-process.ts'

/** A running Cairn with generated data, in its own folder, which is deleted with it. */
export interface Stage extends Filled {
  dataDir: string
  server: ServerProcess
  /** A direct connection to the same database. */
  client: pg.Client
  connection: ConnectionOptions
  cookie: string
  close(): Promise<void>
}

export interface Scene {
  items: number
  projects?: number
  people?: number
  /** One state of each group in every project. */
  plain?: boolean
  /** So many properties of all items. */
  properties?: number
  /** Use the embedded database even if `DATABASE_URL` is set. */
  embedded?: boolean
}

/** The largest supported project, with the states of a new one. */
export const million: Scene = { items: 1_000_000, projects: 1, plain: true }

export async function openStage(scene: Scene): Promise<Stage> {
  const {
    items,
    projects = 5,
    people = 20,
    plain = false,
    embedded = false,
    properties = 0,
  } = scene
  const dataDir = await newDataFolder()
  const { DATABASE_URL } = process.env
  const lent = DATABASE_URL && !embedded ? await lendDatabase(DATABASE_URL) : undefined
  const port = await freePort()
  const server = await startServer({ dataDir, port, databaseUrl: lent?.url })
  const client = await connectTo(dataDir, lent?.url)
  const wanted = { items, projects, people, slug: 'bench', plain, properties, history: true }
  const fill = () => fillWorkspace(client, wanted)
  const filled = await (lent ? fill() : unsynced(client, fill))
  const cookie = `session-id=${await openSession(client, filled.admin_id)}`
  return {
    ...filled,
    dataDir,
    server,
    client,
    connection: connectionTo(dataDir, lent?.url),
    cookie,
    async close() {
      await client.end()
      await server.stop()
      await lent?.giveBack()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Never the user's own data folder. */
export const newDataFolder = () => mkdtemp(path.join(os.tmpdir(), 'cairn-bench-'))

function connectionTo(dataDir: string, databaseUrl?: string): ConnectionOptions {
  // The temporary folder has a path short enough for a socket.
  const host = path.join(dataDir, 'postgres/socket')
  const embedded = { host, port: 5432, user: 'cairn', database: 'cairn' }
  return databaseUrl ? { connectionString: databaseUrl } : embedded
}

/** Generated data can be generated again: writes do not wait for the disk. */
async function unsynced<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  const set = async (...statements: string[]) => {
    for (const statement of statements) await client.query(`alter system ${statement}`)
    await client.query('select pg_reload_conf()')
  }
  await set('set fsync = off', 'set full_page_writes = off', `set max_wal_size = '8GB'`)
  const done = await work()
  await set('reset fsync', 'reset full_page_writes', 'reset max_wal_size')
  await client.query('checkpoint')
  return done
}

export async function connectTo(dataDir: string, databaseUrl?: string): Promise<pg.Client> {
  const client = new pg.Client(connectionTo(dataDir, databaseUrl))
  client.on('error', () => {})
  await client.connect()
  return client
}

export async function openSession(client: pg.ClientBase, user_id: string): Promise<string> {
  const token = randomToken(128)
  await client.query(
    `insert into sessions (token_hash, kind, user_id, expires_at)
      values ($1, 'app', $2, now() + interval '1 day')`,
    [hashToken(token), user_id],
  )
  return token
}

/** On an operator's server, uses a separate database: theirs is never written to. */
async function lendDatabase(given: string) {
  const name = `cairn_bench_${randomToken(8)}`
  const asOperator = async (statement: string) => {
    const operator = new pg.Client({ connectionString: given })
    await operator.connect()
    await operator.query(statement)
    await operator.end()
  }
  await asOperator(`create database ${name}`)
  const url = new URL(given)
  url.pathname = `/${name}`
  return { url: url.href, giveBack: () => asOperator(`drop database ${name} with (force)`) }
}
