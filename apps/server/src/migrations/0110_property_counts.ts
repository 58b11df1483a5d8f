import { type Kysely, sql } from 'kysely'

export const toleratedSince = '0099_cheaper_counts'

/**
 * The number of listed items in a project by value of a property. Writers append differences, and a
 * job sums them up.
 */
export async function up(db: Kysely<unknown>) {
  await sql`set local statement_timeout = 0`.execute(db)
  await tables(db)
  await changesOfValues(db)
  await changesOfItems(db)
  await fill(db)
}

/** A value that is counted: an option, a person, yes or no. */
const counted = (values: string) => `
  select v.work_item_id, v.property_id, coalesce(v.ref_id::text, v.boolean_value::text) as value
  from ${values} v
  where (v.ref_id is not null or v.boolean_value is not null) and not exists (
    select from work_item_properties p where p.id = v.property_id and p.kind = 'item'
  )`

async function tables(db: Kysely<unknown>) {
  // Without a value: the items that have any of the property.
  await sql`
    create table property_counts (
      project_id uuid not null references projects (id) on delete cascade,
      property_id uuid not null,
      value text,
      visible integer not null,
      unique nulls not distinct (project_id, property_id, value)
    )`.execute(db)
  await sql`
    create table property_count_changes (
      project_id uuid not null,
      property_id uuid not null,
      value text,
      difference integer not null
    )`.execute(db)
  await sql`
    create index property_count_changes_idx
      on property_count_changes (project_id, property_id)`.execute(db)
}

/**
 * Locks the items first, so that a concurrent transaction that archives or moves one of them runs
 * entirely before or after this one, and the later of the two counts what the earlier one wrote.
 */
async function changesOfValues(db: Kysely<unknown>) {
  for (const [event, rows, sign, others] of [
    // The first values of a property, or the last ones.
    ['insert', 'new', '', 'p.written'],
    ['delete', 'old', '-', '0'],
  ] as const) {
    const name = `count_${event === 'insert' ? 'inserted' : 'deleted'}_property_values`
    await sql
      .raw(
        `create function ${name}() returns trigger language plpgsql as $$
        begin
          perform from work_items
            where id in (select work_item_id from touched) order by id for no key update;
          insert into property_count_changes (project_id, property_id, value, difference)
            select i.project_id, c.property_id, c.value, ${sign}count(*)
            from (
              ${counted('touched')}
              union all
              select p.work_item_id, p.property_id, null from (
                select work_item_id, property_id, count(*) as written from touched
                group by work_item_id, property_id
              ) p where ${others} = (
                select count(*) from work_item_property_values o
                where o.work_item_id = p.work_item_id and o.property_id = p.property_id
              )
            ) c join work_items i on i.id = c.work_item_id
            where i.is_listed group by i.project_id, c.property_id, c.value;
          return null;
        end $$`,
      )
      .execute(db)
    await sql`
      create trigger ${sql.ref(`work_item_property_values_counted_${event}`)}
        after ${sql.raw(event)} on work_item_property_values
        referencing ${sql.raw(rows)} table as touched
        for each statement execute function ${sql.ref(name)}()`.execute(db)
  }
}

/**
 * Items are deleted for good only after they left all lists, or with their project and its counts.
 */
async function changesOfItems(db: Kysely<unknown>) {
  await sql
    .raw(
      `create function recount_property_values() returns trigger language plpgsql as $$
      begin
        insert into property_count_changes (project_id, property_id, value, difference)
          select d.project_id, c.property_id, c.value, d.difference
          from (
            ${counted('work_item_property_values')} and v.work_item_id = new.id
            union all
            select distinct v.work_item_id, v.property_id, null
            from work_item_property_values v where v.work_item_id = new.id
          ) c, (
            values (new.project_id, new.is_listed, 1), (old.project_id, old.is_listed, -1)
          ) d (project_id, is_listed, difference)
          where d.is_listed;
        return null;
      end $$`,
    )
    .execute(db)
  await sql`
    create trigger work_items_property_values_counted after update on work_items
      for each row when (
        old.is_listed <> new.is_listed or new.is_listed and old.project_id <> new.project_id
      ) execute function recount_property_values()`.execute(db)
}

async function fill(db: Kysely<unknown>) {
  await sql
    .raw(
      `insert into property_counts (project_id, property_id, value, visible)
      select i.project_id, c.property_id, c.value, count(*) from (
        ${counted('work_item_property_values')}
        union all
        select distinct work_item_id, property_id, null from work_item_property_values
      ) c join work_items i on i.id = c.work_item_id
      where i.is_listed group by i.project_id, c.property_id, c.value`,
    )
    .execute(db)
}
