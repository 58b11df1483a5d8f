import { type Kysely, sql } from 'kysely'

export const toleratedSince = '0099_cheaper_counts'

/** A board grouped by yes and no is in manual order, as one of options is. */
export async function up(db: Kysely<unknown>) {
  await sql`set local statement_timeout = 0`.execute(db)
  await sql`
    create or replace function place_property_values() returns trigger language plpgsql as $$
    begin
      update work_item_property_values set project_id = new.project_id,
          created_at = new.created_at, sort_order = new.sort_order
        where work_item_id = new.id and (ref_id is not null or boolean_value is not null
          or old.project_id <> new.project_id or old.created_at <> new.created_at);
      return null;
    end $$`.execute(db)
  await sql`
    update work_item_property_values v set sort_order = i.sort_order from work_items i
    where i.id = v.work_item_id and v.boolean_value is not null
      and v.sort_order <> i.sort_order`.execute(db)
  await sql`
    create index work_item_property_values_boolean_manual_idx
      on work_item_property_values
        (property_id, project_id, boolean_value, sort_order, created_at desc, work_item_id desc)
      where boolean_value is not null`.execute(db)
}
