import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { isDatabaseAway, isDiskFull } from '#kernel/http/errors.ts'
import { listNodes } from './nodes.ts'
import type { Db } from './schema.ts'

export interface Migration {
  up(db: Kysely<unknown>): Promise<void>
  /**
   * Servers that know this earlier migration work beside this one, so that an upgrade may be rolling.
   * Absent: all servers of earlier versions have to be stopped first.
   */
  toleratedSince?: string
}
export type Migrations = Record<string, Migration>

export class DatabaseTooNew extends Error {}
export class MigrationFailed extends Error {}
/** Servers run that could not work on the database after the migration. */
export class OlderServersRun extends Error {}

interface Applied {
  name: string
  tolerated_since: string | null
}

/**
 * Migrates the database to the code's version: forward only, all in one transaction under an
 * advisory lock, so that two nodes that start together migrate once. What a newer version has
 * migrated is accepted if it tolerates this one.
 */
export async function migrate(db: Db, migrations: Migrations): Promise<string[]> {
  const applied = await listApplied(db)
  const newer = applied.filter(({ name }) => !Object.hasOwn(migrations, name))
  refuseNewer(newer, migrations)
  await refuseBesideOlder(db, migrations, applied)
  const alreadyDone: Migrations = Object.fromEntries(
    newer.map(({ name }) => [name, { up: async () => {} }]),
  )
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations, ...alreadyDone }) },
    migrationTableName: 'migrations',
    migrationLockTableName: 'migration_lock',
  })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw explain(error, results.find(({ status }) => status === 'Error')?.migrationName)
  if (results.length > 0) await storeTolerance(db, migrations)
  return results.map(({ migrationName }) => migrationName)
}

/** As JSON, because a database that was not migrated yet lacks the column, or the table. */
async function listApplied(db: Db): Promise<Applied[]> {
  const { rows: found } = await sql<{ exists: boolean }>`
    select to_regclass('migrations') is not null as exists`.execute(db)
  if (!found[0]?.exists) return []
  const { rows } = await sql<Applied>`
    select name, to_jsonb(m) ->> 'tolerated_since' as tolerated_since
    from migrations m order by name`.execute(db)
  return rows
}

function refuseNewer(newer: readonly Applied[], migrations: Migrations) {
  const refused = newer.find(
    ({ tolerated_since }) => !tolerated_since || !Object.hasOwn(migrations, tolerated_since),
  )
  if (refused) throw tooNew(refused.name)
}

const tooNew = (name: string) =>
  new DatabaseTooNew(
    `The database was written by a newer Cairn (it knows ${name}). Start that version, or restore a backup.`,
  )

/** Names begin with their number, so that they compare like versions. */
async function refuseBesideOlder(db: Db, migrations: Migrations, applied: readonly Applied[]) {
  const done = new Set(applied.map(({ name }) => name))
  const due = Object.entries(migrations).filter(([name]) => !done.has(name))
  if (done.size === 0 || due.length === 0) return
  for (const { schema } of await listNodes(db)) {
    const refused = due.find(([, { toleratedSince = '~' }]) => toleratedSince > schema)
    if (!refused) continue
    throw new OlderServersRun(
      `Servers of an older version are running on this database, and would not work after this upgrade (${refused[0]}). Stop them first, then start this one.`,
    )
  }
}

/** For servers of earlier versions that start later. */
async function storeTolerance(db: Db, migrations: Migrations) {
  for (const [name, { toleratedSince }] of Object.entries(migrations)) {
    if (!toleratedSince) continue
    await sql`
      update migrations set tolerated_since = ${toleratedSince} where name = ${name}`.execute(db)
  }
}

/** An unavailable or full database is not a fault of a migration. */
function explain(error: unknown, failed: string | undefined): unknown {
  const unknown = /previously executed migration (\S+) is missing/.exec(String(error))?.[1]
  if (unknown) return tooNew(unknown)
  if (!failed || isDatabaseAway(error) || isDiskFull(error)) return error
  return new MigrationFailed(
    `The database could not be brought up to this version, and is as it was: ${(error as Error).message} (${failed}). Start the older version again, or remove the cause.`,
    { cause: error },
  )
}
