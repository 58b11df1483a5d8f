import type { EpicAnalytics, WorkItemType } from '@cairn/contract'
import { sql } from 'kysely'
import { nextMoment } from '#features/work-items/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { inProject, inWorkspace, visibleAcross } from '#product/scope-queries.ts'

/** A type is used where its switch is on. */
export const listTypes = async (db: Db, member: ProjectMember) => {
  const { rows } = await sql<WorkItemType>`
    select t.id, t.name, t.description, t.logo_props, t.is_epic, t.is_default, t.is_active, t.level,
      array(
        select p.id from projects p
        join project_members pm on pm.project_id = p.id and pm.user_id = ${member.user_id}
          and pm.is_active and pm.deleted_at is null
        where p.workspace_id = t.workspace_id and p.deleted_at is null
          and case when t.is_epic then p.is_epic_enabled else p.is_issue_type_enabled end
        order by p.id
      ) as project_ids
    from work_item_types t where ${inWorkspace(member, 't')}
    order by t.level, t.created_at, t.id`.execute(db)
  return rows
}

/** Over the children the reader may see, of whichever project. */
export const countChildren = async (db: Db, member: ProjectMember, epic_id: string) => {
  const { rows } = await sql<EpicAnalytics>`
    select
      count(*) filter (where s."group" = 'backlog')::int as backlog_issues,
      count(*) filter (where s."group" = 'unstarted')::int as unstarted_issues,
      count(*) filter (where s."group" = 'started')::int as started_issues,
      count(*) filter (where s."group" = 'completed')::int as completed_issues,
      count(*) filter (where s."group" = 'cancelled')::int as cancelled_issues,
      count(*) filter (where i.target_date < current_date
        and s."group" not in ('completed', 'cancelled'))::int as overdue_issues,
      count(*)::int as total_issues
    from work_items i join states s on s.id = i.state_id
    where i.parent_id = ${epic_id} and i.is_listed and ${visibleAcross(member, 'i')}`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('a count without a row')
  return counts
}

interface Named {
  id: string
  name: string
}

export const nameCycle = async (tx: Tx, member: ProjectMember, id: string) => {
  const { rows } = await sql<Named>`
    select c.id, c.name from cycles c where c.id = ${id} and ${inProject(member, 'c')}`.execute(tx)
  return rows[0]
}

/** Takes an item out of its modules; tells which they were. */
export const leaveModules = async (tx: Tx, { project_id }: ProjectMember, work_item_id: string) => {
  const { rows } = await sql<Named>`
    with gone as (
      delete from module_items where work_item_id = ${work_item_id} returning module_id
    )
    select m.id, m.name from gone join modules m on m.id = gone.module_id
    where m.project_id = ${project_id}`.execute(tx)
  return rows
}

export const becomeEpic = (tx: Tx, member: ProjectMember, id: string, type_id: string) =>
  sql`
    update work_items set is_epic = true, type_id = ${type_id}, cycle_id = null,
      updated_at = ${nextMoment}, updated_by = ${member.user_id}
    where id = ${id} and ${inProject(member)}`.execute(tx)

export const becomeItem = (tx: Tx, member: ProjectMember, id: string) =>
  sql`
    update work_items set is_epic = false, type_id = null, updated_at = ${nextMoment},
      updated_by = ${member.user_id}
    where id = ${id} and ${inProject(member)}`.execute(tx)
