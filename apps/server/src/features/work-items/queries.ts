import type { Priority, WorkItem, WorkItemDetail } from '@cairn/contract'
import { type Generated, sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import { type Db, now, type Row, type Tx } from '#kernel/database/schema.ts'
import { inProject, visibleInProject } from '#kernel/database/scope.ts'

declare module '#kernel/database/schema.ts' {
  interface Database {
    work_items: Row & {
      workspace_id: string
      project_id: string
      sequence_id: number
      name: string
      description_html: Generated<string>
      description_stripped: string | null
      priority: Generated<Priority>
      state_id: string
      parent_id: string | null
      start_date: string | null
      target_date: string | null
      sort_order: Generated<number>
      completed_at: string | null
      archived_at: string | null
      is_draft: Generated<boolean>
    }
    work_item_assignees: { work_item_id: string; user_id: string }
    work_item_labels: { work_item_id: string; label_id: string }
    work_item_counts: {
      id: Generated<number>
      project_id: string
      state_id: string
      visible: number
    }
  }
}

/** Not deleted, not archived, no draft: what lists show. The partial indexes say the same words. */
export const listed = sql<boolean>`
  i.deleted_at is null and i.archived_at is null and not i.is_draft`

/** The contract's row, from `work_items as i` joined with `states as s`. */
export const rowColumns = sql`
  i.id, i.name, i.state_id, s."group" as state__group, i.sort_order, i.completed_at,
  null::uuid as estimate_point, i.priority, i.start_date, i.target_date, i.sequence_id,
  i.project_id, i.parent_id, null::uuid as cycle_id, '{}'::uuid[] as module_ids,
  array(
    select l.label_id from work_item_labels l where l.work_item_id = i.id order by l.label_id
  ) as label_ids,
  array(
    select a.user_id from work_item_assignees a
    join project_members pm on pm.project_id = i.project_id and pm.user_id = a.user_id
      and pm.is_active and pm.deleted_at is null
    where a.work_item_id = i.id order by a.user_id
  ) as assignee_ids,
  (
    select count(*)::int from work_items c
    where c.parent_id = i.id and c.deleted_at is null and c.archived_at is null and not c.is_draft
  ) as sub_issues_count,
  0 as attachment_count, 0 as link_count, i.is_draft, i.archived_at,
  null::uuid as type_id, false as is_epic,
  i.created_at, i.updated_at, i.created_by, i.updated_by`

export const findRow = async (db: Db, member: ProjectMember, id: string) => {
  const { rows } = await sql<WorkItem>`
    select ${rowColumns} from work_items i join states s on s.id = i.state_id
    where i.id = ${id} and ${inProject(member, 'i')}`.execute(db)
  return rows[0]
}

export const findDetail = async (db: Db, member: ProjectMember, id: string) => {
  const { rows } = await sql<WorkItemDetail>`
    select ${rowColumns}, i.description_html, false as is_subscribed
    from work_items i join states s on s.id = i.state_id
    where i.id = ${id} and ${inProject(member, 'i')}`.execute(db)
  return rows[0]
}

/** What a change is compared with, locked until the change is done. */
export interface Held extends WorkItem {
  description_html: string
  state_name: string
  /** Those too who left the project since: lists no longer show them. */
  assigned_ids: string[]
}

export const holdWorkItem = async (
  tx: Tx,
  member: ProjectMember,
  id: string,
  { archivedToo }: { archivedToo: boolean },
) => {
  // A statement of its own: the next sees what the change that was waited for left behind, also in
  // the item's state, labels and people. In one statement those were read before the wait.
  await tx
    .selectFrom('work_items')
    .select('id')
    .where('id', '=', id)
    .where(visibleInProject(member))
    .forUpdate()
    .execute()
  const { rows } = await sql<Held>`
    select ${rowColumns}, i.description_html, s.name as state_name,
      array(select user_id from work_item_assignees where work_item_id = i.id) as assigned_ids
    from work_items i join states s on s.id = i.state_id
    where i.id = ${id} and ${visibleInProject(member, 'i')} and (${archivedToo} or ${listed})`.execute(
    tx,
  )
  return rows[0]
}

/** The update locks the project's counter, so creates stand in line and no number is given twice. */
export const takeNumber = async (db: Db, { project_id }: ProjectMember) => {
  const { last_number } = await db
    .updateTable('work_item_numbers')
    .set({ last_number: sql`last_number + 1` })
    .where('project_id', '=', project_id)
    .returning('last_number')
    .executeTakeFirstOrThrow()
  return last_number
}

export interface WorkItemValues {
  name: string
  description_html: string
  description_stripped: string | null
  priority: Priority
  state_id: string
  start_date: string | null
  target_date: string | null
}

const lastInState = (project_id: string, state_id: string) => sql<number>`coalesce(
  (select max(sort_order) + 10000 from work_items i
    where i.project_id = ${project_id} and i.state_id = ${state_id} and ${listed}), 65535)`

export const insertWorkItem = (
  db: Db,
  { workspace_id, project_id, user_id }: ProjectMember,
  { completed, ...values }: WorkItemValues & { sequence_id: number; completed: boolean },
) =>
  db
    .insertInto('work_items')
    .values({
      ...values,
      workspace_id,
      project_id,
      created_by: user_id,
      sort_order: lastInState(project_id, values.state_id),
      completed_at: completed ? now : null,
    })
    .returning(['id', 'created_at'])
    .executeTakeFirstOrThrow()

export interface WorkItemChange extends Partial<WorkItemValues> {
  sort_order?: number
  completed_at?: typeof now | null
  deleted_at?: typeof now
}

/** The moment of the change, never before the one before it: whoever syncs asks by this clock. */
const nextMoment = sql<string>`greatest(clock_timestamp(), updated_at + interval '1 microsecond')`

export const updateWorkItem = (db: Db, member: ProjectMember, id: string, change: WorkItemChange) =>
  db
    .updateTable('work_items')
    .set({ ...change, updated_at: nextMoment, updated_by: member.user_id })
    .where('id', '=', id)
    .where(inProject(member))
    .returning(['updated_at', 'completed_at'])
    .executeTakeFirstOrThrow()

/** Deletes the item with the whole tree below it; tells which went. */
export const removeTree = async (db: Db, member: ProjectMember, id: string) => {
  const { rows } = await sql<{ id: string; created_by: string | null }>`
    with recursive tree as (
      select i.id from work_items i where i.id = ${id} and ${inProject(member, 'i')}
      union
      select i.id from work_items i join tree on i.parent_id = tree.id where i.deleted_at is null
    )
    update work_items set deleted_at = now(), updated_at = now(), updated_by = ${member.user_id}
    from tree where work_items.id = tree.id
    returning work_items.id, work_items.created_by`.execute(db)
  return rows
}

export const replaceLabels = (db: Db, work_item_id: string, label_ids: string[]) =>
  sql`
    with gone as (
      delete from work_item_labels
      where work_item_id = ${work_item_id} and not (label_id = any(${label_ids}::uuid[]))
    )
    insert into work_item_labels (work_item_id, label_id)
      select ${work_item_id}, unnest(${label_ids}::uuid[])
    on conflict do nothing`.execute(db)

export const replaceAssignees = (db: Db, work_item_id: string, user_ids: string[]) =>
  sql`
    with gone as (
      delete from work_item_assignees
      where work_item_id = ${work_item_id} and not (user_id = any(${user_ids}::uuid[]))
    )
    insert into work_item_assignees (work_item_id, user_id)
      select ${work_item_id}, unnest(${user_ids}::uuid[])
    on conflict do nothing`.execute(db)

interface Named {
  id: string
  name: string
  /** May it be used here? Exists elsewhere, or belongs to a guest, otherwise. */
  fits: boolean
}

/** Of these ids the people who exist, by name, and whether they can be assigned here. */
export const nameAssignees = async (db: Db, { project_id }: ProjectMember, ids: string[]) => {
  const { rows } = await sql<Named>`
    select u.id, u.display_name as name, coalesce(pm.role >= 15, false) as fits
    from users u
    join project_members own on own.user_id = u.id
      and own.workspace_id = (select workspace_id from projects where id = ${project_id})
    left join project_members pm on pm.project_id = ${project_id} and pm.user_id = u.id
      and pm.is_active and pm.deleted_at is null
    where u.id = any(${ids}::uuid[]) group by u.id, pm.role`.execute(db)
  return rows
}

export const nameLabels = async (
  db: Db,
  { workspace_id, project_id }: ProjectMember,
  ids: string[],
) => {
  const { rows } = await sql<Named>`
    select id, name, project_id = ${project_id} as fits from labels
    where id = any(${ids}::uuid[]) and workspace_id = ${workspace_id} and deleted_at is null`.execute(
    db,
  )
  return rows
}

/** Folds the differences of `work_item_counts` into one row per state. */
export const foldCounts = (db: Db) =>
  sql`
    with taken as (
      delete from work_item_counts where id in (
        select id from work_item_counts where project_id in (
          select project_id from work_item_counts group by project_id, state_id
          having count(*) > 1 limit 1000
        ) for update skip locked
      ) returning project_id, state_id, visible
    )
    insert into work_item_counts (project_id, state_id, visible)
      select project_id, state_id, sum(visible) from taken
      group by project_id, state_id having sum(visible) <> 0`.execute(db)
