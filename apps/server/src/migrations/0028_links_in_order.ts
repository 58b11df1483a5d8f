import { type Kysely, sql } from 'kysely'

interface Links {
  table: string
  value: string
  former: string
  /** Links to users who left and to archived modules stay, but are hidden. */
  isKept: boolean
}

const all: readonly Links[] = [
  {
    table: 'work_item_labels',
    value: 'label_id',
    former: 'work_item_labels_label_idx',
    isKept: false,
  },
  {
    table: 'work_item_assignees',
    value: 'user_id',
    former: 'work_item_assignees_user_idx',
    isKept: true,
  },
  {
    table: 'module_items',
    value: 'module_id',
    former: 'module_items_module_idx',
    isKept: true,
  },
]

/**
 * Links of labels, assignees and modules store the sort columns of their items, so that a board
 * column is read like a list: without scanning a project for a user's few items or sorting many.
 */
export async function up(db: Kysely<unknown>) {
  await sql`set local statement_timeout = 0`.execute(db)
  await countAgainOnlyWhatShows(db)
  for (const links of all) await placeLinks(db, links)
  await keepPlaces(db)
}

async function placeLinks(db: Kysely<unknown>, { table, value, former, isKept }: Links) {
  const [links, key] = [sql.table(table), sql.ref(`${table}_pkey`)]
  // Drops the index first: updating it for every rewritten row takes many times as long.
  await sql`drop index ${sql.ref(former)}`.execute(db)
  await sql`
    alter table ${links} drop constraint ${key},
      add column created_at timestamptz, add column sort_order float8`.execute(db)
  await sql`
    update ${links} l set created_at = i.created_at, sort_order = i.sort_order
    from work_items i where i.id = l.work_item_id`.execute(db)
  await sql`
    alter table ${links} add constraint ${key} primary key (work_item_id, ${sql.ref(value)}),
      alter column created_at set not null, alter column sort_order set not null`.execute(db)
  await sql`
    create index ${sql.ref(`${table}_newest_idx`)}
      on ${links} (${sql.ref(value)}, created_at desc, work_item_id desc)
      ${isKept ? sql`include (is_live)` : sql``}`.execute(db)
  await sql`
    create index ${sql.ref(`${table}_manual_idx`)}
      on ${links} (${sql.ref(value)}, sort_order, created_at desc, work_item_id desc)
      ${isKept ? sql`where is_live` : sql``}`.execute(db)
}

async function keepPlaces(db: Kysely<unknown>) {
  // Locks the item: a transaction that moves it meanwhile does not see this link yet and would not
  // update it.
  await sql`
    create function place_link() returns trigger language plpgsql as $$
    begin
      select created_at, sort_order into new.created_at, new.sort_order
        from work_items where id = new.work_item_id for no key update;
      return new;
    end $$`.execute(db)
  await sql`
    create function place_links() returns trigger language plpgsql as $$
    begin
      ${sql.join(
        all.map(
          ({ table }) => sql`
            update ${sql.table(table)}
              set created_at = new.created_at, sort_order = new.sort_order
              where work_item_id = new.id;`,
        ),
        sql` `,
      )}
      return null;
    end $$`.execute(db)
  for (const { table } of all) {
    await sql`
      create trigger ${sql.ref(`${table}_placed`)} before insert on ${sql.table(table)}
        for each row when (new.created_at is null) execute function place_link()`.execute(db)
  }
  await sql`
    create trigger work_items_links_placed after update of sort_order, created_at on work_items
      for each row
      when (old.sort_order <> new.sort_order or old.created_at <> new.created_at)
      execute function place_links()`.execute(db)
}

/** A change of a link's sort columns does not change the counts of its item. */
async function countAgainOnlyWhatShows(db: Kysely<unknown>) {
  await sql`
    create function note_uncounted_link() returns trigger language plpgsql as $$
    begin
      insert into uncounted_items (project_id, work_item_id)
        select i.project_id, i.id from work_items i where i.id = new.work_item_id and i.is_listed;
      return null;
    end $$`.execute(db)
  for (const { table, isKept } of all) {
    const trigger = sql.ref(`${table}_uncounted_update`)
    await sql`drop trigger ${trigger} on ${sql.table(table)}`.execute(db)
    if (!isKept) continue
    await sql`
      create trigger ${trigger} after update on ${sql.table(table)}
        for each row when (old.is_live <> new.is_live)
        execute function note_uncounted_link()`.execute(db)
  }
}
