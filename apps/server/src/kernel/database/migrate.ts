import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Db } from './schema.ts'

export interface Migration {
  up(db: Kysely<unknown>): Promise<void>
}
export type Migrations = Record<string, Migration>

export class DatabaseTooNew extends Error {}

/**
 * Brings the database up to the code: forward only, all in one transaction under an advisory lock,
 * so that two nodes that start together migrate once.
 */
export async function migrate(db: Db, migrations: Migrations): Promise<string[]> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableName: 'migrations',
    migrationLockTableName: 'migration_lock',
  })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) refuseNewer(error)
  return results.map(({ migrationName }) => migrationName)
}

function refuseNewer(error: unknown): never {
  const unknown = /previously executed migration (\S+) is missing/.exec(String(error))?.[1]
  if (!unknown) throw error
  throw new DatabaseTooNew(
    `The database was written by a newer Cairn (it knows ${unknown}). Start that version, or restore a backup.`,
  )
}
