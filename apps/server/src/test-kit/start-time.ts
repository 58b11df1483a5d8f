import { sql } from 'kysely'
import pg from 'pg'
import type { TestDatabase } from './database.ts'

/**
 * Gives the database's server another start time, as a failover does, and `replace` yet another. All
 * connections are ended, since earlier ones would not see it.
 */
export async function startTimeOf({ db, connection }: TestDatabase) {
  const { database } = connection
  await sql`create table server_start as select 'one' as at`.execute(db)
  await sql`create function public.pg_postmaster_start_time() returns text language sql
    as 'select at from public.server_start'`.execute(db)
  // Else the functions of PostgreSQL come first.
  const name = sql.id(database)
  await sql`alter database ${name} set search_path = public, pg_catalog`.execute(db)
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
  await client.end()
  return {
    replace: () => sql`update public.server_start set at = 'two'`.execute(db),
    async forget() {
      await sql`alter database ${name} reset search_path`.execute(db)
      await sql`drop function public.pg_postmaster_start_time()`.execute(db)
      await sql`drop table server_start`.execute(db)
    },
  }
}
