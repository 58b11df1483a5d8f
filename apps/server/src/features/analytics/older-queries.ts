import type { DefaultAnalytics, Dimension } from '@cairn/contract'
import { type RawBuilder, sql } from 'kysely'
import { worth } from '#features/progress/service.ts'
import type { Member } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { avatarUrl } from '#product/picture-url-queries.ts'
import { inWorkspace } from '#product/scope-queries.ts'
import type { Items } from './item-queries.ts'

/** Summary of all items of a workspace, in one statement. */
export const summarise = async (db: Db, items: Items): Promise<DefaultAnalytics> => {
  const rowsOf = (row: RawBuilder<unknown>, order: string, from: RawBuilder<unknown>) => sql`
    (select coalesce(jsonb_agg(${row} order by ${sql.raw(order)}), '[]') from (${from}) r)`
  const classified = (condition: RawBuilder<unknown>) =>
    rowsOf(
      sql`jsonb_build_object('state_group', r."group", 'state_count', r.n)`,
      'r."group"',
      sql`select "group", count(*) as n from items where ${condition} group by "group"`,
    )
  const person = (prefix: string) => sql`jsonb_build_object(
    ${sql.lit(`${prefix}__first_name`)}, u.first_name,
    ${sql.lit(`${prefix}__last_name`)}, u.last_name,
    ${sql.lit(`${prefix}__display_name`)}, u.display_name,
    ${sql.lit(`${prefix}__id`)}, u.id,
    ${sql.lit(`${prefix}__avatar_url`)}, ${avatarUrl('u')}, 'count', count(*))`
  const ranked = (row: RawBuilder<unknown>, from: RawBuilder<unknown>, most: RawBuilder<unknown>) =>
    rowsOf(
      sql`r.person`,
      'r.n desc, r.id',
      sql`select u.id, ${row} as person, count(*) as n from ${from}
        group by u.id order by n desc, u.id ${most}`,
    )
  const assigned = (condition: string) => sql`items i
    join work_item_assignees a on a.work_item_id = i.id and a.is_live
    join users u on u.id = a.user_id where ${sql.raw(condition)}`
  const isOpen = sql`"group" in ('backlog', 'unstarted', 'started')`
  const five = sql`limit 5`
  const { rows } = await sql<DefaultAnalytics>`
    with items as (
      select i.id, i.created_by, i.completed_at, s."group", w.value
      from work_items i join states s on s.id = i.state_id
      left join ${worth} w on w.id = i.estimate_point
      where ${items}
    )
    select (select count(*)::int from items) as total_issues,
      ${classified(sql`true`)} as total_issues_classified,
      (select count(*)::int from items where ${isOpen}) as open_issues,
      ${classified(isOpen)} as open_issues_classified,
      ${rowsOf(
        sql`jsonb_build_object('month', r.month, 'count', r.n)`,
        'r.month',
        sql`select extract(month from completed_at at time zone 'UTC')::int as month, count(*) as n
          from items
          where completed_at >= date_trunc('year', now() at time zone 'UTC') at time zone 'UTC'
          group by 1`,
      )} as issue_completed_month_wise,
      ${ranked(
        person('created_by'),
        sql`items i join users u on u.id = i.created_by`,
        five,
      )} as most_issue_created_user,
      ${ranked(
        person('assignees'),
        assigned('i.completed_at is not null'),
        five,
      )} as most_issue_closed_user,
      ${ranked(
        person('assignees'),
        assigned('i.completed_at is null'),
        sql``,
      )} as pending_issue_user,
      (select sum(value)::float8 from items where ${isOpen}) as open_estimate_sum,
      (select sum(value)::float8 from items) as total_estimate_sum`.execute(db)
  return rows[0] as DefaultAnalytics
}

export const countAll = async (db: Db, items: Items) => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from work_items i join states s on s.id = i.state_id
    where ${items}`.execute(db)
  return rows[0]?.n ?? 0
}

type Naming = (member: Member, ids: readonly string[]) => RawBuilder<unknown>

const among = (ids: readonly string[]) => sql`any(${[...ids]}::uuid[])`

/** Names for the ids of a dimension. The ids were found among items the caller may see. */
const namings: Partial<Record<Dimension, Naming>> = {
  state_id: (member, ids) => sql`
    select s.id as state_id, s.name as state__name, s.color as state__color from states s
    where ${inWorkspace(member, 's')} and s.id = ${among(ids)} order by s.name, s.id`,
  labels__id: (member, ids) => sql`
    select l.id as labels__id, l.color as labels__color, l.name as labels__name from labels l
    where ${inWorkspace(member, 'l')} and l.id = ${among(ids)} order by l.name, l.id`,
  assignees__id: (_member, ids) => sql`
    select u.id as assignees__id, u.display_name as assignees__display_name,
      u.first_name as assignees__first_name, u.last_name as assignees__last_name,
      ${avatarUrl('u')} as assignees__avatar_url
    from users u where u.id = ${among(ids)} order by u.display_name, u.id`,
  issue_cycle__cycle_id: (member, ids) => sql`
    select c.id as issue_cycle__cycle_id, c.name as issue_cycle__cycle__name from cycles c
    where ${inWorkspace(member, 'c')} and c.id = ${among(ids)} order by c.name, c.id`,
  issue_module__module_id: (member, ids) => sql`
    select m.id as issue_module__module_id, m.name as issue_module__module__name from modules m
    where ${inWorkspace(member, 'm')} and m.id = ${among(ids)} order by m.name, m.id`,
}

/** Undefined for dimensions whose values need no names. */
export const nameAll = async (
  db: Db,
  member: Member,
  dimension: Dimension,
  ids: readonly string[],
) => {
  const naming = namings[dimension]
  if (!naming) return undefined
  const { rows } = await sql<Record<string, string>>`${naming(member, ids)}`.execute(db)
  return rows
}
