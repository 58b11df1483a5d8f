import type { Distribution, StateGroup } from '@cairn/contract'
import { sql } from 'kysely'
import type { Db } from '#kernel/database/schema.ts'
import { avatarUrl } from '#product/picture-url-queries.ts'
import type { ItemSets } from './item-set-queries.ts'

/** The values of the points a project currently estimates in; empty if it does not use points. */
export const worth = sql`(
  select ep.id, case when ep.value ~ '^[0-9]+([.][0-9]+)?$' then ep.value::numeric end as value
  from estimate_points ep
  join estimates e on e.id = ep.estimate_id and e.type = 'points' and e.deleted_at is null
  join projects p on p.estimate_id = e.id
  where ep.deleted_at is null
)`

export interface GroupCount {
  key: string
  group: StateGroup
  items: number
  points: number
}

export const countItems = async (db: Db, { counted }: ItemSets) => {
  const { rows } = await sql<GroupCount>`
    select c.key, s."group", sum(c.n)::int as items,
      coalesce(sum(c.n * w.value), 0)::float8 as points
    from (${counted}) c join states s on s.id = c.state_id
    left join ${worth} w on w.id = c.estimate_point
    group by c.key, s."group" having sum(c.n) <> 0`.execute(db)
  return rows
}

/** The assignees of each set. */
export const listPeople = async (db: Db, { items }: ItemSets) => {
  const { rows } = await sql<{ key: string; assignee_ids: string[] }>`
    select i.key, array_agg(distinct a.user_id order by a.user_id) as assignee_ids
    from (${items}) i join work_item_assignees a on a.work_item_id = i.id and a.is_live
    group by i.key`.execute(db)
  return rows
}

const sums = sql`
  count(*)::int as total_issues, count(i.completed_at)::int as completed_issues,
  (count(*) - count(i.completed_at))::int as pending_issues,
  sum(w.value)::float8 as total_estimates,
  (sum(w.value) filter (where i.completed_at is not null))::float8 as completed_estimates,
  (sum(w.value) filter (where i.completed_at is null))::float8 as pending_estimates`

interface Estimates {
  total_estimates: number | null
  completed_estimates: number | null
  pending_estimates: number | null
}
type Of<Row> = Row & Estimates & { key: string }

export const sumByAssignee = async (db: Db, { items }: ItemSets) => {
  const { rows } = await sql<Of<Distribution['assignees'][number]>>`
    select i.key, u.id as assignee_id, u.display_name, u.first_name, u.last_name,
      ${avatarUrl('u')} as avatar_url, ${sums}
    from (${items}) i
    left join work_item_assignees a on a.work_item_id = i.id and a.is_live
    left join users u on u.id = a.user_id
    left join ${worth} w on w.id = i.estimate_point
    group by i.key, u.id order by lower(u.display_name) nulls last, u.id`.execute(db)
  return rows
}

export const sumByLabel = async (db: Db, { items }: ItemSets) => {
  const { rows } = await sql<Of<Distribution['labels'][number]>>`
    select i.key, l.id as label_id, l.name as label_name, l.color, ${sums}
    from (${items}) i
    left join work_item_labels il on il.work_item_id = i.id
    left join labels l on l.id = il.label_id
    left join ${worth} w on w.id = i.estimate_point
    group by i.key, l.id order by lower(l.name) nulls last, l.id`.execute(db)
  return rows
}

/** Completed items per day, in the project's time zone. */
export const sumByDay = async (db: Db, { items }: ItemSets) => {
  const { rows } = await sql<{ key: string; day: string; items: number; points: number }>`
    select i.key, to_char(i.completed_at at time zone p.timezone, 'YYYY-MM-DD') as day,
      count(*)::int as items, coalesce(sum(w.value), 0)::float8 as points
    from (${items}) i join projects p on p.id = i.project_id
    left join ${worth} w on w.id = i.estimate_point
    where i.completed_at is not null
    group by i.key, day`.execute(db)
  return rows
}

/** Those of these projects that estimate in points. */
export const listProjectsWithPoints = async (db: Db, project_ids: readonly string[]) => {
  const { rows } = await sql<{ id: string }>`
    select p.id from projects p join estimates e on e.id = p.estimate_id and e.type = 'points'
    where p.id = any(${[...project_ids]}::uuid[]) and e.deleted_at is null`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
