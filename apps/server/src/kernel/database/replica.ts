import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { isDatabaseAway } from '#kernel/http/errors.ts'
import { type ConnectionOptions, isPooled, poolOptions } from './connect.ts'
import type { Session } from './driver-connection.ts'
import type { Listener } from './listener.ts'
import { type ReplicaConnection, readFrom } from './replica-source.ts'
import { RetryableFailure } from './retryable.ts'
import type { Db } from './schema.ts'
import { StatementNames } from './statement-names.ts'
import { WriteWatcher } from './write-watcher.ts'

/** A replica that does not answer this fast is not waited for. */
const PATIENCE_MS = 1_000
/** After a failure it is left alone for this long. */
const PAUSE_MS = 5_000

/** Reads that may use a replica. */
export interface Replica {
  /**
   * Runs reads on the replica, statement by statement, as far as it has everything that this node
   * knows to be committed. What it cannot answer is read from the primary.
   */
  read<T>(make: () => Promise<T>): Promise<T>
  stop(): Promise<void>
}

interface Options {
  to: ConnectionOptions
  /** The primary. */
  db: Db
  watcher: WriteWatcher
  listener: Listener
  /** A channel on which other nodes report what they wrote. */
  channel: string
}

/** Where the log of the primary is: everything committed is before it. */
async function readLogPosition(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ position: string }>`
    select pg_current_wal_lsn()::text as position`.execute(db)
  return rows[0]?.position
}

/** 40001 also means that the replica had to cancel a statement, to apply what the primary did. */
const isOfReplica = (error: unknown) =>
  isDatabaseAway(error) ||
  error instanceof RetryableFailure ||
  (error as { code?: string }).code === '40001'

export function openReplica(options: Options): Replica {
  const { to, db, watcher, listener, channel } = options
  const pool = new pg.Pool({ ...poolOptions(to), max: 10, connectionTimeoutMillis: PATIENCE_MS })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const session: Session = {
    // Nothing is written here.
    watcher: new WriteWatcher(),
    names: isPooled(to) ? undefined : new StatementNames(),
    // Several replicas may be behind one address: another one would get the cancel.
    cancel: async () => {},
  }
  /** Where the log of the primary was after the last write that this node knows of. */
  let required: string | undefined
  let isReading = false
  let isOutdated = false
  let awayUntil = 0

  async function readRequired() {
    if (isReading) return
    isReading = true
    try {
      do {
        isOutdated = false
        const position = await readLogPosition(db)
        if (!isOutdated) required = position
      } while (isOutdated)
    } catch {
      // The primary is away: the next read tries again.
    } finally {
      isReading = false
    }
  }

  function outdate() {
    required = undefined
    isOutdated = true
    void readRequired()
  }
  watcher.onAny(outdate)
  listener.on(channel, outdate)

  /** On the connection that is used then: there may be several replicas behind the address. */
  async function isCurrent(client: pg.PoolClient, position: string): Promise<boolean> {
    const { rows } = await client.query<{ answer: boolean | null }>(
      'select pg_last_wal_replay_lsn() >= $1::pg_lsn as answer',
      [position],
    )
    // Meanwhile something may have been written.
    return rows[0]?.answer === true && position === required
  }

  async function connect(): Promise<ReplicaConnection | undefined> {
    // While nothing is heard of the other nodes, it is not known what they wrote.
    if (!listener.connected || Date.now() < awayUntil) return undefined
    const position = required
    if (!position) {
      void readRequired()
      return undefined
    }
    let client: pg.PoolClient | undefined
    try {
      client = await pool.connect()
      const answer = await Promise.race([isCurrent(client, position), sleep(PATIENCE_MS, 'late')])
      if (answer === true) return { client, session }
      if (answer === 'late') throw new Error('timeout exceeded')
      client.release()
    } catch {
      client?.release(true)
      awayUntil = Date.now() + PAUSE_MS
    }
    return undefined
  }

  void readRequired()
  return {
    async read(make) {
      try {
        return await readFrom(connect, make)
      } catch (error) {
        if (!isOfReplica(error)) throw error
        awayUntil = Date.now() + PAUSE_MS
        return readFrom(undefined, make)
      }
    },
    async stop() {
      await pool.end()
    },
  }
}
