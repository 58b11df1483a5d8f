import { stat } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import type { Config } from '#config'
import { connect } from '#kernel/database/connect.ts'
import { processesOn } from '#kernel/database/embedded/processes.ts'
import type { Db } from '#kernel/database/schema.ts'
import { refuseOldPostgres } from '#kernel/database/server-version.ts'
import { WriteWatcher } from '#kernel/database/write-watcher.ts'
import { createLog } from '#kernel/log.ts'
import { reachDatabase } from '../reach-database.ts'
import { type Finding, findingsOf, reasonOf } from './finding.ts'

const { ok, warning, problem } = findingsOf('database')

export interface OpenDatabase {
  db: Db
  pool: pg.Pool
}

export interface CheckedDatabase {
  finding: Finding
  /** Undefined: it cannot be used, or does not exist yet. */
  open?: OpenDatabase
  /** Whether a server uses the data folder; undefined: the database is not in it. */
  isRunning: boolean | undefined
  close(): Promise<void>
}

const WAIT_MS = 5_000

/** Opens the database for the other checks. One in the data folder is started if necessary. */
export async function checkDatabase(config: Config): Promise<CheckedDatabase> {
  const { databaseUrl, dataDir } = config
  const isRunning = databaseUrl ? undefined : false
  const folder = path.join(dataDir, 'postgres', 'database')
  const unopened = (finding: Finding) => ({ finding, isRunning, close: async () => {} })
  if (!databaseUrl && !(await isThere(folder))) {
    return unopened(ok('The database is created at the first start.'))
  }
  try {
    // PostgreSQL starts only when no other process of it is left.
    const left = databaseUrl ? [] : await processesOn(folder)
    // The address that the server uses, not the way past PgBouncer.
    const used = { ...config, databaseDirectUrl: undefined }
    const reached = await reachDatabase(used, createLog('silent'))
    const { db, pool } = connect(reached.connection, new WriteWatcher(), 1, WAIT_MS)
    const close = async () => {
      await db.destroy()
      await reached.leave()
    }
    const wasLeft = left.length > 0 && !reached.isRunning
    const finding = await inspect(db, pool).catch((error: unknown) => explain(error, config))
    if (finding.level === 'problem') {
      await close()
      return { ...unopened(finding), isRunning: reached.isRunning }
    }
    return {
      finding: wasLeft ? leftBehind : finding,
      ...{ open: { db, pool }, isRunning: reached.isRunning, close },
    }
  } catch (error) {
    return unopened(explain(error, config))
  }
}

const leftBehind = warning(
  'A PostgreSQL of an earlier run was left behind and has been stopped. Look in the log for the reason why Cairn was killed.',
)

const isThere = (folder: string) =>
  stat(folder).then(
    () => true,
    ({ code }: NodeJS.ErrnoException) => code !== 'ENOENT',
  )

async function inspect(db: Db, pool: pg.Pool): Promise<Finding> {
  await refuseOldPostgres(db)
  const { rows } = await pool.query<{
    version: string
    name: string
    role: string
    may: boolean
    is_replica: boolean
  }>(`
    select current_setting('server_version') as version, current_database() as name,
      current_user as role, pg_is_in_recovery() as is_replica, has_database_privilege(current_database(), 'create')
        and coalesce(has_schema_privilege(current_schema(), 'create'), false) as may`)
  const { version, name, role, may, is_replica } = rows[0]!
  if (is_replica) {
    return problem(
      'DATABASE_URL leads to a replica, which accepts no changes. Let it lead to the primary.',
    )
  }
  if (may) return ok(`PostgreSQL ${version} answers.`)
  return problem(
    `The user ${role} may not create tables in the database ${name}. Make that user its owner: alter database "${name}" owner to "${role}".`,
  )
}

function explain(error: unknown, { databaseUrl }: Config): Finding {
  const { code = '', message } = error as Error & { code?: string }
  if (code === '3D000') {
    return problem(`The database does not exist (${message}). Create it, or correct DATABASE_URL.`)
  }
  if (code.startsWith('28')) {
    return problem(
      `The database refuses this user (${message}). Correct the name and password in DATABASE_URL.`,
    )
  }
  if (!databaseUrl) return problem(`${reasonOf(error)}. Correct this, then run the doctor again.`)
  return problem(
    `The database cannot be used (${reasonOf(error)}). Check DATABASE_URL, and that PostgreSQL is running there.`,
  )
}
