import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Member } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { inWorkspace, visibleAcross } from '#product/scope-queries.ts'

export interface ExportedItem {
  sequence_id: number
  key: string
  project: string
  name: string
  description: string | null
  state: string
  start_date: string | null
  target_date: string | null
  priority: string
  created_by: string | null
  labels: string[]
  cycle: string | null
  cycle_start: string | null
  cycle_end: string | null
  modules: string[]
  created_at: string
  updated_at: string
  completed_at: string | null
  archived_at: string | null
  comments: { text: string; at: string; by: string }[]
  estimate: string | null
  links: string[]
  assignees: string[]
  subscriber_count: number
  /** The URL of each. */
  attachments: string[]
  /** In minutes. */
  time_spent: number
  /** By the name of the property, in lower case. */
  properties: Record<string, string>
}

const PAGE = 500

type SqlCondition = RawBuilder<SqlBool>

const fullName = (of: string) => {
  const person = sql.ref(of)
  return sql`coalesce(nullif(trim(${person}.first_name || ' ' || ${person}.last_name), ''),
    ${person}.display_name)`
}

/** The values of an item's properties as text, with the names of what they refer to. */
const propertyTexts = (member: Member) => sql`coalesce((
  select jsonb_object_agg(lower(told.name), told.text) from (
    select pr.name, string_agg(coalesce(v.text_value, v.number_value::text, v.boolean_value::text,
      v.date_value::text,
      to_char(v.moment_value at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      (select o.name from work_item_property_options o
        where o.id = v.ref_id and o.deleted_at is null),
      (select ${fullName('person')} from users person where person.id = v.ref_id),
      (select other.identifier || '-' || item.sequence_id from work_items item
        join projects other on other.id = item.project_id
        where item.id = v.ref_id and item.deleted_at is null and ${visibleAcross(member, 'item')})
    ), ', ' order by v.place) as text
    from work_item_property_values v
    join work_item_properties pr on pr.id = v.property_id and pr.deleted_at is null
    where v.work_item_id = i.id group by pr.id, pr.name
  ) told where told.text is not null
), '{}')`

/** The names of the properties of types that items of these projects have, in order. */
export const listPropertyNames = async (db: Db, member: Member, project_ids: readonly string[]) => {
  const { rows } = await sql<{ name: string }>`
    select min(pr.name) as name from work_item_properties pr
    join work_item_types t on t.id = pr.type_id and t.deleted_at is null
    where ${inWorkspace(member, 'pr')} and (
      exists (
        select from project_work_item_types pt
        where pt.type_id = t.id and pt.project_id = any(${[...project_ids]}::uuid[])
      ) or t.is_epic
    )
    group by lower(pr.name) order by min(t.sort_order), min(pr.sort_order), 1`.execute(db)
  return rows.map(({ name }) => name)
}

/** All items of one project that the exporting user may see, including archived ones. */
const readPage = async (
  db: Db,
  member: Member,
  { project_id, after, isMet }: { project_id: string; after: number; isMet: SqlCondition },
) => {
  const { rows } = await sql<ExportedItem>`
    select i.sequence_id, p.identifier || '-' || i.sequence_id as key, p.name as project, i.name,
      i.description_stripped as description, s.name as state, i.start_date, i.target_date,
      i.priority, ${fullName('author')} as created_by,
      array(
        select l.name from work_item_labels wl join labels l on l.id = wl.label_id
        where wl.work_item_id = i.id and l.deleted_at is null order by l.name
      ) as labels,
      c.name as cycle, c.start_date as cycle_start, c.end_date as cycle_end,
      array(
        select m.name from module_items mi join modules m on m.id = mi.module_id
        where mi.work_item_id = i.id and mi.is_live and m.deleted_at is null order by m.name
      ) as modules,
      i.created_at, i.updated_at, i.completed_at, i.archived_at,
      coalesce((
        select jsonb_agg(jsonb_build_object('text', k.comment_stripped, 'at', k.created_at,
          'by', coalesce(${fullName('speaker')}, '')) order by k.created_at, k.id)
        from comments k left join users speaker on speaker.id = k.actor_id
        where k.work_item_id = i.id and k.deleted_at is null
      ), '[]') as comments,
      e.value as estimate,
      array(
        select l.url from work_item_links l
        where l.work_item_id = i.id and l.deleted_at is null order by l.created_at, l.id
      ) as links,
      array(
        select ${fullName('u')} from work_item_assignees a join users u on u.id = a.user_id
        where a.work_item_id = i.id and a.is_live order by 1
      ) as assignees,
      (
        select count(*)::int from work_item_subscribers f where f.work_item_id = i.id
      ) as subscriber_count,
      array(
        select ${`/api/assets/v2/workspaces/${member.slug}/projects/${project_id}/`}::text
          || case when i.is_epic then 'epics/' else 'issues/' end
          || i.id || '/attachments/' || a.id || '/'
        from assets a
        where a.work_item_id = i.id and a.entity_type = 'ISSUE_ATTACHMENT' and a.is_uploaded
          and a.deleted_at is null order by a.created_at, a.id
      ) as attachments,
      case when p.is_time_tracking_enabled then (
        select coalesce(sum(t.duration), 0)::float8 from work_logs t
        where t.work_item_id = i.id and t.deleted_at is null
      ) else 0 end as time_spent,
      ${propertyTexts(member)} as properties
    from work_items i
    join projects p on p.id = i.project_id
    join states s on s.id = i.state_id
    left join users author on author.id = i.created_by
    left join cycles c on c.id = i.cycle_id and c.deleted_at is null
    left join estimate_points e on e.id = i.estimate_point and e.deleted_at is null
    where i.project_id = ${project_id} and ${visibleAcross(member, 'i')} and i.deleted_at is null
      and not i.is_draft and not i.in_triage and i.sequence_id > ${after} and ${isMet}
    order by i.sequence_id limit ${PAGE}`.execute(db)
  return rows
}

/** Whether one of these projects tracks time. */
export const trackTime = async (db: Db, member: Member, project_ids: readonly string[]) => {
  const { rows } = await sql`
    select from projects
    where workspace_id = ${member.workspace_id} and id = any(${[...project_ids]}::uuid[])
      and is_time_tracking_enabled limit 1`.execute(db)
  return rows.length > 0
}

/**
 * By number, page by page: only a few hundred are held in memory. `isMet` is a condition on the item
 * `i` and its state `s`.
 */
export async function* itemsOf(
  db: Db,
  member: Member,
  project_ids: readonly string[],
  isMet: SqlCondition = sql`true`,
) {
  for (const project_id of project_ids) {
    let after = 0
    for (;;) {
      const items = await readPage(db, member, { project_id, after, isMet })
      if (items.length > 0) yield items
      if (items.length < PAGE) break
      after = items.at(-1)?.sequence_id ?? after
    }
  }
}
