import { type Kysely, sql } from 'kysely'

/** Plain names: the keys of requests that may be sent twice, and mails that no SMTP server was set for. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table made_things rename to idempotency_keys`.execute(db)
  await sql`alter table idempotency_keys rename column made_at to created_at`.execute(db)
  await sql`alter index made_things_pkey rename to idempotency_keys_pkey`.execute(db)
  await sql`alter table mails drop constraint mails_status_check`.execute(db)
  await sql`update mails set status = 'stored' where status = 'kept'`.execute(db)
  await sql`
    alter table mails add constraint mails_status_check
      check (status in ('queued', 'sent', 'stored', 'failed'))`.execute(db)
}
