import { GUEST, type RecentVisit, viewAccess } from '@cairn/contract'
import { type Generated, type RawBuilder, sql } from 'kysely'
import type { Member } from '#kernel/auth/member.ts'
import type { Db, Row } from '#kernel/database/schema.ts'
import { visiblePages } from '#product/scope-queries.ts'

declare module '#kernel/database/schema.ts' {
  interface Database {
    recent_visits: Row & {
      workspace_id: string
      user_id: string
      project_id: string | null
      entity_name: string
      entity_identifier: string
      visited_at: Generated<string>
    }
  }
}

export interface Visit {
  entity_name: 'project' | 'issue' | 'page' | 'cycle' | 'module' | 'view'
  entity_identifier: string
  project_id: string | null
}

const MAX_VISITS = 20

/** A repeated visit only updates its time; a new one beyond the limit deletes the oldest. */
export const upsertVisit = (db: Db, { workspace_id, user_id }: Member, visit: Visit, at: string) =>
  sql`
    with visit as (
      insert into recent_visits
        (workspace_id, user_id, project_id, entity_name, entity_identifier, created_by, visited_at)
      values (${workspace_id}, ${user_id}, ${visit.project_id}, ${visit.entity_name},
        ${visit.entity_identifier}, ${user_id}, ${at})
      on conflict (workspace_id, user_id, entity_name, entity_identifier)
        where deleted_at is null
        do update set visited_at = excluded.visited_at
      returning id, xmax = 0 as is_new
    )
    delete from recent_visits where id in (
      select v.id from recent_visits v
      where v.workspace_id = ${workspace_id} and v.user_id = ${user_id} and v.deleted_at is null
        and (select is_new from visit)
      order by v.created_at desc, v.id offset ${MAX_VISITS - 1}
    )`.execute(db)

/** Deletes all users' visits to a deleted entity. */
export const deleteVisits = (
  db: Db,
  { workspace_id }: Member,
  {
    entity_name,
    entity_identifier,
  }: Pick<Visit, 'entity_name'> & { entity_identifier: string | readonly string[] },
) =>
  db
    .deleteFrom('recent_visits')
    .where('workspace_id', '=', workspace_id)
    .where('entity_name', '=', entity_name)
    .where('entity_identifier', 'in', [entity_identifier].flat())
    .execute()

const plan = sql`
  jsonb_build_object('id', plan.id, 'name', plan.name, 'logo_props', plan.logo_props,
    'project_id', v.project_id, 'project_identifier', p.identifier)`

/** The data of each listed kind, read from its row `i`, `p` or `pg`. */
const dataOf: Record<RecentVisit['entity_name'], RawBuilder<unknown>> = {
  issue: sql`
    case when i.id is not null then jsonb_build_object(
      'id', i.id, 'name', i.name, 'priority', i.priority, 'sequence_id', i.sequence_id,
      'project_id', i.project_id, 'project_identifier', p.identifier, 'is_epic', i.is_epic,
      'type', i.type_id, 'state', s.id, 'state__group', s."group", 'state__color', s.color,
      'assignees', array(select a.user_id from work_item_assignees a
        where a.work_item_id = i.id and a.is_live order by a.user_id)
    ) end`,
  project: sql`
    case when p.id is not null then jsonb_build_object(
      'id', p.id, 'name', p.name, 'identifier', p.identifier, 'logo_props', p.logo_props,
      'project_members', array(select m.user_id from project_members m
        join users u on u.id = m.user_id and not u.is_bot
        where m.project_id = p.id and m.is_active and m.deleted_at is null order by m.created_at)
    ) end`,
  page: sql`
    jsonb_build_object(
      'id', pg.id, 'name', pg.name, 'logo_props', pg.logo_props, 'project_id', p.id,
      'project_identifier', p.identifier, 'owned_by', pg.owned_by
    )`,
  ...{ cycle: plan, module: plan, view: plan },
}

/** The cycle, module or view of a visit, if the user may see it. */
const visitedPlan = ({ workspace_id, user_id, workspace_role }: Member) => sql`
  select c.id, c.name, c.logo_props from cycles c
  where v.entity_name = 'cycle' and c.id = v.entity_identifier and c.workspace_id = ${workspace_id}
    and c.project_id = v.project_id and c.deleted_at is null and c.archived_at is null
  union all
  select m.id, m.name, m.logo_props from modules m
  where v.entity_name = 'module' and m.id = v.entity_identifier and m.workspace_id = ${workspace_id}
    and m.project_id = v.project_id and m.deleted_at is null and m.archived_at is null
  union all
  select w.id, w.name, w.logo_props from views w
  where v.entity_name = 'view' and w.id = v.entity_identifier and w.workspace_id = ${workspace_id}
    and w.project_id is not distinct from v.project_id and w.deleted_at is null
    and (w.owned_by = ${user_id} or w.access = ${viewAccess.public} and case
      when w.project_id is null then ${workspace_role > GUEST}
      else pm.role > ${GUEST} or p.guest_view_all_features end)`

/** The last visits, without those to entities the user may no longer see. */
export const listVisits = async (
  db: Db,
  member: Member,
  kinds: readonly RecentVisit['entity_name'][],
) => {
  const { workspace_id, user_id } = member
  const cases = kinds.map((kind) => sql`when ${kind} then ${dataOf[kind]}`)
  const { rows } = await sql<RecentVisit>`
    select v.id, v.entity_name, v.entity_identifier, v.visited_at,
      case v.entity_name ${sql.join(cases, sql` `)} end as entity_data
    from recent_visits v
    left join projects p on p.id = v.project_id and p.deleted_at is null
    left join project_members pm on pm.project_id = p.id and pm.user_id = ${user_id}
      and pm.is_active and pm.deleted_at is null
    left join work_items i on v.entity_name = 'issue' and i.id = v.entity_identifier
      and i.project_id = v.project_id and i.deleted_at is null
    left join states s on s.id = i.state_id
    left join pages pg on v.entity_name = 'page' and pg.id = v.entity_identifier
      and ${visiblePages(member)}
    left join lateral (${visitedPlan(member)}) plan on true
    where v.workspace_id = ${workspace_id} and v.user_id = ${user_id} and v.deleted_at is null
      and v.entity_name = any(${[...kinds]}::text[])
      and (p.id is null or (pm.id is not null and p.archived_at is null))
      and (v.entity_name <> 'page' or pg.id is not null)
      and (v.entity_name not in ('cycle', 'module', 'view') or plan.id is not null)
      and (i.id is null or pm.role > 5 or p.guest_view_all_features or i.created_by = ${user_id})
    order by v.visited_at desc, v.created_at desc, v.id limit ${MAX_VISITS}`.execute(db)
  return rows
}
