import type { Intake, IntakeItem, IntakeItemDetail, IntakeStatus } from '@cairn/contract'
import { type ColumnType, type Generated, sql, type UpdateObject } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import { type Database, type Db, now, type Row, type Tx } from '#kernel/database/schema.ts'
import { projectLite } from '#product/lite-shape-queries.ts'
import { inProject, visibleAcross } from '#product/scope-queries.ts'

declare module '#kernel/database/schema.ts' {
  interface Database {
    intakes: Row & {
      workspace_id: string
      project_id: string
      name: string
      description: Generated<string>
      is_default: Generated<boolean>
      view_props: ColumnType<Record<string, unknown>, string | undefined, string>
      logo_props: ColumnType<Record<string, unknown>, string | undefined, string>
    }
    intake_items: Row & {
      workspace_id: string
      project_id: string
      intake_id: string
      work_item_id: string
      status: Generated<IntakeStatus>
      snoozed_till: string | null
      duplicate_to: string | null
      source: Generated<string>
      source_email: Generated<string | null>
      external_source: Generated<string | null>
      external_id: Generated<string | null>
      extra: ColumnType<Record<string, unknown>, string | undefined, string>
    }
  }
}

/** The effective status: a snoozed item whose date has passed is pending again. */
export const countsAs = `case when n.status = 0 and n.snoozed_till <= now() then -2 else n.status end`

const intakeColumns = sql`
  k.id, k.created_at, k.updated_at, k.created_by, k.updated_by, k.deleted_at, k.name,
  k.description, k.is_default, k.view_props, k.logo_props, k.project_id as project,
  k.workspace_id as workspace, ${projectLite('p')} as project_detail,
  (
    select count(*)::int from intake_items n
    join work_items i on i.id = n.work_item_id and i.deleted_at is null
    where n.project_id = k.project_id and n.deleted_at is null
      and n.status in (-2, 0) and ${sql.raw(countsAs)} = -2
  ) as pending_issue_count`

/** The intake for new items: the default one, else the oldest. */
export const findFirstIntake = async (db: Db, member: ProjectMember) => {
  const { rows } = await sql<Intake>`
    select ${intakeColumns} from intakes k join projects p on p.id = k.project_id
    where ${inProject(member, 'k')} order by k.is_default desc, k.created_at, k.id
    limit 1`.execute(db)
  return rows[0]
}

export const findIntake = async (db: Db, member: ProjectMember, id: string) => {
  const { rows } = await sql<Intake>`
    select ${intakeColumns} from intakes k join projects p on p.id = k.project_id
    where k.id = ${id} and ${inProject(member, 'k')}`.execute(db)
  return rows[0]
}

type IntakeChange = UpdateObject<Database, 'intakes'>

export const insertIntake = (
  db: Db,
  { workspace_id, project_id, user_id }: ProjectMember,
  name: string,
) =>
  db
    .insertInto('intakes')
    .values({ workspace_id, project_id, name, created_by: user_id })
    .returning('id')
    .executeTakeFirstOrThrow()

export const updateIntake = (db: Db, member: ProjectMember, id: string, change: IntakeChange) =>
  db
    .updateTable('intakes')
    .set({ ...change, updated_at: now, updated_by: member.user_id })
    .where('id', '=', id)
    .where(inProject(member))
    .returning('is_default')
    .executeTakeFirst()

/** The external reference of an item, if an API client sets it. */
export interface ExternalRef {
  external_source?: string | null
  external_id?: string | null
}

export const insertIntakeItem = (
  db: Db,
  { workspace_id, project_id, user_id }: ProjectMember,
  intake_id: string,
  work_item_id: string,
  external: ExternalRef = {},
) =>
  db
    .insertInto('intake_items')
    .values({ ...external, workspace_id, project_id, intake_id, work_item_id, created_by: user_id })
    .execute()

/** A list row before its work item is nested. */
export interface ListRow extends Omit<IntakeItem, 'issue'> {
  issue_id: string
  name: string
  priority: IntakeItem['issue']['priority']
  sequence_id: number
  project_id: string
  created_at: string
  label_ids: string[]
  author: string | null
}

/** Of `intake_items as n` and their `work_items as i`. */
export const listRow = `
  n.id, n.status, n.duplicate_to, n.snoozed_till, n.source, n.created_by, i.id as issue_id, i.name,
  i.priority, i.sequence_id, i.project_id, i.created_at, i.created_by as author,
  array(
    select l.label_id from work_item_labels l where l.work_item_id = i.id order by l.label_id
  ) as label_ids`

export function toIntakeItem({
  issue_id,
  name,
  priority,
  sequence_id,
  project_id,
  created_at,
  label_ids,
  author,
  ...entry
}: ListRow): IntakeItem {
  const shown = { name, priority, sequence_id, project_id, created_at, label_ids }
  return { ...entry, issue: { id: issue_id, ...shown, created_by: author } }
}

export const findIntakeItem = async (db: Db, member: ProjectMember, id: string) => {
  const { rows } = await sql<ListRow>`
    select ${sql.raw(listRow)} from intake_items n
    join work_items i on i.id = n.work_item_id and i.deleted_at is null
    where n.work_item_id = ${id} and ${inProject(member, 'n')}`.execute(db)
  return rows[0] && toIntakeItem(rows[0])
}

/** The original, if the user may see it; null for others, and if it is deleted. */
export const findOriginal = async (db: Db, member: ProjectMember, id: string) => {
  const { rows } = await sql<NonNullable<IntakeItemDetail['duplicate_issue_detail']>>`
    select i.id, i.name, i.priority, i.sequence_id, i.project_id, i.created_at, i.created_by,
      array(
        select l.label_id from work_item_labels l where l.work_item_id = i.id order by l.label_id
      ) as label_ids
    from work_items i
    where i.id = ${id} and ${visibleAcross(member, 'i')} and i.deleted_at is null`.execute(db)
  return rows[0] ?? null
}

/** Locked: of two parallel decisions the second sees the first. */
export const lockIntakeItem = async (tx: Tx, member: ProjectMember, id: string) => {
  const { rows } = await sql<
    Pick<IntakeItem, 'status' | 'snoozed_till' | 'duplicate_to'> & { author: string | null }
  >`
    select n.status, n.snoozed_till, n.duplicate_to, i.created_by as author from intake_items n
    join work_items i on i.id = n.work_item_id and i.deleted_at is null
    where n.work_item_id = ${id} and ${inProject(member, 'n')}
    for no key update of n`.execute(tx)
  return rows[0]
}

type ItemChange = UpdateObject<Database, 'intake_items'>

export const updateIntakeItem = (db: Db, member: ProjectMember, id: string, change: ItemChange) =>
  db
    .updateTable('intake_items')
    .set({ ...change, updated_at: now, updated_by: member.user_id })
    .where('work_item_id', '=', id)
    .where(inProject(member))
    .execute()

export interface Awake extends ListRow {
  workspace_id: string
  /** The user who snoozed it: the history needs an actor. */
  user_id: string | null
}

/** Of every project, only for the job: makes snoozed items whose date has passed pending again. */
export const wakeSome = async (tx: Tx, most: number) => {
  const { rows } = await sql<Awake>`
    with woken as (
      update intake_items set status = -2, snoozed_till = null, updated_at = now()
      where id in (
        select id from intake_items
        where status = 0 and snoozed_till <= now() and deleted_at is null
        order by snoozed_till limit ${most} for update skip locked
      )
      returning *
    )
    select ${sql.raw(listRow)}, n.workspace_id, coalesce(n.updated_by, n.created_by) as user_id
    from woken n join work_items i on i.id = n.work_item_id and i.deleted_at is null`.execute(tx)
  return rows
}
