import { type Kysely, sql } from 'kysely'

/** Counts and indexes items by type, too. */
export async function up(db: Kysely<unknown>) {
  await sql`set local statement_timeout = 0`.execute(db)
  // Items without a type are not in the index.
  await sql`
    create index work_items_type_idx on work_items (project_id, type_id, created_at desc, id desc)
      where type_id is not null`.execute(db)
  await sql`alter table counted_profiles add column type_id uuid`.execute(db)
  await sql`
    update counted_profiles c set type_id = i.type_id from work_items i
    where i.id = c.work_item_id and i.type_id is not null`.execute(db)
  await sql`
    create or replace view work_item_profiles as
      select i.id as work_item_id, i.project_id, i.state_id, i.priority, i.created_by,
        i.parent_id is not null as is_child,
        array(select l.label_id from work_item_labels l where l.work_item_id = i.id) as labels,
        array(
          select a.user_id from work_item_assignees a where a.work_item_id = i.id and a.is_live
        ) as assignees,
        array(
          select m.module_id from module_items m where m.work_item_id = i.id and m.is_live
        ) as modules,
        i.type_id
      from work_items i where i.is_listed`.execute(db)
  await sql`drop function facets_of(uuid[], uuid[], uuid[], uuid, boolean)`.execute(db)
  await sql`
    create function facets_of(
      labels uuid[], assignees uuid[], modules uuid[], created_by uuid, is_child boolean,
      type_id uuid
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
        union all
        select 'issue_type', type_id
      $$`.execute(db)
  await sql`
    insert into facet_counts (project_id, facet, value, state_id, priority, visible)
    select project_id, 'issue_type', type_id, state_id, priority, count(*) from counted_profiles
    group by project_id, type_id, state_id, priority`.execute(db)
  await sql`drop trigger work_items_recounted on work_items`.execute(db)
  await sql`
    create trigger work_items_recounted after update on work_items
      for each row when (
        old.is_listed <> new.is_listed
        or new.is_listed and (old.state_id <> new.state_id or old.priority <> new.priority
          or old.project_id <> new.project_id or old.created_by is distinct from new.created_by
          or old.type_id is distinct from new.type_id
          or (old.parent_id is null) <> (new.parent_id is null))
      ) execute function note_uncounted_item()`.execute(db)
}
