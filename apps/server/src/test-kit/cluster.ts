import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { connect } from '#kernel/database/connect.ts'
import { startEmbedded } from '#kernel/database/embedded/start-embedded.ts'
import { migrate } from '#kernel/database/migrate.ts'
import { WriteWatcher } from '#kernel/database/write-watcher.ts'
import { migrations } from '#migrations/index.ts'

export interface Cluster {
  host: string
  port: number
  user: string
}

declare module 'vitest' {
  interface ProvidedContext {
    cluster: Cluster
  }
}

export const TEMPLATE = 'cairn_template'
const silent = { info() {}, warn() {}, error() {} }

/** One PostgreSQL for the whole run, with one migrated database that each test file copies. */
export default async function setup(project: TestProject) {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'cairn-test-'))
  let embedded = await startEmbedded({ dataDir, log: silent })
  const admin = new pg.Client(embedded.connection)
  await admin.connect()
  // The run's data is disposable: durability does not matter here.
  await admin.query('alter system set fsync = off')
  await admin.query('alter system set synchronous_commit = off')
  await admin.query('alter system set full_page_writes = off')
  // Every server of a test has ten; a restore also locks every table of two schemas at once.
  await admin.query('alter system set max_connections = 300')
  await admin.query(`create database ${TEMPLATE}`)
  await admin.end()
  // Read only at the start.
  await embedded.stop()
  embedded = await startEmbedded({ dataDir, log: silent })
  const { host, port, user } = embedded.connection

  const { db } = connect({ host, port, user, database: TEMPLATE }, new WriteWatcher(), 1)
  await migrate(db, migrations)
  await db.destroy()
  project.provide('cluster', { host, port, user })

  return async () => {
    await embedded.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
