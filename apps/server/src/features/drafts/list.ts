import { type Draft, isPropertyField, type WorkItemListQuery } from '@cairn/contract'
import {
  type Caller,
  hasPropertyValue,
  type Link,
  type ListSource,
  sql as piece,
  postgres,
  propertyOf,
  propertyRank,
  raw,
  slicesByWindow,
  valueColumn,
} from '@cairn/work-item-query'
import { listItems, readParams } from '#features/work-items/service.ts'
import type { Member } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { seenAcross } from '#product/scope-queries.ts'
import { draftValues } from './property-value-queries.ts'

/**
 * Values of a draft may be deleted by now, or belong to a project it is no longer for: only what an
 * item could have is shown.
 */
const shown = {
  assignees: `array(
    select pm.user_id from project_members pm
    where pm.project_id = i.project_id and pm.user_id = any(i.assignee_ids) and pm.is_active
      and pm.deleted_at is null and pm.role >= 15 order by pm.user_id)`,
  labels: `array(
    select l.id from labels l where l.project_id = i.project_id and l.id = any(i.label_ids)
      and l.deleted_at is null order by l.id)`,
  modules: `array(
    select m.id from modules m where m.project_id = i.project_id and m.id = any(i.module_ids)
      and m.deleted_at is null and m.archived_at is null order by m.id)`,
}
const cycle = `(
  select c.id from cycles c where c.id = i.cycle_id and c.project_id = i.project_id
    and c.deleted_at is null and c.archived_at is null)`
const point = `(
  select e.id from estimate_points e where e.id = i.estimate_point
    and e.project_id = i.project_id and e.deleted_at is null)`
const parent = `(
  select w.id from work_items w where w.id = i.parent_id and w.deleted_at is null
    and w.archived_at is null)`
const type = `(
  select t.id from work_item_types t where t.id = i.type_id and t.deleted_at is null)`

/** Of the properties of its type. */
const propertyValues = `coalesce((
  select jsonb_object_agg(k.key, k.value) from jsonb_each(i.property_values) k
  join work_item_properties p on p.id = k.key::uuid and p.type_id = i.type_id
    and p.deleted_at is null
), '{}')`

export const draftTables = `drafts i left join states s on s.id = i.state_id
  and s.project_id = i.project_id and s.deleted_at is null`

/** The contract's row, from `draftTables`. */
export const draftColumns = `
  i.id, i.name, s.id as state_id, i.sort_order, null::timestamptz as completed_at,
  ${point} as estimate_point, i.priority, i.start_date, i.target_date, i.project_id,
  ${parent} as parent_id, ${cycle} as cycle_id, ${shown.modules} as module_ids,
  ${shown.labels} as label_ids, ${shown.assignees} as assignee_ids, ${type} as type_id,
  s."group" as state__group, ${propertyValues} as property_values,
  i.description_html, true as is_draft, i.created_at, i.updated_at, i.created_by, i.updated_by`

const nobody = () => piece`false`

/** The alphabetically first name among the shown values of a link. */
const names = {
  assignees: `select min(lower(u.first_name) collate "C") from users u
    where u.id = any(${shown.assignees})`,
  labels: `select min(lower(l.name) collate "C") from labels l where l.id = any(${shown.labels})`,
  modules: `select min(lower(m.name) collate "C") from modules m
    where m.id = any(${shown.modules})`,
}

/** Where the values of a link are; those of a property that are no ids as text, as groups are named. */
function valuesOf(link: Link): string {
  if (!isPropertyField(link)) return `unnest(${shown[link]})`
  const { kind, id } = propertyOf(link)
  const column = valueColumn(kind)
  return `(select ${column === 'ref_id' ? column : `${column}::text`} as value
    from ${draftValues} l where l.property_id = '${id}')`
}

/** The list dialect, applied to drafts. */
const dialectFor = (caller: Caller): ListSource['dialect'] => ({
  ...postgres,
  from: raw(draftTables),
  columns: {
    ...postgres.columns,
    state_id: raw('s.id'),
    cycle_id: raw(cycle),
    estimate_point: raw(point),
    parent_id: raw(parent),
    completed_at: raw('null::timestamptz'),
  },
  // A draft has no number, and nothing refers to it yet.
  sortables: {
    ...postgres.sortables,
    sequence_id: raw('0::int'),
    cycle_name: raw(`(select lower(c.name) collate "C" from cycles c where c.id = ${cycle})`),
    estimate_key: raw(`(select e.key from estimate_points e where e.id = ${point})`),
    link_count: raw('0::int'),
    attachment_count: raw('0::int'),
    sub_issues_count: raw('0::int'),
  },
  firstName: (link) => raw(`(${names[link]})`),
  linkTable: (link, alias) => ({
    table: raw(`lateral ${valuesOf(link)} as ${alias}(value)`),
    item: raw('i.id'),
    value: raw(`${alias}.value`),
  }),
  hasAny: (link, ids) =>
    piece`exists (select from ${raw(valuesOf(link))} as l(value) where l.value = any(${ids}::uuid[]))`,
  hasNone: (link) => piece`not exists (select from ${raw(valuesOf(link))} as l(value))`,
  propertyRank: (property) => propertyRank(property, draftValues),
  nameContains: (text) => piece`position(lower(${text}::text) in lower(i.name)) > 0`,
  mentions: nobody,
  subscriber: nobody,
  // A draft has no history and no relations; values are spoken of by their ids.
  passes: (test) => {
    if (test.kind === 'property') return hasPropertyValue(test, caller, 'each', raw(draftValues))
    if (test.kind === 'is') return test.nature === 'draft' ? piece`true` : nobody()
    return test.kind === 'title' ? piece`lower(i.name) = lower(${test.text}::text)` : nobody()
  },
})

/** The caller's own, newest first unless another order is requested. */
export function listDrafts(db: Db, member: Member, query: WorkItemListQuery) {
  const { workspace_id, user_id } = member
  const dialect = dialectFor({ sees: (alias) => seenAcross(member, alias), user_id })
  return listItems<Draft>(db, member, readParams(query), {
    base: piece`i.workspace_id = ${workspace_id} and i.created_by = ${user_id}
      and i.deleted_at is null`,
    groupsOf: async () => [],
    rows: { dialect, columns: raw(draftColumns) },
    slices: slicesByWindow,
  })
}
