import { type Kysely, sql } from 'kysely'

/**
 * When an account's email was verified for the first time. `is_email_verified` is the contract's
 * field, and is false again after the email was changed.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter table users add column email_proved_at timestamptz`.execute(db)
  // A provider is linked only to an email it has verified.
  await sql`
    update users u set email_proved_at = now()
    where is_email_verified or exists (
      select 1 from connected_accounts a where a.user_id = u.id
    )`.execute(db)
  // Sign-in codes stand in subjects; the rest of a sent mail is removed when it is sent.
  await sql`update mails set subject = '' where status = 'sent'`.execute(db)
}
