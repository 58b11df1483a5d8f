import { sql } from 'kysely'
import type { Db } from './schema.ts'

const PREFIX = 'cairn version '

/**
 * The name under which the listening connection of a server is known to the database. It says which
 * version runs, for as long as that server lives.
 */
export const nameOfServer = (latestMigration: string) => `${PREFIX}${latestMigration}`.slice(0, 63)

/** The latest migrations of the servers that run on this database. */
export async function listRunningVersions(db: Db): Promise<string[]> {
  // A listening connection is used every few seconds. One that is not has lost its machine.
  const { rows } = await sql<{ version: string }>`
    select distinct substr(application_name, ${PREFIX.length + 1}::int) as version
    from pg_stat_activity
    where datname = current_database() and starts_with(application_name, ${PREFIX})
      and state_change > clock_timestamp() - interval '30 seconds'
    order by 1`.execute(db)
  return rows.map(({ version }) => version)
}
