import type { PropertyKind, PropertyValue, WorkItemProperty } from '@cairn/contract'
import { sql as piece, raw, type Sql } from '@cairn/work-item-query'
import { type ColumnType, type Generated, sql } from 'kysely'
import type { Member } from '#kernel/auth/member.ts'
import type { Db, Row, Tx } from '#kernel/database/schema.ts'
import { sendAhead } from '#kernel/database/send-ahead.ts'
import { defaultTypeOf } from './project-type-queries.ts'
import { inWorkspace } from './scope-queries.ts'

declare module '#kernel/database/schema.ts' {
  interface Database {
    work_item_properties: Row & {
      workspace_id: string
      type_id: string
      name: string
      help: Generated<string>
      kind: PropertyKind
      is_multi: Generated<boolean>
      is_required: Generated<boolean>
      is_active: Generated<boolean>
      default_value: ColumnType<PropertyValue | null, string | null | undefined, string | null>
      unit: Generated<string>
      decimals: number | null
      sort_order: Generated<number>
      external_source: string | null
      external_id: string | null
    }
    work_item_property_options: Row & {
      property_id: string
      name: string
      color: Generated<string>
      sort_order: Generated<number>
      is_active: Generated<boolean>
      external_source: string | null
      external_id: string | null
    }
  }
}

const options = sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', o.id, 'property_id', o.property_id, 'name', o.name,
    'color', o.color, 'sort_order', o.sort_order, 'is_active', o.is_active)
    order by o.sort_order, o.name, o.id)
  from work_item_property_options o where o.property_id = p.id and o.deleted_at is null
), '[]')`

/** Of `work_item_properties as p`. */
export const propertyColumns = sql`
  p.id, p.type_id, p.workspace_id, p.name, p.help, p.kind, p.is_multi, p.is_required, p.is_active,
  p.default_value, p.unit, p.decimals, p.sort_order, ${options} as options`

export const propertyOrder = sql`p.sort_order, p.name, p.id`

export const listPropertiesOfTypes = async (
  db: Db,
  member: Member,
  type_ids: readonly string[],
) => {
  const { rows } = await sql<WorkItemProperty>`
    select ${propertyColumns} from work_item_properties p
    where p.type_id = any(${[...type_ids]}::uuid[]) and ${inWorkspace(member, 'p')}
    order by ${propertyOrder}`.execute(db)
  return rows
}

/**
 * Properties and options of these types are not removed until the transaction ends. They may be
 * added and changed meanwhile.
 */
export const shareTypes = (tx: Tx, { workspace_id }: Member, type_ids: readonly string[]) =>
  sendAhead(
    tx,
    sql`
      select from work_item_types
      where id = any(${[...type_ids]}::uuid[]) and workspace_id = ${workspace_id}
      order by id for key share`,
  )

/** Waits for those who share it. */
export const lockType = (tx: Tx, { workspace_id }: Member, type_id: string) =>
  sendAhead(
    tx,
    sql`
      select from work_item_types where id = ${type_id} and workspace_id = ${workspace_id}
      for update`,
  )

/** Whether items of the project's default type need more than its row. */
export const defaultTypeAsks = (project_id: string) => sql<boolean>`exists (
  select from work_item_properties p
  where p.type_id = ${defaultTypeOf(project_id)} and p.deleted_at is null and p.is_active
    and (p.is_required or p.default_value is not null)
)`

/** The text of an item that is searched: its description, and what was written into properties. */
export const searchedText = (of: string) => sql<string | null>`concat_ws(chr(10),
  ${sql.ref(`${of}.description_stripped`)}, (
    select string_agg(pv.text_value, chr(10) order by pv.property_id)
    from work_item_property_values pv
    where pv.work_item_id = ${sql.ref(`${of}.id`)} and pv.text_value is not null
  )
)`

/** Of a row of the history; also of a property that was deleted. */
export const nameOfProperty = (of: string) => sql<string | null>`(
  select told.name from work_item_properties told where told.id = ${sql.ref(`${of}.property_id`)}
)`

const valuesFrom = `coalesce((
  select jsonb_object_agg(v.property_id, v.value) from (
    select pv.property_id, case
      when count(pv.ref_id) > 0 then jsonb_agg(pv.ref_id order by pv.place)
      else jsonb_agg(coalesce(to_jsonb(pv.text_value), to_jsonb(pv.number_value),
        to_jsonb(pv.boolean_value), to_jsonb(pv.date_value),
        to_jsonb(to_char(pv.moment_value at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      )) -> 0 end as value
    from work_item_property_values pv where pv.work_item_id = i.id`
const valuesTo = ` group by pv.property_id
  ) v
), '{}')`

/** The contract's `property_values` of the item `i`. */
export const propertyValuesText = `${valuesFrom}${valuesTo}`
/** The same, of the values `pv` that meet a condition. */
export const valuesWhere = (condition: Sql): Sql =>
  piece`${raw(valuesFrom)} and ${condition}${raw(valuesTo)}`
export const propertyValues = raw(propertyValuesText)
