import pg from 'pg'
import { inject } from 'vitest'
import { type Connected, type ConnectionOptions, connect } from '#kernel/database/connect.ts'
import { WriteWatcher } from '#kernel/database/write-watcher.ts'
import { type Cluster, TEMPLATE } from './cluster.ts'
import { atEndOfFile } from './end-of-file.ts'

/** Tests share two processors with each other: a request may wait longer for a connection there. */
export const PATIENT_MS = 120_000

export interface TestDatabase extends Connected {
  connection: Exclude<ConnectionOptions, { connectionString: string }>
  watcher: WriteWatcher
}

async function asAdmin({ host, port, user }: Cluster, statement: string) {
  const admin = new pg.Client({ host, port, user, database: 'postgres' })
  await admin.connect()
  await admin.query(statement)
  await admin.end()
}

/** A migrated database for this test file alone. */
export async function testDatabase(): Promise<TestDatabase> {
  const cluster = inject('cluster')
  const database = `test_${crypto.randomUUID().replaceAll('-', '')}`
  await asAdmin(cluster, `create database ${database} template ${TEMPLATE}`)
  const watcher = new WriteWatcher()
  const connection = { ...cluster, database }
  const connected = connect(connection, watcher, 10, PATIENT_MS)
  atEndOfFile(async () => {
    await connected.db.destroy()
    await asAdmin(cluster, `drop database ${database} with (force)`)
  })
  return { ...connected, connection, watcher }
}
