import { type Kysely, sql } from 'kysely'
import { migrations } from '../../../apps/server/src/migrations/index.ts'

/** The next version: this one with a migration that this one tolerates. */
const toleratedSince = Object.keys(migrations).at(-1) ?? ''
Object.assign(migrations, {
  '9000_next': {
    toleratedSince,
    async up(db: Kysely<unknown>) {
      await sql`create table added_by_next (id uuid primary key)`.execute(db)
      await sql`alter table work_items add column next_note text not null default ''`.execute(db)
    },
  },
})
await import('../../../apps/server/src/main.ts')
