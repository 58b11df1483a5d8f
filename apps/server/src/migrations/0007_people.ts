import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  // Encrypted with the instance's secret: a stolen table reveals no token.
  await sql`alter table api_tokens add column token_sealed text`.execute(db)
  await sql`
    create unique index api_tokens_service_key
      on api_tokens (workspace_id) where is_service and deleted_at is null`.execute(db)

  // The cleanup job finds old rows without reading the others.
  await sql`create index mails_age_idx on mails (created_at)`.execute(db)
  await sql`create index magic_codes_expiry_idx on magic_codes (expires_at)`.execute(db)
  await sql`create index password_resets_expiry_idx on password_resets (expires_at)`.execute(db)
  await sql`
    create index workspace_invitations_deleted_idx
      on workspace_invitations (deleted_at) where deleted_at is not null`.execute(db)
}
