import type { BulkProperties } from '@cairn/contract'
import { sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { sendAhead } from '#kernel/database/send-ahead.ts'
import type { Chosen } from './bulk-properties.ts'
import type { EstimatePoint } from './field-queries.ts'
import type { Named } from './people-and-labels.ts'
import { nextMoment, nextMomentOfItem } from './queries.ts'

export interface Cycle extends Named {
  is_over: boolean
  is_archived: boolean
}

export const readCycles = async (tx: Tx, { project_id }: ProjectMember) => {
  const { rows } = await sql<Cycle>`
    select id, name, coalesce(end_date < now(), false) as is_over,
      archived_at is not null as is_archived from cycles
    where project_id = ${project_id} and deleted_at is null`.execute(tx)
  return new Map(rows.map((cycle) => [cycle.id, cycle]))
}

/** Locks the cycle against deletion until the items are in it. */
export const shareCycle = (tx: Tx, { project_id }: ProjectMember, id: string) =>
  sql`
    select from cycles where id = ${id} and project_id = ${project_id} for share`.execute(tx)

export const readPoints = async (tx: Tx, { project_id }: ProjectMember) => {
  const { rows } = await sql<EstimatePoint>`
    select p.id, p.value, e.type from estimate_points p join estimates e on e.id = p.estimate_id
    where p.project_id = ${project_id} and p.deleted_at is null`.execute(tx)
  return new Map(rows.map((point) => [point.id, point]))
}

export const readTypes = async (tx: Tx, { workspace_id }: ProjectMember) => {
  const { rows } = await sql<Named>`
    select id, name from work_item_types where workspace_id = ${workspace_id}`.execute(tx)
  return new Map(rows.map((type) => [type.id, type]))
}

/** Locks the modules: one that is archived meanwhile would still be shown on the items. */
export const readModules = async (
  tx: Tx,
  { project_id }: ProjectMember,
  ids: readonly string[],
) => {
  const { rows } = await sql<Named>`
    select id, name from modules
    where project_id = ${project_id} and id = any(${[...ids]}::uuid[]) and deleted_at is null
      and archived_at is null
    order by id for share`.execute(tx)
  return rows
}

export const updateMany = (
  tx: Tx,
  { project_id, user_id }: ProjectMember,
  ids: readonly string[],
  properties: BulkProperties,
  { state }: Chosen,
) => {
  const { priority, start_date, target_date, estimate_point, cycle_id, type_id } = properties
  const scalars = { priority, start_date, target_date, estimate_point, cycle_id, type_id }
  const sets = Object.entries(scalars)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  if (state) {
    sets.push(sql`state_id = ${state.id}`)
    // Unchanged between two completed states.
    sets.push(
      state.group === 'completed'
        ? sql`completed_at = coalesce(completed_at, now())`
        : sql`completed_at = null`,
    )
  }
  const query = sql`
    update work_items set ${sql.join([...sets, sql`updated_by = ${user_id}`])},
      updated_at = ${nextMoment}
    where project_id = ${project_id} and id = any(${[...ids]}::uuid[])`
  return sendAhead(tx, query)
}

/** A link has the project and workspace of its item. */
export const linkMany = async (
  tx: Tx,
  table: string,
  column: string,
  items: string[],
  to: Named[],
) => {
  if (to.length === 0) return
  const query = sql`
    insert into ${sql.table(table)} (work_item_id, ${sql.ref(column)}, created_at, sort_order)
    select i.id, added, i.created_at, i.sort_order from work_items i
    cross join unnest(${to.map(({ id }) => id)}::uuid[]) added
    where i.id = any(${items}::uuid[])
    on conflict do nothing`
  await sendAhead(tx, query)
}

export const unlinkMany = async (
  tx: Tx,
  table: string,
  column: string,
  items: string[],
  from: Named[],
) => {
  if (from.length === 0) return
  const query = sql`
    delete from ${sql.table(table)} where work_item_id = any(${items}::uuid[])
      and ${sql.ref(column)} = any(${from.map(({ id }) => id)}::uuid[])`
  await sendAhead(tx, query)
}

export const followMany = async (tx: Tx, items: string[], people: string[]) => {
  const query = sql`
    insert into work_item_subscribers (work_item_id, user_id)
    select item, person from unnest(${items}::uuid[]) item
    cross join unnest(${people}::uuid[]) person
    on conflict do nothing`
  await sendAhead(tx, query)
}

export const today = async (tx: Tx) => {
  const { rows } = await sql<{ day: string }>`select current_date as day`.execute(tx)
  return rows[0]?.day ?? ''
}

export const archiveRows = (
  tx: Tx,
  member: ProjectMember,
  ids: readonly string[],
  archived_at: string,
) =>
  sql`
    update work_items set archived_at = ${archived_at}, updated_at = ${nextMoment},
      updated_by = ${member.user_id}
    where project_id = ${member.project_id} and id = any(${[...ids]}::uuid[])`.execute(tx)

export const updateDates = (
  tx: Tx,
  member: ProjectMember,
  values: readonly { id: string; start: string | null; target: string | null }[],
) =>
  sql`
    update work_items i set start_date = v.start, target_date = v.target,
      updated_at = ${nextMomentOfItem},
      updated_by = ${member.user_id}
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as v (id uuid, start date, target date)
    where i.id = v.id and i.project_id = ${member.project_id}`.execute(tx)
