import type { PropertyKind, ReferencedItem, WorkItemProperty } from '@cairn/contract'
import { type Insertable, sql, type UpdateObject } from 'kysely'
import type { Member } from '#kernel/auth/member.ts'
import { type Database, type Db, now, type Tx } from '#kernel/database/schema.ts'
import { nextMoment } from '#product/moment-queries.ts'
import { inWorkspace, visibleAcross } from '#product/scope-queries.ts'
import { propertyColumns, propertyOrder } from '#product/work-item-property-queries.ts'

/** Of a type that was not deleted. */
const ofLiveType = sql`exists (
  select from work_item_types t where t.id = p.type_id and t.deleted_at is null
)`

export const listProperties = async (db: Db, member: Member) => {
  const { rows } = await sql<WorkItemProperty>`
    select ${propertyColumns} from work_item_properties p
    where ${inWorkspace(member, 'p')} and ${ofLiveType}
    order by ${propertyOrder}`.execute(db)
  return rows
}

export const findProperty = async (
  db: Db,
  member: Member,
  { type_id, id }: { type_id: string; id: string },
) => {
  const { rows } = await sql<WorkItemProperty>`
    select ${propertyColumns} from work_item_properties p
    where p.id = ${id} and p.type_id = ${type_id} and ${inWorkspace(member, 'p')}
      and ${ofLiveType}`.execute(db)
  return rows[0]
}

export const isType = async (db: Db, member: Member, id: string) => {
  const { rows } = await sql`
    select from work_item_types t where t.id = ${id} and ${inWorkspace(member, 't')}`.execute(db)
  return rows.length > 0
}

export const findLastOrder = async (db: Db, member: Member, type_id: string) => {
  const { rows } = await sql<{ last: number | null }>`
    select max(p.sort_order) as last from work_item_properties p
    where p.type_id = ${type_id} and ${inWorkspace(member, 'p')}`.execute(db)
  return rows[0]?.last ?? undefined
}

type NewRow = Omit<Insertable<Database['work_item_properties']>, 'workspace_id' | 'created_by'>

export const insertProperty = (tx: Tx, { workspace_id, user_id }: Member, row: NewRow) =>
  tx
    .insertInto('work_item_properties')
    .values({ ...row, workspace_id, created_by: user_id })
    .returning('id')
    .executeTakeFirstOrThrow()

export const updateProperty = (
  tx: Tx,
  member: Member,
  id: string,
  change: UpdateObject<Database, 'work_item_properties'>,
) =>
  tx
    .updateTable('work_item_properties')
    .set({ ...change, updated_at: now, updated_by: member.user_id })
    .where('id', '=', id)
    .where(inWorkspace(member))
    .execute()

export interface OptionRow {
  id: string
  name: string
  color: string
  sort_order: number
  is_active: boolean
}

/**
 * Adds options and changes those that exist; returns how many. Two of them may swap their names:
 * for a moment each has its id as name.
 */
export async function upsertOptions(
  tx: Tx,
  { user_id }: Member,
  property_id: string,
  options: readonly OptionRow[],
) {
  await sql`
    update work_item_property_options set name = id::text
    where property_id = ${property_id} and id = any(${options.map(({ id }) => id)}::uuid[])`.execute(
    tx,
  )
  const { numAffectedRows = 0n } = await sql`
    insert into work_item_property_options as o (id, property_id, name, color, sort_order,
      is_active, created_by)
    select v.id, ${property_id}, v.name, v.color, v.sort_order, v.is_active, ${user_id}
    from jsonb_to_recordset(${JSON.stringify(options)}::jsonb) as v (id uuid, name text, color text,
      sort_order float8, is_active boolean)
    on conflict (id) do update set name = excluded.name, color = excluded.color,
      sort_order = excluded.sort_order, is_active = excluded.is_active, updated_at = now(),
      updated_by = ${user_id}
      where o.property_id = ${property_id} and o.deleted_at is null`.execute(tx)
  return Number(numAffectedRows)
}

export const markOptionsDeleted = (
  tx: Tx,
  { user_id }: Member,
  property_id: string,
  ids: readonly string[],
) =>
  sql`
    update work_item_property_options set deleted_at = now(), updated_at = now(),
      updated_by = ${user_id}
    where property_id = ${property_id} and id = any(${[...ids]}::uuid[])
      and deleted_at is null`.execute(tx)

/** Of these, the items the user sees. */
export const listReferenced = async (db: Db, member: Member, ids: readonly string[]) => {
  const { rows } = await sql<ReferencedItem>`
    select i.id, i.project_id, p.identifier as project_identifier, i.sequence_id, i.name,
      i.state_id, i.type_id
    from work_items i join projects p on p.id = i.project_id
    where i.id = any(${[...ids]}::uuid[]) and i.deleted_at is null and not i.in_triage
      and ${visibleAcross(member, 'i')}
    order by lower(p.name), p.id, i.sequence_id`.execute(db)
  return rows
}

/** The column of the value table for each kind; its index has only rows with a value in it. */
const columns: Record<PropertyKind, string> = {
  ...{ text: 'text_value', link: 'text_value', number: 'number_value', boolean: 'boolean_value' },
  ...{ date: 'date_value', datetime: 'moment_value', option: 'ref_id', person: 'ref_id' },
  item: 'ref_id',
}

interface Deleted {
  property_id: string
  kind: PropertyKind
  /** Null: the whole property. */
  option_id: string | null
}

/** Deleted properties and options that items still have values of. */
export const listDeleted = async (db: Db) => {
  const hasValues = (kind: PropertyKind) => sql`p.kind = ${kind} and exists (
    select from work_item_property_values v
    where v.property_id = p.id and ${sql.ref(`v.${columns[kind]}`)} is not null
  )`
  const kinds = Object.keys(columns) as PropertyKind[]
  const { rows } = await sql<Deleted>`
    select p.id as property_id, p.kind, null::uuid as option_id from work_item_properties p
    where p.deleted_at is not null and (${sql.join(kinds.map(hasValues), sql` or `)})
    union all
    select o.property_id, 'option', o.id from work_item_property_options o
    join work_item_properties p on p.id = o.property_id and p.deleted_at is null
    where o.deleted_at is not null and exists (
      select from work_item_property_values v where v.property_id = p.id and v.ref_id = o.id
    )`.execute(db)
  return rows
}

const AT_ONCE = 2000

interface Purged {
  workspace_id: string
  project_id: string
}

/**
 * Deletes some values of what was deleted, and marks their items as changed, so that copies of them
 * are read again. Returns the projects of these items, and whether there may be more.
 */
export async function purgeSome(tx: Tx, { property_id, kind, option_id }: Deleted) {
  const which =
    option_id === null
      ? sql`${sql.ref(columns[kind])} is not null`
      : sql`ref_id = ${option_id}::uuid`
  // Locks items before their values, like every other writer; the reverse order can deadlock.
  const { rows: locked } = await sql<{ id: string }>`
    select id from work_items where id in (
      select work_item_id from work_item_property_values
      where property_id = ${property_id} and ${which} limit ${AT_ONCE}
    ) order by id for no key update`.execute(tx)
  const { rows } = await sql<Purged & { items: number }>`
    with gone as (
      delete from work_item_property_values
      where property_id = ${property_id} and ${which}
        and work_item_id = any(${locked.map(({ id }) => id)}::uuid[])
      returning work_item_id
    ), changed as (
      update work_items i set updated_at = ${nextMoment}
      where i.id in (select work_item_id from gone) returning i.workspace_id, i.project_id
    )
    select workspace_id, project_id, count(*)::int as items from changed
    group by workspace_id, project_id`.execute(tx)
  return { projects: rows, isMore: rows.reduce((sum, { items }) => sum + items, 0) > 0 }
}
