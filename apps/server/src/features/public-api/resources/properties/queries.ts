import type { WorkItemProperty } from '@cairn/contract'
import type { External } from '@cairn/contract/v1'
import { type RawBuilder, sql } from 'kysely'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import type { Audit, Db, Tx } from '#kernel/database/schema.ts'
import { isoMoment } from '#product/lite-shape-queries.ts'
import { inWorkspace } from '#product/scope-queries.ts'
import { propertyColumns, propertyOrder } from '#product/work-item-property-queries.ts'

type Stored = { [Column in keyof Audit]: string | null } & Required<External>

export interface StoredOption extends Stored {
  id: string
  name: string
  color: string
  sort_order: number
  is_active: boolean
  created_at: string
  updated_at: string
}

export interface StoredProperty
  extends WorkItemProperty,
    Omit<StoredOption, keyof WorkItemProperty> {
  stored_options: StoredOption[]
}

const storedOptions = sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name, 'color', o.color,
    'sort_order', o.sort_order, 'is_active', o.is_active, 'external_source', o.external_source,
    'external_id', o.external_id, 'created_at', ${isoMoment(sql`o.created_at`)},
    'updated_at', ${isoMoment(sql`o.updated_at`)}, 'created_by', o.created_by,
    'updated_by', o.updated_by, 'deleted_at', null) order by o.sort_order, o.name, o.id)
  from work_item_property_options o where o.property_id = p.id and o.deleted_at is null
), '[]')`

const listWhere = async (db: Db, member: Member, condition: RawBuilder<unknown>) => {
  const { rows } = await sql<StoredProperty>`
    select ${propertyColumns}, p.external_source, p.external_id, p.created_at, p.updated_at,
      p.created_by, p.updated_by, p.deleted_at, ${storedOptions} as stored_options
    from work_item_properties p
    join work_item_types t on t.id = p.type_id and t.deleted_at is null
    where ${inWorkspace(member, 'p')} and ${condition}
    order by t.is_epic, t.sort_order, t.id, ${propertyOrder}`.execute(db)
  return rows
}

/** Of the types the project uses. */
const ofProject = ({ project_id }: ProjectMember) => sql`exists (
  select from projects used where used.id = ${project_id}
    and case when t.is_epic then used.is_epic_enabled else used.is_issue_type_enabled and exists (
      select from project_work_item_types pt where pt.project_id = used.id and pt.type_id = t.id
    ) end
)`

export const listOfProject = (db: Db, member: ProjectMember) =>
  listWhere(db, member, ofProject(member))

export const listOfWorkspace = (db: Db, member: Member) => listWhere(db, member, sql`true`)

export const findProperty = async (db: Db, member: ProjectMember, id: string) =>
  (await listWhere(db, member, sql`p.id = ${id} and ${ofProject(member)}`))[0]

export const findByName = async (db: Db, member: Member, type_id: string, name: string) => {
  const { rows } = await sql<{ id: string }>`
    select p.id from work_item_properties p
    where ${inWorkspace(member, 'p')} and p.type_id = ${type_id}
      and lower(p.name) = lower(${name})`.execute(db)
  return rows[0]?.id
}

/** Which of its options comes from where. */
export const saveExternal = (
  tx: Tx | Db,
  property_id: string,
  option_id: string,
  { external_source = null, external_id = null }: External,
) =>
  sql`
    update work_item_property_options
    set external_source = ${external_source}, external_id = ${external_id}
    where id = ${option_id} and property_id = ${property_id}`.execute(tx)
