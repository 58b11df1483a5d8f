import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { isDatabaseAway, isDiskFull } from '#kernel/http/errors.ts'
import type { Db } from './schema.ts'

export interface Migration {
  up(db: Kysely<unknown>): Promise<void>
}
export type Migrations = Record<string, Migration>

export class DatabaseTooNew extends Error {}
export class MigrationFailed extends Error {}

/**
 * Migrates the database to the code's version: forward only, all in one transaction under an
 * advisory lock, so that two nodes that start together migrate once.
 */
export async function migrate(db: Db, migrations: Migrations): Promise<string[]> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableName: 'migrations',
    migrationLockTableName: 'migration_lock',
  })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw explain(error, results.find(({ status }) => status === 'Error')?.migrationName)
  return results.map(({ migrationName }) => migrationName)
}

/** An unavailable or full database is not a fault of a migration. */
function explain(error: unknown, failed: string | undefined): unknown {
  const unknown = /previously executed migration (\S+) is missing/.exec(String(error))?.[1]
  if (unknown) {
    return new DatabaseTooNew(
      `The database was written by a newer Cairn (it knows ${unknown}). Start that version, or restore a backup.`,
    )
  }
  if (!failed || isDatabaseAway(error) || isDiskFull(error)) return error
  return new MigrationFailed(
    `The database could not be brought up to this version, and is as it was: ${(error as Error).message} (${failed}). Start the older version again, or remove the cause.`,
    { cause: error },
  )
}
