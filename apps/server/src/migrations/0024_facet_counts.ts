import { type Kysely, sql } from 'kysely'

/**
 * The number of listed items in a project by label, assignee, module, author and whether they are
 * children, each by state and priority. These depend on several tables, which two transactions may
 * change at once, so writers do not count: they only mark the item to be counted again. A job
 * counts it; readers meanwhile add the marked items to the counts.
 */
export async function up(db: Kysely<unknown>) {
  await sql`set local statement_timeout = 0`.execute(db)
  await profiles(db)
  await changesOfItems(db)
  await changesOfLinks(db)
  await fill(db)
  await orders(db)
}

async function profiles(db: Kysely<unknown>) {
  await sql`
    create view work_item_profiles as
      select i.id as work_item_id, i.project_id, i.state_id, i.priority, i.created_by,
        i.parent_id is not null as is_child,
        array(select l.label_id from work_item_labels l where l.work_item_id = i.id) as labels,
        array(
          select a.user_id from work_item_assignees a where a.work_item_id = i.id and a.is_live
        ) as assignees,
        array(
          select m.module_id from module_items m where m.work_item_id = i.id and m.is_live
        ) as modules
      from work_items i where i.is_listed`.execute(db)
  // The item as it is counted now.
  await sql`
    create table counted_profiles (
      work_item_id uuid not null,
      project_id uuid not null references projects (id) on delete cascade,
      state_id uuid not null,
      priority varchar(10) not null,
      created_by uuid,
      is_child boolean not null,
      labels uuid[] not null,
      assignees uuid[] not null,
      modules uuid[] not null
    )`.execute(db)
  await sql`
    create table facet_counts (
      project_id uuid not null references projects (id) on delete cascade,
      facet varchar(20) not null,
      value uuid,
      state_id uuid not null,
      priority varchar(10) not null,
      visible integer not null,
      unique nulls not distinct (project_id, facet, value, state_id, priority)
    )`.execute(db)
  await sql`
    create table uncounted_items (
      project_id uuid not null,
      work_item_id uuid not null
    )`.execute(db)
  await sql`create index uncounted_items_project_idx on uncounted_items (project_id)`.execute(db)
  // An item without any value of a facet counts for null.
  await sql`
    create function facets_of(
      labels uuid[], assignees uuid[], modules uuid[], created_by uuid, is_child boolean
    ) returns table (facet varchar, value uuid) language sql immutable as $$
        select 'labels', unnest(case labels when '{}' then array[null]::uuid[] else labels end)
        union all
        select 'assignees',
          unnest(case assignees when '{}' then array[null]::uuid[] else assignees end)
        union all
        select 'modules', unnest(case modules when '{}' then array[null]::uuid[] else modules end)
        union all
        select 'created_by', created_by
        union all
        -- Which parent is not counted.
        select 'parent', case when is_child then '00000000-0000-0000-0000-000000000000'::uuid end
      $$`.execute(db)
}

async function changesOfItems(db: Kysely<unknown>) {
  await sql`
    create function note_uncounted_item() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'DELETE' then
        insert into uncounted_items (project_id, work_item_id) values (new.project_id, new.id);
      end if;
      if tg_op = 'DELETE' or (tg_op = 'UPDATE' and old.project_id <> new.project_id) then
        insert into uncounted_items (project_id, work_item_id) values (old.project_id, old.id);
      end if;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger work_items_uncounted after insert on work_items
      for each row when (new.is_listed) execute function note_uncounted_item()`.execute(db)
  // A row trigger with a condition, so that other changes cost no call.
  await sql`
    create trigger work_items_recounted after update on work_items
      for each row when (
        old.is_listed <> new.is_listed
        or new.is_listed and (old.state_id <> new.state_id or old.priority <> new.priority
          or old.project_id <> new.project_id or old.created_by is distinct from new.created_by
          or (old.parent_id is null) <> (new.parent_id is null))
      ) execute function note_uncounted_item()`.execute(db)
  await sql`
    create trigger work_items_discounted after delete on work_items
      for each row when (old.is_listed) execute function note_uncounted_item()`.execute(db)
}

async function changesOfLinks(db: Kysely<unknown>) {
  await sql`
    create function note_uncounted_items() returns trigger language plpgsql as $$
    begin
      insert into uncounted_items (project_id, work_item_id)
        select i.project_id, i.id from work_items i
        where i.is_listed and i.id in (select work_item_id from touched);
      return null;
    end $$`.execute(db)
  for (const table of ['work_item_labels', 'work_item_assignees', 'module_items']) {
    for (const [event, rows] of [
      ['insert', 'new'],
      ['update', 'new'],
      ['delete', 'old'],
    ] as const) {
      await sql`
        create trigger ${sql.ref(`${table}_uncounted_${event}`)}
          after ${sql.raw(event)} on ${sql.table(table)}
          referencing ${sql.raw(rows)} table as touched
          for each statement execute function note_uncounted_items()`.execute(db)
    }
  }
}

async function fill(db: Kysely<unknown>) {
  await sql`
    insert into counted_profiles (work_item_id, project_id, state_id, priority, created_by, is_child,
      labels, assignees, modules)
    select work_item_id, project_id, state_id, priority, created_by, is_child, labels, assignees,
      modules
    from work_item_profiles`.execute(db)
  // After the rows: building it row by row takes many times as long.
  await sql`alter table counted_profiles add primary key (work_item_id)`.execute(db)
  // Deleting a project deletes its counts.
  await sql`create index counted_profiles_project_idx on counted_profiles (project_id)`.execute(db)
  await sql`
    insert into facet_counts (project_id, facet, value, state_id, priority, visible)
    select c.project_id, f.facet, f.value, c.state_id, c.priority, count(*)
    from counted_profiles c, facets_of(c.labels, c.assignees, c.modules, c.created_by, c.is_child) f
    group by c.project_id, f.facet, f.value, c.state_id, c.priority`.execute(db)
}

/** Lists by estimate and by number of links, files and children. */
async function orders(db: Kysely<unknown>) {
  await sql`drop index work_items_estimate_idx`.execute(db)
  await sql`
    create index work_items_estimate_idx on work_items (estimate_point, created_at desc, id desc)
      where estimate_point is not null`.execute(db)
  for (const count of ['link_count', 'attachment_count']) {
    await sql`
      create index ${sql.ref(`work_items_${count}_idx`)}
        on work_items (project_id, ${sql.ref(count)}, created_at desc, id desc)
        where is_listed and ${sql.ref(count)} > 0`.execute(db)
  }
  await sql`
    create index work_items_children_idx on work_items (parent_id)
      where is_listed and parent_id is not null`.execute(db)
  await sql`
    create index work_items_cycle_manual_idx
      on work_items (cycle_id, sort_order, created_at desc, id desc)
      where is_listed and cycle_id is not null`.execute(db)
  await sql`drop index work_items_archived_idx`.execute(db)
  await sql`
    create index work_items_archived_idx on work_items (project_id, created_at desc, id desc)
      where archived_at is not null and deleted_at is null and not is_epic`.execute(db)
}
