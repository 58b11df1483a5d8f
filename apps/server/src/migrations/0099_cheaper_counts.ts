import { type Kysely, sql } from 'kysely'

export const toleratedSince = '0089_work_item_properties'

/**
 * Counts differences in one pass: a change that moves no item between counts, such as a comment,
 * ran two statements that wrote nothing. No joins, because the plans of a function are kept, and one
 * made for a single item would be slow for ten thousand.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create or replace function count_inserted_work_items() returns trigger language plpgsql as $$
    declare
      d record;
    begin
      for d in
        select project_id, state_id, priority, cycle_id, estimate_point, count(*) as visible
        from added where is_listed
        group by project_id, state_id, priority, cycle_id, estimate_point
      loop
        insert into work_item_counts (project_id, state_id, priority, visible)
          values (d.project_id, d.state_id, d.priority, d.visible);
        if d.cycle_id is not null then
          insert into cycle_counts (cycle_id, state_id, priority, estimate_point, visible)
            values (d.cycle_id, d.state_id, d.priority, d.estimate_point, d.visible);
        end if;
      end loop;
      return null;
    end $$`.execute(db)
  await sql`
    create or replace function count_updated_work_items() returns trigger language plpgsql as $$
    declare
      d record;
    begin
      for d in
        select project_id, state_id, priority, cycle_id, estimate_point, sum(difference) as visible
        from (
          select project_id, state_id, priority, cycle_id, estimate_point, 1 as difference
            from changed where is_listed
          union all
          select project_id, state_id, priority, cycle_id, estimate_point, -1
            from former where is_listed
        ) as differences
        group by project_id, state_id, priority, cycle_id, estimate_point
        having sum(difference) <> 0
      loop
        insert into work_item_counts (project_id, state_id, priority, visible)
          values (d.project_id, d.state_id, d.priority, d.visible);
        if d.cycle_id is not null then
          insert into cycle_counts (cycle_id, state_id, priority, estimate_point, visible)
            values (d.cycle_id, d.state_id, d.priority, d.estimate_point, d.visible);
        end if;
      end loop;
      return null;
    end $$`.execute(db)
}
