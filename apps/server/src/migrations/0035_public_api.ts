import { type Kysely, sql } from 'kysely'

/** External ids set by API clients, and a log of their requests. */
export async function up(db: Kysely<unknown>) {
  for (const table of ['labels', 'states']) {
    await sql`
      alter table ${sql.table(table)}
        add column external_source varchar(255), add column external_id varchar(255)`.execute(db)
    // A repeated import finds the rows it created; if one of the two columns is null, nothing is
    // compared.
    await sql`
      create unique index ${sql.id(`${table}_external_key`)}
        on ${sql.table(table)} (project_id, external_source, external_id)
        where deleted_at is null`.execute(db)
  }
  await sql`
    create index labels_newest_idx on labels (project_id, created_at desc, id)
      where deleted_at is null`.execute(db)
  await sql`
    create index states_in_order_idx on states (project_id, sequence, created_at desc, id)
      where deleted_at is null and "group" <> 'triage'`.execute(db)
  // In join order, without reading the rows of users who left.
  await sql`
    create index workspace_members_present_idx on workspace_members (workspace_id, created_at, id)
      where is_active and deleted_at is null`.execute(db)

  // Neither the token nor any other header is kept.
  await sql`
    create table api_requests (
      id bigint generated always as identity primary key,
      token_id uuid not null references api_tokens (id) on delete cascade,
      method varchar(10) not null,
      path text not null,
      query text not null,
      status smallint not null,
      ip text not null,
      user_agent text not null,
      created_at timestamptz not null
    )`.execute(db)
  // Rows are inserted and deleted in time order.
  await sql`create index api_requests_age_idx on api_requests using brin (created_at)`.execute(db)
  await sql`create index api_requests_token_idx on api_requests (token_id)`.execute(db)
}
