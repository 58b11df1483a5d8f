import { type Kysely, sql } from 'kysely'

/**
 * Nested pages: their order, and the page each was archived with. Pages that violate the rules of
 * the tree move to the top level, with the same visibility.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table pages add column sort_order double precision not null default 65535`.execute(db)
  await sql`
    alter table pages add column archived_with uuid references pages (id) on delete set null
      check (archived_with <> id)`.execute(db)
  await sql`
    create index pages_archived_with_idx on pages (archived_with)
      where archived_with is not null`.execute(db)

  // A private page contains only private pages of the same user, an archived one only archived
  // ones.
  await sql`
    update pages c set parent_id = null from pages p
    where c.parent_id = p.id and c.deleted_at is null and (
      p.deleted_at is not null
      or p.access = 1 and (c.access = 0 or c.owned_by <> p.owned_by)
      or p.archived_at is not null and c.archived_at is null
    )`.execute(db)
  // The list showed the newest first.
  await sql`
    update pages pg set sort_order = 55535 + 10000 * o.place
    from (
      select id, row_number() over (
        partition by workspace_id, parent_id order by created_at desc, id
      ) as place from pages
    ) o where o.id = pg.id`.execute(db)
  // Pages archived below an archived page count as archived together with it.
  await sql`
    with recursive archived as (
      select c.id, c.id as root, 1 as level from pages c
      where c.archived_at is not null and not exists (
        select from pages p where p.id = c.parent_id and p.archived_at is not null
      )
      union all
      select c.id, a.root, a.level + 1 from pages c join archived a on c.parent_id = a.id
      where c.archived_at is not null and a.level < 1000
    )
    update pages pg set archived_with = a.root from archived a
    where a.id = pg.id and a.root <> pg.id`.execute(db)
}
