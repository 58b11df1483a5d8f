import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { productBackground } from '#product/background.ts'
import { createResponseCache } from '#product/response-cache.ts'
import { buildApp } from './app.ts'
import { pointInTimeBackground } from './backup/point-in-time/background.ts'
import { backupsBackground } from './backup/scheduled/background.ts'
import type { Config } from './config.ts'
import { backgrounds, emittedItem } from './features/index.ts'
import { ACCESS_CHANNEL, createAccess } from './kernel/auth/access.ts'
import { endWith } from './kernel/database/cancel.ts'
import { type ConnectionOptions, connect, isPooled } from './kernel/database/connect.ts'
import { deafListener, listen } from './kernel/database/listener.ts'
import { migrate } from './kernel/database/migrate.ts'
import { nodeName } from './kernel/database/nodes.ts'
import { openReplica } from './kernel/database/replica.ts'
import type { Db } from './kernel/database/schema.ts'
import { refuseOldPostgres } from './kernel/database/server-version.ts'
import { WriteWatcher } from './kernel/database/write-watcher.ts'
import { EVENTS_CHANNEL, followEvents } from './kernel/events/stream.ts'
import type { App, Restorer } from './kernel/http/app-type.ts'
import { runJobs, startJobs } from './kernel/jobs/jobs.ts'
import { runSoon } from './kernel/jobs/run-soon.ts'
import { openSecrets } from './kernel/secrets.ts'
import { openStorage } from './kernel/storage/open-storage.ts'
import { migrations } from './migrations/index.ts'
import { version } from './version.ts'

const built = path.resolve(import.meta.dirname, '../../web/dist')

export interface Served {
  url: string
  /** From now on the health check fails, so that proxies send nothing more. */
  leave(): void
  stop(): Promise<void>
}

/**
 * Everything above the database: migrates, builds the app, listens. The signal breaks off waiting for
 * the database, and a migration, which is rolled back.
 */
export async function serve(
  config: Config,
  connection: ConnectionOptions,
  log: FastifyBaseLogger,
  { signal, restorer }: { signal: AbortSignal; restorer: Restorer },
): Promise<Served> {
  const watcher = new WriteWatcher()
  const database = connect(connection, watcher)
  const { db, pool } = database
  try {
    await Promise.race([refuseOldPostgres(db), rejectWhenAborted(signal)])
    const done = await endWith(signal, () => migrateDirectly(config, db))
    if (done.length > 0) log.info({ migrations: done }, 'database migrated')

    const secrets = await openSecrets(config.dataDir)
    const storage = await openStorage(config.bucket, {
      folder: path.join(config.dataDir, 'files'),
      secret: secrets.keyFor('addresses of files'),
    })
    // Not awaited: without files, everything else works.
    storage.probe().catch((error: unknown) => {
      log.error({ err: error }, 'files can be neither stored nor fetched')
    })
    const running = { db, database, config, secrets, storage, log, version }
    const background = [
      productBackground,
      ...backgrounds,
      backupsBackground,
      pointInTimeBackground,
    ].map((of) => of(running))
    for (const { start } of background) await start?.()
    const listener = openListener(config, connection, version, log)
    const replica = config.databaseReadUrl
      ? openReplica({
          to: { connectionString: config.databaseReadUrl },
          ...{ db, watcher, listener, channel: EVENTS_CHANNEL },
        })
      : undefined
    const access = createAccess(db, listener, watcher)
    const stream = await followEvents(db, listener, watcher, emittedItem, (error) =>
      log.warn({ err: error }, 'live updates are waiting for the database'),
    )
    const cache = createResponseCache(listener, watcher)
    const leaving = new AbortController()
    const webRoot = existsSync(path.join(built, 'index.html')) ? { webRoot: built } : {}
    const app = await buildApp({
      config,
      database,
      listener,
      access,
      stream,
      cache,
      secrets,
      storage,
      log,
      ...webRoot,
      leaving: leaving.signal,
      ...(replica && { replica }),
      restorer,
    })
    await app.listen({ port: config.port, host: config.host })
    const soon = background
      .flatMap(({ onInsert = [] }) => onInsert)
      .map(({ name, tables, run }) => runSoon(watcher, tables, run, name))
    const schedules = background.flatMap((each) => each.schedules ?? [])
    // After the first response: a user waits for the page, but not for the schedules.
    const jobs = runJobs(() => startJobs(pool, log, schedules), log)
    const bound = app.addresses()[0]
    const port = typeof bound === 'object' ? bound.port : config.port
    return {
      url: config.webUrl ?? `http://${readable(config.host)}:${port}`,
      leave: () => leaving.abort(),
      async stop() {
        await closeWhenIdle(app)
        stream.stop()
        await Promise.all(background.map((each) => each.stop?.()))
        await Promise.all([jobs.stop(), ...soon.map((each) => each.stop())])
        await listener.stop()
        await replica?.stop()
        await db.destroy()
      },
    }
  } catch (error) {
    // After an abort the process ends, and a database that does not answer must not delay that.
    if (!signal.aborted) await db.destroy()
    throw error
  }
}

/**
 * Not through PgBouncer: the lock of migrations belongs to a session, which is another one there when
 * it is to be released. It would stay locked, and no other server could start.
 */
async function migrateDirectly({ databaseDirectUrl }: Config, db: Db): Promise<string[]> {
  if (!databaseDirectUrl) return migrate(db, migrations)
  const to = { connectionString: databaseDirectUrl }
  const { db: direct } = connect(to, new WriteWatcher(), 1)
  try {
    return await migrate(direct, migrations)
  } finally {
    await direct.destroy()
  }
}

/** Behind PgBouncer in transaction mode nothing is heard, so listening needs a way past it. */
function openListener(
  { databaseDirectUrl, port }: Config,
  pool: ConnectionOptions,
  version: string,
  log: FastifyBaseLogger,
) {
  const direct = databaseDirectUrl ? { connectionString: databaseDirectUrl } : pool
  const schema = Object.keys(migrations).at(-1) ?? ''
  const channels = [ACCESS_CHANNEL, EVENTS_CHANNEL]
  if (!isPooled(direct))
    return listen(direct, channels, { name: nodeName({ version, schema, port }) })
  log.warn(
    'DATABASE_URL leads through PgBouncer: set DATABASE_DIRECT_URL. Until then nothing is cached, and changes of other processes are shown up to two seconds late.',
  )
  return deafListener()
}

async function rejectWhenAborted(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort')
  throw signal.reason
}

/** Running requests are answered; browsers would keep their connections open long after that. */
async function closeWhenIdle(app: App) {
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50)
  await app.close()
  clearInterval(sweep)
}

const readable = (host: string) =>
  host === '0.0.0.0' || host === '::' || host === '127.0.0.1' ? 'localhost' : host
