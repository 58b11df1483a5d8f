import { type Kysely, sql } from 'kysely'

/**
 * Comments on passages of pages, and users mentioned in pages. The passage is marked in the page's
 * shared document; its text at the time of the comment is stored here.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table page_comments (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      page_id uuid not null references pages (id) on delete cascade,
      -- The comment it answers; answers are not answered.
      parent_id uuid references page_comments (id) on delete cascade,
      quote text not null default '',
      comment_html text not null,
      comment_stripped text not null default '',
      edited_at timestamptz,
      resolved_at timestamptz,
      resolved_by uuid references users (id) on delete set null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      created_by uuid references users (id) on delete set null,
      updated_by uuid references users (id) on delete set null,
      deleted_at timestamptz,
      check (parent_id is null or (quote = '' and resolved_at is null))
    )`.execute(db)
  await sql`create index page_comments_page_idx on page_comments (page_id, created_at)`.execute(db)
  await sql`
    create index page_comments_parent_idx on page_comments (parent_id)
      where parent_id is not null`.execute(db)

  // Each mention once, even if it is removed and added again.
  await sql`
    create table page_mentions (
      page_id uuid not null references pages (id) on delete cascade,
      mention_id uuid not null,
      user_id uuid not null references users (id) on delete cascade,
      created_at timestamptz not null default now(),
      primary key (page_id, mention_id, user_id)
    )`.execute(db)
  await sql`create index page_mentions_user_idx on page_mentions (user_id)`.execute(db)
}
