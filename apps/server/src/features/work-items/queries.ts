import type { BulkProperties, Priority, WorkItem, WorkItemDetail } from '@cairn/contract'
import { sql as piece, raw } from '@cairn/work-item-query'
import { type ColumnType, type Generated, type GeneratedAlways, type RawBuilder, sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import { toKysely } from '#kernel/database/run-statement.ts'
import { type Db, now, type Row, type Tx } from '#kernel/database/schema.ts'
import { sendAhead } from '#kernel/database/send-ahead.ts'
import { childCount, type Reader } from '#product/child-count-queries.ts'
import { nextMoment, nextMomentOfItem } from '#product/moment-queries.ts'
import { inProject, type Sight, visibleInProject } from '#product/scope-queries.ts'
import { propertyValues } from '#product/work-item-property-queries.ts'

export { nextMoment, nextMomentOfItem }

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
      cycle_id: string | null
      estimate_point: string | null
      type_id: string | null
      is_epic: Generated<boolean>
      link_count: Generated<number>
      attachment_count: Generated<number>
      in_triage: Generated<boolean>
      readonly is_listed: GeneratedAlways<boolean>
      description: ColumnType<object, string | undefined, string>
      description_binary: Buffer | null
      external_source: string | null
      external_id: string | null
      point: number | null
    }
    work_item_assignees: { work_item_id: string; user_id: string; is_live: Generated<boolean> }
    work_item_labels: { work_item_id: string; label_id: string }
    work_item_counts: {
      id: Generated<number>
      project_id: string
      state_id: string
      priority: Priority
      visible: number
    }
  }
}

/** Not deleted, not archived, no draft, no epic, not in triage: what lists show. */
export const listed = sql<boolean>`i.is_listed`

const visibleEpicText = `i.is_epic and i.deleted_at is null and i.archived_at is null
  and not i.in_triage`

export const visibleEpic = sql.raw<boolean>(visibleEpicText)
/** The same for the list engine. */
export const visibleEpics = raw(visibleEpicText)

const beforeCount = raw(`
  i.id, i.name, i.state_id, s."group" as state__group, i.sort_order, i.completed_at,
  i.estimate_point, i.priority, i.start_date, i.target_date, i.sequence_id,
  i.project_id, i.parent_id, i.cycle_id,
  array(
    select m.module_id from module_items m where m.work_item_id = i.id and m.is_live
    order by m.module_id
  ) as module_ids,
  array(
    select l.label_id from work_item_labels l where l.work_item_id = i.id order by l.label_id
  ) as label_ids,
  array(
    select a.user_id from work_item_assignees a where a.work_item_id = i.id and a.is_live
    order by a.user_id
  ) as assignee_ids,`)
const afterCount = raw(` as sub_issues_count,
  i.attachment_count, i.link_count, i.is_draft, i.archived_at, i.type_id, i.is_epic,`)
const afterValues = raw(` as property_values,
  i.created_at, i.updated_at, i.created_by, i.updated_by`)

/** The contract's row for this reader, from `work_items as i` joined with `states as s`. */
export const listColumns = (reader: Reader) =>
  piece`${beforeCount}${childCount(reader)}${afterCount}${propertyValues}${afterValues}`

/** The sum of the estimates of items, in projects that currently estimate in points. */
export const pointsOfItems = raw(`coalesce(sum((
  select case when ep.value ~ '^[0-9]+([.][0-9]+)?$' then ep.value::float8 end
  from estimate_points ep
  join estimates e on e.id = ep.estimate_id and e.type = 'points' and e.deleted_at is null
  join projects p on p.estimate_id = e.id
  where ep.id = i.estimate_point and ep.deleted_at is null
)), 0)::float8`)

/** The same for hand-written statements. */
export const rowColumns = (reader: Reader) => toKysely<WorkItem>(listColumns(reader))

export const findRow = async (db: Db, member: ProjectMember, id: string) => {
  const { rows } = await sql<WorkItem>`
    select ${rowColumns(member)} from work_items i join states s on s.id = i.state_id
    where i.id = ${id} and ${inProject(member, 'i')}`.execute(db)
  return rows[0]
}

export const findRows = async (db: Db, member: ProjectMember, ids: readonly string[]) => {
  const { rows } = await sql<WorkItem>`
    select ${rowColumns(member)} from work_items i join states s on s.id = i.state_id
    where i.id = any(${[...ids]}::uuid[]) and ${inProject(member, 'i')}`.execute(db)
  return rows
}

export const findDetail = async (db: Db, member: ProjectMember, id: string) =>
  (await findDetails(db, member, [id]))[0]

export const findDetails = async (db: Db, member: ProjectMember, ids: readonly string[]) => {
  const { rows } = await sql<WorkItemDetail>`
    select ${rowColumns(member)}, i.description_html,
      exists (select from work_item_subscribers f
        where f.work_item_id = i.id and f.user_id = ${member.user_id}) as is_subscribed
    from work_items i join states s on s.id = i.state_id
    where i.id = any(${[...ids]}::uuid[]) and ${inProject(member, 'i')}`.execute(db)
  return rows
}

/** The values a change is compared with, locked until the change is done. */
export interface Locked extends WorkItem {
  description_html: string
  state_name: string
  /** Includes users who left the project since: lists no longer show them. */
  assigned_ids: string[]
  /** Whether the user who locks it is subscribed already. */
  is_followed: boolean
  /** The time of the change, always later than the previous one: clients sync by this timestamp. */
  moment: string
}

const modulesOfItem = sql`array(
  select module_id from module_items where work_item_id = i.id and is_live
)`
const labelsOfItem = sql`array(select label_id from work_item_labels where work_item_id = i.id)`
const peopleOfItem = sql`array(select user_id from work_item_assignees where work_item_id = i.id)`

const lockedColumns = ({ user_id }: ProjectMember) => sql`
  s.name as state_name,
  ${peopleOfItem} as assigned_ids,
  exists (
    select from work_item_subscribers f where f.work_item_id = i.id and f.user_id = ${user_id}
  ) as is_followed,
  ${nextMomentOfItem} as moment`

interface LockOptions {
  archivedToo: boolean
  kind?: 'issues' | 'epics'
  /** In intake, instead of in the lists. */
  waiting?: boolean
}

/** Selects the item as `i` if it may be changed at all. */
export const changeable = (
  member: Sight,
  id: string,
  { archivedToo, kind = 'issues', waiting = false }: LockOptions,
) => sql`
  i.id = ${id} and ${visibleInProject(member, 'i')} and i.in_triage = ${waiting}
    and (${archivedToo} or i.archived_at is null) and (i.is_epic or not ${kind === 'epics'})`

export const lockWorkItem = async (
  tx: Tx,
  member: ProjectMember,
  id: string,
  lockOptions: LockOptions,
) => {
  // A separate statement: the next one sees what the change it waited for wrote, also in the item's
  // state, labels and assignees. In one statement those would be read before the wait.
  const lock = tx
    .selectFrom('work_items')
    .select('id')
    .where('id', '=', id)
    .where(visibleInProject(member))
    // Not for update: that would also block other items from referencing this one as parent.
    .forNoKeyUpdate()
  await sendAhead(tx, lock)
  const { rows } = await sql<Locked>`
    select ${rowColumns(member)}, i.description_html, ${lockedColumns(member)}
    from work_items i join states s on s.id = i.state_id
    where ${changeable(member, id, lockOptions)}`.execute(tx)
  return rows[0]
}

/**
 * The values a bulk change is compared with: no more, because they are read up to ten thousand
 * times.
 */
export type LockedOfMany = Pick<
  Locked,
  | ('id' | 'state_id' | 'state__group' | 'state_name' | 'priority' | 'start_date' | 'target_date')
  | ('estimate_point' | 'cycle_id' | 'module_ids' | 'label_ids' | 'assigned_ids' | 'created_by')
  | 'type_id'
  | 'property_values'
>

const unread = sql`'{}'::uuid[]`

/**
 * Locks many listed items in the order of ids so that two such requests cannot deadlock. Labels,
 * assignees and modules are only read if they will change.
 */
export const lockMany = async (
  tx: Tx,
  member: ProjectMember,
  ids: readonly string[],
  properties: BulkProperties = {},
) => {
  const module_ids = properties.module_ids ?? properties.removed_module_ids
  const label_ids = properties.label_ids ?? properties.removed_label_ids
  const assignee_ids = properties.assignee_ids ?? properties.removed_assignee_ids
  const { property_values, removed_property_values, type_id } = properties
  const readsValues = [property_values, removed_property_values, type_id].some(
    (change) => change !== undefined,
  )
  const wanted = sql`i.id = any(${[...ids]}::uuid[]) and ${inProject(member, 'i')} and ${listed}`
  await sendAhead(tx, sql`select from work_items i where ${wanted} order by i.id for no key update`)
  const { rows } = await sql<LockedOfMany>`
    select i.id, i.state_id, s."group" as state__group, s.name as state_name, i.priority,
      i.start_date, i.target_date, i.estimate_point, i.cycle_id, i.created_by, i.type_id,
      ${module_ids ? modulesOfItem : unread} as module_ids,
      ${label_ids ? labelsOfItem : unread} as label_ids,
      ${assignee_ids ? peopleOfItem : unread} as assigned_ids,
      ${readsValues ? toKysely(propertyValues) : sql`'{}'::jsonb`} as property_values
    from work_items i join states s on s.id = i.state_id
    where ${wanted} order by i.id`.execute(tx)
  return rows
}

/**
 * The update locks the project's counter, so creates are serialized and no number is assigned
 * twice.
 */
const countOn = (db: Db, { project_id }: ProjectMember) =>
  db
    .updateTable('work_item_numbers')
    .set({ last_number: sql`last_number + 1` })
    .where('project_id', '=', project_id)

export const takeNumber = async (db: Db, member: ProjectMember) => {
  const { last_number } = await countOn(db, member)
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
  parent_id: string | null
  estimate_point: string | null
  type_id: string | null
  /** The editor's document as JSON text. */
  description?: string
  description_binary?: Buffer | null
  external_source?: string | null
  external_id?: string | null
  point?: number | null
}

/** After the others of its state; if there are none, the given sort order. */
const lastInState = (project_id: string, state_id: string, wanted: number) => sql<number>`coalesce(
  (select max(sort_order) + 10000 from work_items i
    where i.project_id = ${project_id} and i.state_id = ${state_id} and ${listed}),
  ${wanted}::float8)`

export const findLastInState = async (
  db: Db,
  { project_id }: ProjectMember,
  state_id: string,
  wanted: number,
) => {
  const place = lastInState(project_id, state_id, wanted)
  const { rows } = await sql<{ place: number }>`select ${place} as place`.execute(db)
  return rows[0]?.place ?? wanted
}

interface NewRow extends WorkItemValues {
  id: string
  is_epic: boolean
  in_triage: boolean
  completed: boolean
  sort_order: number
  /** Author and time of imported items; by default the caller and now. */
  author_id?: string | undefined
  made_at?: string | undefined
}

/**
 * Assigns the project's next number, in a statement after the one that waits for the counter's
 * lock.
 */
export const insertWorkItem = async (
  tx: Tx,
  member: ProjectMember,
  { completed, sort_order, author_id, made_at, ...values }: NewRow,
) => {
  const { workspace_id, project_id, user_id } = member
  await sendAhead(tx, countOn(tx, member))
  const row = tx.insertInto('work_items').values({
    ...values,
    workspace_id,
    project_id,
    created_by: author_id ?? user_id,
    ...(made_at && { created_at: sql<string>`least(${made_at}::timestamptz, now())` }),
    sequence_id: sql`(
      select last_number from work_item_numbers where project_id = ${project_id}
    )`,
    sort_order: lastInState(project_id, values.state_id, sort_order),
    completed_at: completed ? now : null,
  })
  await sendAhead(tx, row)
}

export interface WorkItemChange extends Partial<WorkItemValues> {
  sort_order?: number
  in_triage?: boolean
  completed_at?: string | null
  archived_at?: string | null
}

export const updateWorkItem = (
  tx: Tx,
  member: ProjectMember,
  { id, moment }: Pick<Locked, 'id' | 'moment'>,
  change: WorkItemChange,
) =>
  sendAhead(
    tx,
    tx
      .updateTable('work_items')
      .set({ ...change, updated_at: moment, updated_by: member.user_id })
      .where('id', '=', id)
      .where(inProject(member)),
  )

/** Removes the parent of an epic's children. */
export const detachChildren = async (
  db: Db,
  { workspace_id, user_id }: ProjectMember,
  id: string,
) => {
  const { rows } = await sql<{ id: string; project_id: string }>`
    update work_items set parent_id = null, updated_at = ${nextMoment}, updated_by = ${user_id}
    where parent_id = ${id} and workspace_id = ${workspace_id} and deleted_at is null
    returning id, project_id`.execute(db)
  return rows
}

interface Gone {
  id: string
  created_by: string | null
}

/** Deletes these items with all descendants; returns what was deleted. */
export const removeTrees = async (db: Db, member: ProjectMember, ids: readonly string[]) => {
  const { rows } = await sql<Gone>`
    with recursive tree as (
      select i.id from work_items i
      where i.id = any(${[...ids]}::uuid[]) and ${inProject(member, 'i')}
      union
      select i.id from work_items i join tree on i.parent_id = tree.id where i.deleted_at is null
    ), forgotten as (
      delete from recent_visits where entity_identifier in (select id from tree)
    )
    update work_items set deleted_at = now(), updated_at = ${nextMoment},
      updated_by = ${member.user_id}
    from tree where work_items.id = tree.id
    returning work_items.id, work_items.created_by`.execute(db)
  return rows
}

export const replaceLabels = (tx: Tx, work_item_id: string, label_ids: string[]) =>
  sendAhead(
    tx,
    sql`
    with gone as (
      delete from work_item_labels
      where work_item_id = ${work_item_id} and not (label_id = any(${label_ids}::uuid[]))
    )
    insert into work_item_labels (work_item_id, label_id)
      select ${work_item_id}, unnest(${label_ids}::uuid[])
    on conflict do nothing`,
  )

export const replaceAssignees = (tx: Tx, work_item_id: string, user_ids: string[]) =>
  sendAhead(
    tx,
    sql`
    with gone as (
      delete from work_item_assignees
      where work_item_id = ${work_item_id} and not (user_id = any(${user_ids}::uuid[]))
    )
    insert into work_item_assignees (work_item_id, user_id)
      select ${work_item_id}, unnest(${user_ids}::uuid[])
    on conflict do nothing`,
  )

interface Named {
  id: string
  name: string
  /** Whether it can be used here. False: it exists elsewhere, or is a guest. */
  fits: boolean
}

/** The existing users of these ids, by name, and whether they can be assigned here. */
export const assigneesNamed = (
  { workspace_id, project_id }: Pick<ProjectMember, 'workspace_id' | 'project_id'>,
  ids: RawBuilder<unknown>,
) => sql<Named>`
  select u.id, u.display_name as name, not u.is_bot and exists (
      select from project_members pm where pm.project_id = ${project_id} and pm.user_id = u.id
        and pm.is_active and pm.deleted_at is null and pm.role >= 15
    ) as fits
  from users u
  where u.id = any(${ids}) and exists (
    select from project_members own
    where own.user_id = u.id and own.workspace_id = ${workspace_id}
  )`

export const nameAssignees = async (db: Db, member: ProjectMember, ids: string[]) =>
  (await assigneesNamed(member, sql`${ids}::uuid[]`).execute(db)).rows

export const labelsNamed = (
  { workspace_id, project_id }: Pick<ProjectMember, 'workspace_id' | 'project_id'>,
  ids: RawBuilder<unknown>,
) => sql<Named>`
  select id, name, project_id = ${project_id} as fits from labels
  where id = any(${ids}) and workspace_id = ${workspace_id} and deleted_at is null`

export const nameLabels = async (db: Db, member: ProjectMember, ids: string[]) =>
  (await labelsNamed(member, sql`${ids}::uuid[]`).execute(db)).rows

/** Folds the differences of `work_item_counts` into one row per state and priority. */
export const foldCounts = (db: Db) =>
  sql`
    with taken as (
      delete from work_item_counts where id in (
        select id from work_item_counts where project_id in (
          select project_id from work_item_counts group by project_id, state_id, priority
          having count(*) > 1 limit 1000
        ) for update skip locked
      ) returning project_id, state_id, priority, visible
    )
    insert into work_item_counts (project_id, state_id, priority, visible)
      select project_id, state_id, priority, sum(visible) from taken
      group by project_id, state_id, priority having sum(visible) <> 0`.execute(db)

interface Neglect {
  groups: readonly string[]
  months: number
}

/** Not changed for long, and in no cycle or module that is still running. */
const isForgotten = ({ project_id }: ProjectMember, { groups, months }: Neglect) => sql<boolean>`
  i.is_listed
  and i.updated_at <= now() - make_interval(days => ${months * 30})
  and i.state_id in (
    select id from states where project_id = ${project_id} and "group" = any(${groups}::text[])
  )
  and not exists (
    select from cycles c where c.id = i.cycle_id and c.deleted_at is null
      and (c.end_date is null or c.end_date >= now())
  )
  and not exists (
    select from module_items mi join modules m on m.id = mi.module_id
    where mi.work_item_id = i.id and m.deleted_at is null
      and (m.target_date is null or m.target_date >= current_date)
  )`

/** Locked, oldest first. Skips items that are being changed right now. */
export const lockForgotten = async (
  tx: Tx,
  member: ProjectMember,
  neglect: Neglect,
  most: number,
) => {
  const { rows } = await sql<{ id: string; created_by: string | null }>`
    select i.id, i.created_by from work_items i
    where ${inProject(member, 'i')} and ${isForgotten(member, neglect)}
    order by i.updated_at, i.id limit ${most} for update of i skip locked`.execute(tx)
  return rows
}

interface SameChange extends Omit<WorkItemChange, 'completed_at'> {
  completed_at?: typeof now | null
}

/** Applies the same change to many items of one project. */
export const updateWorkItems = (
  db: Db,
  member: ProjectMember,
  ids: readonly string[],
  change: SameChange,
) =>
  db
    .updateTable('work_items')
    .set({ ...change, updated_at: nextMoment, updated_by: member.user_id })
    .where('id', 'in', ids)
    .where(inProject(member))
    .execute()
