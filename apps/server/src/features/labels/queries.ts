import type { WithId } from '@cairn/contract'
import { type Generated, type RawBuilder, sql, type UpdateObject } from 'kysely'
import { nextMoment } from '#features/work-items/service.ts'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import { type Database, type Db, now, type Row, type Tx } from '#kernel/database/schema.ts'
import { inProject, inWorkspace } from '#product/scope-queries.ts'

declare module '#kernel/database/schema.ts' {
  interface Database {
    labels: Row & {
      workspace_id: string
      project_id: string
      parent_id: string | null
      name: string
      description: Generated<string>
      color: Generated<string>
      sort_order: Generated<number>
      external_source: string | null
      external_id: string | null
    }
  }
}

const columns = [
  'id',
  'name',
  'color',
  'parent_id as parent',
  'project_id',
  'workspace_id',
  'sort_order',
] as const

export const listLabels = (db: Db, member: ProjectMember) =>
  db
    .selectFrom('labels')
    .select(columns)
    .where(inProject(member))
    .orderBy('sort_order')
    .orderBy('name')
    .execute()

/** Of all projects the caller is a member of, except archived ones. */
export const listLabelsOfWorkspace = (db: Db, member: Member) =>
  db
    .selectFrom('labels as l')
    .innerJoin('projects as p', 'p.id', 'l.project_id')
    .innerJoin('project_members as m', 'm.project_id', 'l.project_id')
    .select(columns.map((column) => `l.${column}` as const))
    .where(inWorkspace(member, 'l'))
    .where('p.archived_at', 'is', null)
    .where('p.deleted_at', 'is', null)
    .where('m.user_id', '=', member.user_id)
    .where('m.is_active', '=', true)
    .where('m.deleted_at', 'is', null)
    .orderBy('l.sort_order')
    .orderBy('l.name')
    .execute()

export const findLabel = (db: Db, member: ProjectMember, id: string) =>
  db
    .selectFrom('labels')
    .select(columns)
    .where('id', '=', id)
    .where(inProject(member))
    .executeTakeFirst()

export const lastSortOrder = async (db: Db, member: ProjectMember) => {
  const row = await db
    .selectFrom('labels')
    .select(({ fn }) => fn.max('sort_order').as('last'))
    .where(inProject(member))
    .executeTakeFirst()
  return row?.last ?? undefined
}

interface NewLabel extends WithId {
  name: string
  color: string
  sort_order: number
  description?: string
  parent_id?: string | null
  external_source?: string | null
  external_id?: string | null
}

export const insertLabels = (
  db: Db,
  { workspace_id, project_id, user_id }: ProjectMember,
  labels: NewLabel[],
) =>
  db
    .insertInto('labels')
    .values(
      labels.map((label) => ({
        parent_id: null,
        ...label,
        workspace_id,
        project_id,
        created_by: user_id,
      })),
    )
    .returning(columns)
    .execute()

type Change = UpdateObject<Database, 'labels'>

export const updateLabel = (db: Db, member: ProjectMember, id: string, change: Change) =>
  db
    .updateTable('labels')
    .set({ ...change, updated_at: now, updated_by: member.user_id })
    .where('id', '=', id)
    .where(inProject(member))
    .returning(columns)
    .executeTakeFirst()

const treeFrom = ({ project_id }: ProjectMember, id: string): RawBuilder<unknown> => sql`
  tree as (
    select id from labels
    where id = ${id} and project_id = ${project_id} and deleted_at is null
    union
    select l.id from labels l join tree on l.parent_id = tree.id
    where l.project_id = ${project_id} and l.deleted_at is null
  )`

/** The label and all its descendants. */
export const listTree = async (db: Db, member: ProjectMember, id: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    with recursive ${treeFrom(member, id)} select id from tree`.execute(db)
  return rows.map((row) => row.id)
}

export const listUnused = async (db: Db, member: ProjectMember, among: readonly string[]) => {
  const { rows } = await sql<{ id: string }>`
    select l.id from labels l where l.id = any(${[...among]}::uuid[]) and ${inProject(member, 'l')}
      and not exists (
        select from work_item_labels wl join work_items i on i.id = wl.work_item_id
        where wl.label_id = l.id and i.deleted_at is null
      )
      and not exists (
        select from labels below where below.parent_id = l.id and below.deleted_at is null
      )`.execute(db)
  return rows.map(({ id }) => id)
}

/** Locks the items that have one of these labels, in the order used by all bulk locks. */
export const lockLabelled = (tx: Tx, member: ProjectMember, ids: string[]) =>
  sql`
    select count(*) from (
      select from work_items i
      where ${inProject(member, 'i')}
        and i.id in (select work_item_id from work_item_labels where label_id = any(${ids}::uuid[]))
      order by i.id for no key update
    ) locked`.execute(tx)

/**
 * Removes the labels from every item as well, and updates `updated_at` for clients that cache
 * items.
 */
export const removeLabels = (tx: Tx, { project_id, user_id }: ProjectMember, ids: string[]) =>
  sql`
    with unlinked as (
      delete from work_item_labels where label_id = any(${ids}::uuid[]) returning work_item_id
    ), touched as (
      update work_items set updated_at = ${nextMoment}, updated_by = ${user_id}
      where id in (select work_item_id from unlinked) and project_id = ${project_id}
    )
    update labels set deleted_at = now(), updated_at = now(), updated_by = ${user_id}
    where project_id = ${project_id} and id = any(${ids}::uuid[])`.execute(tx)
