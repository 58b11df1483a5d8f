import type { TemplateItem } from '@cairn/contract'
import { sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import { toKysely } from '#kernel/database/run-statement.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { inProject, inWorkspace, visibleInProject } from '#product/scope-queries.ts'
import { propertyValues } from '#product/work-item-property-queries.ts'

export interface Template {
  id: string
  name: string
  items: TemplateItem[]
}

export const findItemTemplate = async (db: Db, member: ProjectMember, id: string) => {
  const { rows } = await sql<Template>`
    select id, name, items from item_templates where ${inProject(member)} and id = ${id}`.execute(
    db,
  )
  return rows[0]
}

/** Which of these states, labels, people and so on an item of the project may still have. */
export const listUsable = async (tx: Tx, member: ProjectMember, ids: readonly string[]) => {
  const { project_id } = member
  const asked = sql`any(${[...ids]}::uuid[])`
  const { rows } = await sql<{ id: string }>`
    select id from states where ${inProject(member)} and "group" <> 'triage' and id = ${asked}
    union all select id from labels where ${inProject(member)} and id = ${asked}
    union all select id from modules where ${inProject(member)} and archived_at is null
      and id = ${asked}
    union all select p.id from estimate_points p
      join estimates e on e.id = p.estimate_id and e.deleted_at is null
      where p.project_id = ${project_id} and p.deleted_at is null and p.id = ${asked}
    union all select t.id from work_item_types t
      join project_work_item_types u on u.type_id = t.id and u.project_id = ${project_id}
      join projects o on o.id = u.project_id and o.is_issue_type_enabled
      where ${inWorkspace(member, 't')} and t.is_active and not t.is_epic and t.id = ${asked}
    union all select user_id from project_members
      where project_id = ${project_id} and is_active and deleted_at is null
        and user_id = ${asked}`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** An item and what is below it, as it would be created again. */
export interface TreeItem extends Omit<TemplateItem, 'parent'> {
  id: string
  parent_id: string | null
}

/** Parents before their sub-items; at most `limit`. */
export const listTree = async (db: Db, member: ProjectMember, id: string, limit: number) => {
  const later = (day: string) => sql`
    case when ${sql.ref(day)} >= i.created_at::date then ${sql.ref(day)} - i.created_at::date end`
  const { rows } = await sql<TreeItem>`
    with recursive tree as (
      select i.id, 0 as depth from work_items i
      where i.id = ${id} and ${visibleInProject(member, 'i')} and not i.is_epic
      union all
      select i.id, tree.depth + 1 from work_items i join tree on tree.id = i.parent_id
      where ${visibleInProject(member, 'i')} and i.is_listed and tree.depth < 10
    )
    select i.id, i.parent_id, i.name, i.description_html, i.priority, i.type_id, i.estimate_point,
      -- A copy begins anew.
      case when s."group" in ('backlog', 'unstarted') then i.state_id end as state_id,
      array(
        select label_id from work_item_labels l where l.work_item_id = i.id
      ) as label_ids,
      array(
        select user_id from work_item_assignees a where a.work_item_id = i.id and a.is_live
      ) as assignee_ids,
      array(
        select module_id from module_items m where m.work_item_id = i.id and m.is_live
      ) as module_ids,
      ${toKysely(propertyValues)} as property_values,
      ${later('i.start_date')} as start_after, ${later('i.target_date')} as due_after
    from tree join work_items i on i.id = tree.id join states s on s.id = i.state_id
    order by tree.depth, i.sort_order, i.sequence_id limit ${limit}`.execute(db)
  return rows
}
