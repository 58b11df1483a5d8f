import { sql } from 'kysely'
import type { Db } from '#kernel/database/schema.ts'
import type { Ids } from './cached-count-queries.ts'

interface ValueCount {
  /** Null: the items without a value. */
  value: string | null
  total: number
  /** All items, with or without a value. */
  listed: number
  is_multi: boolean
}

/** How many items of these projects have each value of a property, and how many have none. */
export async function readPropertyCounts(db: Db, among: Ids, property_id: string) {
  const ofOpen = sql`project_id = any(array(
    select id from projects where id = any(${among}::uuid[]) and archived_at is null))`
  const { rows } = await sql<ValueCount>`
    with counted as (
      select value, sum(visible)::int as total from (
        select value, visible from property_counts
        where ${ofOpen} and property_id = ${property_id}
        union all
        select value, difference from property_count_changes
        where ${ofOpen} and property_id = ${property_id}
      ) c group by value
    ), listed as materialized (
      select coalesce(sum(visible), 0)::int as total from work_item_counts where ${ofOpen}
    ), property as materialized (
      select coalesce(bool_or(is_multi), false) as is_multi from work_item_properties
      where id = ${property_id}
    )
    select c.value, c.total, l.total as listed, p.is_multi
    from listed l, property p, (
      select value, total from counted where value is not null
      union all
      select null, (select total from listed) - coalesce(
        (select total from counted where value is null), 0)
    ) c`.execute(db)
  return rows
}

const AT_ONCE = 50_000

/** Adds the differences that writers have appended to the counts. */
export async function foldPropertyCounts(db: Db): Promise<void> {
  const { rows } = await sql<{ folded: number }>`
    with taken as (
      delete from property_count_changes where ctid = any(array(
        select ctid from property_count_changes limit ${AT_ONCE} for update skip locked
      )) returning *
    ), there as (
      select id from projects where id in (select project_id from taken) for key share
    ), counted as (
      insert into property_counts (project_id, property_id, value, visible)
        select project_id, property_id, value, sum(difference)
        from taken where project_id in (select id from there)
        group by project_id, property_id, value having sum(difference) <> 0
        order by project_id, property_id, value
      on conflict (project_id, property_id, value)
        do update set visible = property_counts.visible + excluded.visible
    )
    select count(*)::int as folded from taken`.execute(db)
  if (rows[0]?.folded === AT_ONCE) await foldPropertyCounts(db)
}
