import { sql } from 'kysely'
import type { Db } from './schema.ts'

const OLDEST = 15

export class DatabaseTooOld extends Error {}

export async function refuseOldPostgres(db: Db): Promise<void> {
  const { rows } = await sql<{ version: number }>`
    select current_setting('server_version_num')::int / 10000 as version`.execute(db)
  const version = rows[0]?.version ?? 0
  if (version < OLDEST) {
    throw new DatabaseTooOld(
      `Cairn needs PostgreSQL ${OLDEST} or newer; DATABASE_URL leads to version ${version}.`,
    )
  }
}
