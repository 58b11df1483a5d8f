import { appendFileSync, cpSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#kernel/database/embedded/start-embedded.ts'
import { atEndOfFile } from './end-of-file.ts'
import { newFolder } from './processes.ts'

const log = { info() {}, warn() {}, error() {} }

async function openDatabase(dataDir: string) {
  const { connection, stop } = await startEmbedded({ dataDir, log })
  atEndOfFile(stop)
  const { host, port, user, database } = connection
  return {
    ...{ connection, stop },
    url: `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`,
    async client() {
      const client = new pg.Client(connection)
      client.on('error', () => {})
      await client.connect()
      atEndOfFile(() => client.end())
      return client
    },
  }
}

/** A PostgreSQL, and another one that streams from it. */
export async function startReplicated() {
  const [first, second] = [await newFolder(), await newFolder()]
  const { connection, stop } = await startEmbedded({ dataDir: first, log })
  const admin = new pg.Client(connection)
  await admin.connect()
  await admin.query('alter system set max_wal_senders = 5')
  await admin.query('alter system set wal_keep_size = 64')
  await admin.end()
  await stop()

  const copied = { recursive: true, verbatimSymlinks: true }
  cpSync(path.join(first, 'postgres/database'), path.join(second, 'postgres/database'), copied)
  const replicaFolder = path.join(second, 'postgres/database')
  writeFileSync(path.join(replicaFolder, 'standby.signal'), '')
  appendFileSync(
    path.join(replicaFolder, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${connection.host} port=${connection.port} user=${connection.user}'\n`,
  )
  return { primary: await openDatabase(first), replica: await openDatabase(second) }
}
