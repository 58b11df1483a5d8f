import type { EpicAnalytics, UsedType, WorkItemType } from '@cairn/contract'
import { type RawBuilder, sql } from 'kysely'
import { nextMoment } from '#features/work-items/service.ts'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { defaultTypeOf, typeColumns, typeOrder } from '#product/project-type-queries.ts'
import { inProject, inWorkspace, visibleAcross } from '#product/scope-queries.ts'

/** A project uses a type if types are enabled and it has selected it. */
export const listTypes = async (db: Db, member: ProjectMember) => {
  const { rows } = await sql<UsedType>`
    select t.id, t.name, t.description, t.logo_props, t.is_epic, t.is_default, t.is_active, t.level,
      array(
        select p.id from projects p
        join project_members pm on pm.project_id = p.id and pm.user_id = ${member.user_id}
          and pm.is_active and pm.deleted_at is null
        where p.workspace_id = t.workspace_id and p.deleted_at is null
          and case when t.is_epic then p.is_epic_enabled else p.is_issue_type_enabled and exists (
            select from project_work_item_types pt where pt.project_id = p.id and pt.type_id = t.id
          ) end
        order by p.id
      ) as project_ids
    from work_item_types t where ${inWorkspace(member, 't')}
    order by ${typeOrder}`.execute(db)
  return rows
}

export const findType = async (db: Db, member: Member, id: string) => {
  const { rows } = await sql<WorkItemType>`
    select ${typeColumns} from work_item_types t
    where t.id = ${id} and ${inWorkspace(member, 't')}`.execute(db)
  return rows[0]
}

export const lastTypeOrder = async (db: Db, member: Member) => {
  const { rows } = await sql<{ last: number | null }>`
    select max(t.sort_order) as last from work_item_types t
    where not t.is_epic and ${inWorkspace(member, 't')}`.execute(db)
  return rows[0]?.last ?? undefined
}

type TypeChange = Partial<Omit<WorkItemType, 'logo_props'>> & { logo_props?: string }

export const updateType = async (tx: Tx, member: Member, id: string, change: TypeChange) => {
  const sets: RawBuilder<unknown>[] = Object.entries(change)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  const { rows } = await sql<WorkItemType>`
    update work_item_types t
    set ${sql.join([...sets, sql`updated_at = now()`, sql`updated_by = ${member.user_id}`])}
    where t.id = ${id} and ${inWorkspace(member, 't')} returning ${typeColumns}`.execute(tx)
  return rows[0]
}

/** Before another type becomes the default. */
export const clearDefaultType = (tx: Tx, member: Member) =>
  sql`
    update work_item_types t set is_default = false
    where t.is_default and ${inWorkspace(member, 't')}`.execute(tx)

/** By project, to match the index. */
const hasType = ({ workspace_id }: Member, id: string) => sql`
  i.project_id in (select p.id from projects p where p.workspace_id = ${workspace_id})
  and i.type_id = ${id}`

export const isTypeInUse = async (tx: Tx, member: Member, id: string) => {
  const { rows } = await sql<{ is_used: boolean }>`
    select exists (
      select from work_items i where ${hasType(member, id)} and ${inWorkspace(member, 'i')}
    ) as is_used`.execute(tx)
  return rows[0]?.is_used ?? false
}

/** Includes archived items. Returns the changed items with their projects. */
export const replaceType = async (tx: Tx, member: Member, id: string, by: string) => {
  const { rows } = await sql<{ id: string; project_id: string }>`
    update work_items i set type_id = ${by}, updated_at = ${nextMoment},
      updated_by = ${member.user_id}
    where ${hasType(member, id)} and ${inWorkspace(member, 'i')}
    returning i.id, i.project_id`.execute(tx)
  return rows
}

/** Projects that used the type use its replacement, as their default where the type was the default. */
export const replaceChoices = (tx: Tx, member: Member, id: string, by: string | null) =>
  sql`
    with gone as (
      delete from project_work_item_types where type_id = ${id} returning project_id, is_default
    ), chosen as (
      insert into project_work_item_types (project_id, type_id)
      select project_id, ${by}::uuid from gone where ${by}::uuid is not null
      on conflict do nothing
    )
    update drafts d set type_id = ${by} where d.type_id = ${id} and ${inWorkspace(member, 'd')}`.execute(
    tx,
  )

/** The projects that chose it, and whether it is their default. */
export const listChoosers = async (tx: Tx, { workspace_id }: Member, type_id: string) => {
  const { rows } = await sql<{ project_id: string; is_default: boolean }>`
    select pt.project_id, pt.is_default from project_work_item_types pt
    join projects p on p.id = pt.project_id and p.workspace_id = ${workspace_id}
      and p.deleted_at is null
    where pt.type_id = ${type_id}`.execute(tx)
  return rows
}

export const makeDefaultIn = (tx: Tx, project_ids: readonly string[], type_id: string) =>
  sql`
    update project_work_item_types set is_default = true
    where project_id = any(${[...project_ids]}::uuid[]) and type_id = ${type_id}`.execute(tx)

export const markTypeDeleted = (tx: Tx, member: Member, id: string) =>
  sql`
    update work_item_types t set deleted_at = now(), updated_at = now(), is_default = false,
      updated_by = ${member.user_id}
    where t.id = ${id} and ${inWorkspace(member, 't')}`.execute(tx)

/** Counts the children the reader may see, in any project. */
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

/** Removes an item from its modules; returns these. */
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
    update work_items set is_epic = false, type_id = ${defaultTypeOf(member.project_id)},
      updated_at = ${nextMoment},
      updated_by = ${member.user_id}
    where id = ${id} and ${inProject(member)}`.execute(tx)
