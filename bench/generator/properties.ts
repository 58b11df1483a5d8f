import { randomUUID } from 'node:crypto'
import type { PropertyKind } from '@cairn/contract'
import type { ClientBase } from 'pg'
import { copyRows } from './copy.ts'

/** A property of the type that all generated items have. */
export interface Property {
  id: string
  name: string
  kind: PropertyKind
  /** Of a hundred items, so many have a value. */
  share: number
  option_ids: string[]
}

/** Repeated if more are wanted. */
const kinds: readonly (readonly [PropertyKind, name: string, share: number, options?: number])[] = [
  ['option', 'Severity', 95, 5],
  ['number', 'Effort', 80],
  ['date', 'Promised', 50],
  ['text', 'Version', 60],
  ['person', 'Reviewer', 60],
  ['boolean', 'Regression', 90],
  ['datetime', 'Last seen', 50],
  ['link', 'Ticket', 40],
  ['item', 'Original', 10],
  ['option', 'Customer', 50, 200],
  ['option', 'Area', 80, 20],
  ['option', 'Platform', 60, 6],
  ['option', 'Browser', 30, 4],
  ['number', 'Cost', 40],
  ['number', 'Votes', 70],
  ['date', 'Reported', 90],
  ['date', 'Released', 30],
  ['person', 'Reporter', 90],
  ['boolean', 'Security', 30],
  ['text', 'Environment', 40],
]

export function makeProperties(count: number): Property[] {
  return Array.from({ length: count }, (_, n) => {
    const [kind, name, share, options = 0] = kinds[n % kinds.length] ?? kinds[0]!
    const turn = Math.floor(n / kinds.length)
    return {
      ...{ id: randomUUID(), kind, share, name: turn > 0 ? `${name} ${turn + 1}` : name },
      option_ids: Array.from({ length: options }, () => randomUUID()),
    }
  })
}

/** The first of its kind. */
export function propertyOf({ properties }: { properties: Property[] }, kind: PropertyKind) {
  const found = properties.find((property) => property.kind === kind)
  if (!found) throw new Error(`No property is of the kind ${kind}`)
  return found
}

/** A type of the workspace, used in its projects. */
export async function copyType(
  client: ClientBase,
  workspace_id: string,
  project_ids: readonly string[],
  properties: readonly Property[],
): Promise<string> {
  const id = randomUUID()
  await copyRows(
    client,
    'work_item_types',
    ['id', 'workspace_id', 'name'],
    [[id, workspace_id, 'Task']],
  )
  await copyRows(
    client,
    'project_work_item_types',
    ['project_id', 'type_id'],
    project_ids.map((project_id) => [project_id, id]),
  )
  await copyRows(
    client,
    'work_item_properties',
    ['id', 'workspace_id', 'type_id', 'name', 'kind', 'sort_order'],
    properties.map((one, n) => [one.id, workspace_id, id, one.name, one.kind, 65_535 * (n + 1)]),
  )
  await copyRows(
    client,
    'work_item_property_options',
    ['id', 'property_id', 'name', 'sort_order'],
    properties.flatMap((property) =>
      property.option_ids.map((option, n) => [
        ...[option, property.id, `${property.name} ${n + 1}`, 65_535 * (n + 1)],
      ]),
    ),
  )
  return id
}

/** Values of all items, stored item by item, as they are when items are created one by one. */
export async function fillValues(
  client: ClientBase,
  workspace_id: string,
  properties: readonly Property[],
  people: readonly { id: string }[],
): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    'select id from work_items where workspace_id = $1 limit 500',
    [workspace_id],
  )
  const items = rows.map(({ id }) => id)
  const refs = { option: undefined, person: people.map(({ id }) => id), item: items }
  const wanted = properties.map(({ id, kind, share, option_ids }, n) => ({
    ...{ id, kind, share, n },
    refs: kind === 'person' || kind === 'item' ? refs[kind] : option_ids,
  }))
  await client.query(
    `insert into work_item_property_values (work_item_id, property_id, project_id, created_at,
        sort_order, text_value, number_value, boolean_value, date_value, moment_value, ref_id)
      select i.id, p.id, i.project_id, i.created_at, i.sort_order,
        case p.kind when 'text' then (array['1', '2', '3', '4'])[1 + v.h % 4] || '.' || v.h % 997
          when 'link' then 'https://tickets.example/' || v.h % 100000 end,
        case p.kind when 'number' then v.h % 1000 end,
        case p.kind when 'boolean' then v.h % 4 = 0 end,
        case p.kind when 'date' then i.created_at::date + (v.h % 120)::int end,
        case p.kind when 'datetime' then i.created_at + v.h % 500 * interval '1 hour' end,
        case when p.kind in ('option', 'person', 'item')
          then p.refs[1 + v.h % cardinality(p.refs)] end
      from work_items i
        cross join jsonb_to_recordset($2::jsonb) as p (id uuid, kind text, share int, n int, refs uuid[])
        cross join lateral (
          select abs(hashint8extended(i.sequence_id, p.n) % 10000000) as h
        ) v
      where i.workspace_id = $1 and v.h / 1000 % 100 < p.share`,
    [workspace_id, JSON.stringify(wanted)],
  )
}
