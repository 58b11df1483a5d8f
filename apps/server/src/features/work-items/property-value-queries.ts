import type { WorkItem } from '@cairn/contract'
import { sql } from 'kysely'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import { toKysely } from '#kernel/database/run-statement.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { sendAhead } from '#kernel/database/send-ahead.ts'
import { inProject, visibleAcross } from '#product/scope-queries.ts'
import { propertyValues } from '#product/work-item-property-queries.ts'

/** Whoever changes values, in the project of the items. */
export type ProjectUser = Member & Pick<ProjectMember, 'project_id'>

/** One row of the table: of several values each has its own. */
export interface ValueRow {
  item: string
  property_id: string
  place: number
  text_value?: string
  number_value?: number
  boolean_value?: boolean
  date_value?: string
  moment_value?: string
  ref_id?: string
}

/** Adds values of locked items of the project. */
export async function insertValues(
  tx: Tx,
  { project_id }: Pick<ProjectMember, 'project_id'>,
  rows: readonly ValueRow[],
) {
  if (rows.length === 0) return
  await sendAhead(
    tx,
    sql`
    insert into work_item_property_values (work_item_id, property_id, place, project_id, created_at,
      sort_order, text_value, number_value, boolean_value, date_value, moment_value, ref_id)
    select i.id, v.property_id, v.place, i.project_id, i.created_at, i.sort_order, v.text_value,
      v.number_value, v.boolean_value, v.date_value, v.moment_value, v.ref_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v (item uuid, property_id uuid,
      place smallint, text_value text, number_value float8, boolean_value boolean, date_value date,
      moment_value timestamptz, ref_id uuid)
    join work_items i on i.id = v.item and i.project_id = ${project_id}`,
  )
}

/** Of one item and one property. */
export interface ValueRef {
  item: string
  property_id: string
}

/** Removes what locked items of the project have. */
export async function deleteValues(
  tx: Tx,
  { project_id }: Pick<ProjectMember, 'project_id'>,
  gone: readonly ValueRef[],
) {
  if (gone.length === 0) return
  await sendAhead(
    tx,
    sql`
    delete from work_item_property_values v
    using unnest(${gone.map(({ item }) => item)}::uuid[],
      ${gone.map(({ property_id }) => property_id)}::uuid[]) as gone (item, property_id)
    where v.work_item_id = gone.item and v.property_id = gone.property_id
      and v.project_id = ${project_id}`,
  )
}

export interface NamedReference {
  id: string
  name: string
  /** Whether a value may have it here. */
  fits: boolean
}

/** The users and items of these ids, by name and key. */
export const nameReferences = async (
  tx: Tx,
  member: ProjectUser,
  { people, items }: { people: readonly string[]; items: readonly string[] },
) => {
  const { rows } = await sql<NamedReference>`
    select u.id, u.display_name as name, pm.user_id is not null as fits
    from users u
    left join project_members pm on pm.user_id = u.id and pm.project_id = ${member.project_id}
      and pm.is_active and pm.deleted_at is null
    where u.id = any(${[...people]}::uuid[]) and exists (
      select from project_members own
      where own.user_id = u.id and own.workspace_id = ${member.workspace_id}
    )
    union all
    select i.id, p.identifier || '-' || i.sequence_id,
      i.deleted_at is null and not i.in_triage and ${visibleAcross(member, 'i')}
    from work_items i join projects p on p.id = i.project_id
    where i.id = any(${[...items]}::uuid[]) and i.workspace_id = ${member.workspace_id}`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The values of items, as lists have them. */
export const listValued = async (tx: Tx, member: ProjectUser, ids: readonly string[]) => {
  const { rows } = await sql<Pick<WorkItem, 'id' | 'property_values'>>`
    select i.id, ${toKysely(propertyValues)} as property_values from work_items i
    where i.id = any(${[...ids]}::uuid[]) and ${inProject(member, 'i')}`.execute(tx)
  return rows
}
