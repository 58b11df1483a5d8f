import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  // An id means something only where it was given: number 7 of one GitLab is not number 7 of another.
  await sql`
    alter table connected_accounts
      add column issuer text not null default '',
      drop constraint connected_accounts_provider_check,
      add constraint connected_accounts_provider_check
        check (provider in ('google', 'github', 'gitlab', 'oidc')),
      drop constraint connected_accounts_provider_provider_account_id_key,
      add constraint connected_accounts_identity_key
        unique (provider, issuer, provider_account_id)`.execute(db)

  await sql`
    create table oauth_attempts (
      state_hash bytea primary key,
      browser_hash bytea not null,
      callback text not null,
      sealed text not null,
      expires_at timestamptz not null
    )`.execute(db)
  await sql`create index oauth_attempts_expires_idx on oauth_attempts (expires_at)`.execute(db)
}
