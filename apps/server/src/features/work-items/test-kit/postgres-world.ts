import {
  pageByParts,
  sql as piece,
  postgres,
  raw,
  type Source,
  slicesByLateral,
} from '@cairn/work-item-query'
import type { World } from '@cairn/work-item-query/test-kit'
import { sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import { runStatement } from '#kernel/database/run-statement.ts'
import type { Db } from '#kernel/database/schema.ts'
import { foldFacets } from '../cached-count-queries.ts'
import { cachedCounts } from '../cached-counts.ts'
import { foldPropertyCounts } from '../property-count-queries.ts'

/** Writes the world's rows, replacing those of the former world. */
async function fill(db: Db, world: World): Promise<void> {
  const { project_id, states, labels, modules, cycles, people, types, points, items } = world
  const workspace_id = '00000000-0000-4000-8000-000000000000'
  const owner = '00000000-0000-4000-8000-000000000001'
  const ids = items.map(({ id }) => id)
  const pairs = (kind: 'assignees' | 'labels' | 'modules' | 'mentions' | 'subscribers') =>
    JSON.stringify(items.flatMap((item) => item[kind].map((to) => ({ item: item.id, to }))))
  const rows = (values: object) => sql`${JSON.stringify(values)}::jsonb`
  await sql`
    truncate users, workspaces, work_item_counts, cycle_counts, uncounted_items,
      property_count_changes cascade`.execute(db)
  await sql`
    insert into users (id, username, email, password_hash, first_name, display_name)
    select p.id, p.id::text, p.id || '@cairn.test', '', p.name, p.name
    from jsonb_to_recordset(${rows([...people, { id: owner, name: 'owner' }])})
      as p (id uuid, name text)`.execute(db)
  await sql`
    insert into workspaces (id, name, slug, owner_id)
    values (${workspace_id}, 'Acme', 'acme', ${owner})`.execute(db)
  await sql`
    insert into projects (id, workspace_id, name, identifier)
    values (${project_id}, ${workspace_id}, 'Trail', 'TRAIL')`.execute(db)
  await sql`
    insert into project_members (workspace_id, project_id, user_id, role)
    select ${workspace_id}, ${project_id}, id, 15 from users`.execute(db)
  await sql`
    insert into states (id, workspace_id, project_id, name, color, "group")
    select s.id, ${workspace_id}, ${project_id}, s.name, '#000', s."group"
    from jsonb_to_recordset(${rows(states)}) as s (id uuid, name text, "group" text)`.execute(db)
  for (const [table, named] of Object.entries({ labels, modules, cycles })) {
    await sql`
      insert into ${sql.table(table)} (id, workspace_id, project_id, name)
      select n.id, ${workspace_id}, ${project_id}, n.name
      from jsonb_to_recordset(${rows(named)}) as n (id uuid, name text)`.execute(db)
  }
  await sql`
    insert into work_item_types (id, workspace_id, name)
    select t.id, ${workspace_id}, t.name
    from jsonb_to_recordset(${rows(types)}) as t (id uuid, name text)`.execute(db)
  await sql`
    with estimate as (
      insert into estimates (workspace_id, project_id, name)
      values (${workspace_id}, ${project_id}, 'Points') returning id
    )
    insert into estimate_points (id, workspace_id, project_id, estimate_id, key, value)
    select p.id, ${workspace_id}, ${project_id}, estimate.id, p.key, p.key
    from estimate, jsonb_to_recordset(${rows(points)}) as p (id uuid, key int)`.execute(db)
  await sql`
    insert into work_items (id, workspace_id, project_id, name, sequence_id, sort_order, priority,
      state_id, cycle_id, parent_id, created_by, updated_by, type_id, estimate_point, start_date, target_date,
      created_at, updated_at, completed_at, link_count, attachment_count)
    select i.id, ${workspace_id}, ${project_id}, i.name, i.sequence_id, i.sort_order, i.priority,
      i.state_id, i.cycle_id, i.parent_id, i.created_by, i.updated_by, i.type_id, i.estimate_point, i.start_date,
      i.target_date, i.created_at, i.updated_at, i.completed_at, i.link_count, i.attachment_count
    from jsonb_populate_recordset(null::work_items, ${rows(items)}) i`.execute(db)
  await fillProperties(db, world)
  const links = {
    work_item_assignees: ['user_id', pairs('assignees')],
    work_item_labels: ['label_id', pairs('labels')],
    module_items: ['module_id', pairs('modules')],
    work_item_mentions: ['user_id', pairs('mentions')],
    work_item_subscribers: ['user_id', pairs('subscribers')],
  } as const
  for (const [table, [column, made]] of Object.entries(links)) {
    await sql`
      insert into ${sql.table(table)} (work_item_id, ${sql.ref(column)})
      select l.item, l."to" from jsonb_to_recordset(${made}::jsonb) as l (item uuid, "to" uuid)
      where l.item = any(${ids}::uuid[])`.execute(db)
  }
  await sql`
    insert into work_item_relations (workspace_id, project_id, work_item_id, related_id, type)
    select ${workspace_id}, ${project_id}, r."from", r."to", r.type
    from jsonb_to_recordset(${rows(world.relations)})
      as r ("from" uuid, "to" uuid, type text)`.execute(db)
  const left = items.flatMap(({ id, former_states }) =>
    former_states.map((state) => ({ id, state })),
  )
  await sql`
    insert into activities (workspace_id, project_id, work_item_id, field, old_value, old_identifier)
    select ${workspace_id}, ${project_id}, l.id, 'state', s.name, s.id
    from jsonb_to_recordset(${rows(left)}) as l (id uuid, state uuid)
      join states s on s.id = l.state`.execute(db)
}

const columnOf = {
  ...{ text: 'text_value', link: 'text_value', number: 'number_value', boolean: 'boolean_value' },
  ...{ date: 'date_value', datetime: 'moment_value' },
  ...{ option: 'ref_id', person: 'ref_id', item: 'ref_id' },
} as const

/** Properties with their options, and a row for each value. */
async function fillProperties(db: Db, { properties, items }: World) {
  const options = properties.flatMap(({ id, options }) =>
    options.map((option, sort_order) => ({ ...option, property_id: id, sort_order })),
  )
  const values = items.flatMap((item) =>
    properties.flatMap(({ id, kind }) => {
      const value = item.values[id]
      if (value === undefined) return []
      const all = Array.isArray(value) ? value : [value]
      return all.map((one, place) => ({
        ...{ work_item_id: item.id, property_id: id, place },
        [columnOf[kind]]: one,
      }))
    }),
  )
  await sql`
    insert into work_item_properties (id, workspace_id, type_id, name, kind, is_multi)
    select p.id, t.workspace_id, p.type_id, p.name, p.kind, p.kind in ('option', 'person', 'item')
    from jsonb_to_recordset(${JSON.stringify(properties)}::jsonb)
      as p (id uuid, type_id uuid, name text, kind text) join work_item_types t on t.id = p.type_id`.execute(
    db,
  )
  await sql`
    insert into work_item_property_options (id, property_id, name, sort_order)
    select o.id, o.property_id, o.name, o.sort_order
    from jsonb_populate_recordset(null::work_item_property_options,
      ${JSON.stringify(options)}::jsonb) o`.execute(db)
  await sql`
    insert into work_item_property_values (work_item_id, property_id, place, project_id, created_at,
      sort_order, text_value, number_value, boolean_value, date_value, moment_value, ref_id)
    select i.id, v.property_id, v.place, i.project_id, i.created_at, i.sort_order, v.text_value,
      v.number_value, v.boolean_value, v.date_value, v.moment_value, v.ref_id
    from jsonb_populate_recordset(null::work_item_property_values,
      ${JSON.stringify(values)}::jsonb) v join work_items i on i.id = v.work_item_id`.execute(db)
}

/** The world in PostgreSQL, read as the server reads; every second one uses folded counts. */
export async function postgresWorld(db: Db, world: World): Promise<Source> {
  await fill(db, world)
  const { project_id } = world
  if (world.items.length % 2 === 0) {
    await foldFacets(db)
    await foldPropertyCounts(db)
  }
  return {
    place: {
      dialect: postgres,
      base: piece`i.project_id = ${project_id} and i.is_listed`,
      columns: raw('i.id'),
      itemsOnly: raw('work_items i'),
      scope: piece`p.project_id = ${project_id}`,
      project_id,
    },
    slices: slicesByLateral,
    page: pageByParts,
    run: (statement) => runStatement(db, statement),
    ...cachedCounts(db, { project_id } as ProjectMember),
    groupsOf: async (key) => {
      if (key === 'state_id') return world.states.map(({ id }) => id)
      if (key === 'cycle_id') return world.cycles.map(({ id }) => id)
      return key === 'project_id' ? [project_id] : []
    },
  }
}
