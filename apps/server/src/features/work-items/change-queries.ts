import type { WorkItemPatch } from '@cairn/contract'
import { type RawBuilder, sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import { writtenOnce } from '#kernel/database/written-once.ts'
import { emittingSaved } from '#kernel/events/outbox.ts'
import { inProject } from '#product/scope-queries.ts'
import { sentences } from './activities.ts'
import { assigneesNamed, changeable, labelsNamed, nextMomentOfItem } from './queries.ts'
import type { Kind } from './read.ts'

/** Fields one statement can write, with a lookup of the rows they reference. */
export const direct = [
  ...(['name', 'priority', 'start_date', 'target_date', 'sort_order'] as const),
  ...(['state_id', 'label_ids', 'assignee_ids'] as const),
] as const
type Field = (typeof direct)[number]
export type Direct = Pick<WorkItemPatch, Field>

interface Shape {
  fields: readonly Field[]
  kind: Kind | undefined
}

interface Values extends Direct, Pick<ProjectMember, 'workspace_id' | 'project_id' | 'user_id'> {
  id: string
  epoch: number
}

/** Null is in order with any date. */
const inOrder = ({ fields }: Shape, values: Direct) => {
  const day = (field: 'start_date' | 'target_date') =>
    fields.includes(field) ? sql`${values[field]}::date` : sql.ref(`i.${field}`)
  return sql`(${day('start_date')} > ${day('target_date')}) is not true`
}

const plain = ['name', 'priority', 'start_date', 'target_date', 'sort_order'] as const
const described = ['name', 'priority', 'start_date', 'target_date'] as const

/** A part of the statement: rows read first, columns set, conditions, other writes and history. */
interface Part {
  found?: RawBuilder<unknown>
  sets?: readonly RawBuilder<unknown>[]
  from?: RawBuilder<unknown>
  condition?: RawBuilder<unknown>
  written?: RawBuilder<unknown>
  /** Rows of (field, comment, before, after, from_id, to_id). */
  history?: readonly RawBuilder<unknown>[]
}

const plainPart = ({ fields }: Shape, values: Values): Part => ({
  sets: plain
    .filter((field) => fields.includes(field))
    .map((field) => sql`${sql.ref(field)} = ${values[field]}`),
  history: described
    .filter((field) => fields.includes(field))
    .map((field) => {
      const [before, after] = [sql.ref(`was.${field}`), sql.ref(`changed.${field}`)]
      return sql`
        select ${field}, ${sentences[field]}, coalesce(${before}::text, ''),
          coalesce(${after}::text, ''), null::uuid, null::uuid
        from was, changed where ${before} is distinct from ${after}`
    }),
})

/** Locked as in `findState`: no item is put into a state that is being deleted. */
const statePart = ({ state_id, project_id }: Values): Part => ({
  found: sql`picked as materialized (
    select id, name, "group" from states
    where id = ${state_id} and ${inProject({ project_id })} and "group" <> 'triage'
    for key share
  )`,
  sets: [
    sql`state_id = picked.id`,
    // Set on entering the group, cleared on leaving it, kept in between.
    sql`completed_at = case
      when (picked."group" = 'completed') = (was.state_group = 'completed') then i.completed_at
      when picked."group" = 'completed' then was.moment end`,
  ],
  from: sql`picked`,
  history: [
    sql`select 'state', 'updated the state to', was.state_name, picked.name, was.state_id, picked.id
      from was, picked, changed where was.state_id <> picked.id`,
  ],
})

interface Links {
  what: 'label' | 'assignee'
  table: string
  column: string
  ids: unknown
  named: (ids: RawBuilder<unknown>) => RawBuilder<unknown>
}

/**
 * Replaces all labels or assignees. An unknown id prevents the change; ids that do not fit are
 * skipped. `known` also has those the item had before: the history has their names.
 */
function linksPart({ id }: Values, { what, table, column, ids, named }: Links): Part {
  const [known, gone, put] = ['known', 'gone', 'put'].map((name) => sql.ref(`${what}s_${name}`))
  const [links, one] = [sql.table(table), sql.ref(column)]
  const before = sql`array(select ${one} from ${links} where work_item_id = ${id})`
  return {
    found: sql`${known} as materialized (
      select n.id, n.name, n.fits and n.id = any(${ids}::uuid[]) as stays
      from (${named(sql`(${ids}::uuid[] || ${before})`)}) as n
    )`,
    condition: sql`${ids}::uuid[] <@ array(select id from ${known})`,
    written: sql`${gone} as (
        delete from ${links} using changed
        where work_item_id = changed.id and ${one} <> all(array(select id from ${known} where stays))
        returning ${one} as id
      ), ${put} as (
        insert into ${links} (work_item_id, ${one}, created_at, sort_order)
        select changed.id, k.id, changed.created_at, changed.sort_order
        from changed, ${known} k where k.stays
        on conflict do nothing returning ${one} as id
      )`,
    history: [
      sql`select ${`${what}s`}, ${`added ${what} `}, '', k.name, null::uuid, k.id
        from ${put} join ${known} k on k.id = ${put}.id`,
      sql`select ${`${what}s`}, ${`removed ${what} `}, k.name, '', k.id, null::uuid
        from ${gone} join ${known} k on k.id = ${gone}.id`,
    ],
  }
}

function partsOf(shape: Shape, values: Values): Part[] {
  const { fields } = shape
  const { label_ids, assignee_ids } = values
  return [
    plainPart(shape, values),
    ...(fields.includes('state_id') ? [statePart(values)] : []),
    ...(fields.includes('label_ids')
      ? [
          linksPart(values, {
            ...{ what: 'label', table: 'work_item_labels', column: 'label_id', ids: label_ids },
            named: (ids) => labelsNamed(values, ids),
          }),
        ]
      : []),
    ...(fields.includes('assignee_ids')
      ? [
          linksPart(values, {
            ...{ what: 'assignee', table: 'work_item_assignees', column: 'user_id' },
            ids: assignee_ids,
            named: (ids) => assigneesNamed(values, ids),
          }),
        ]
      : []),
  ]
}

const historyOf = (
  rows: readonly RawBuilder<unknown>[],
  { workspace_id, project_id, user_id, epoch }: Values,
) =>
  rows.length === 0
    ? []
    : [
        sql`noted as (
          insert into activities (workspace_id, project_id, work_item_id, actor_id, verb, field,
            comment, old_value, new_value, old_identifier, new_identifier, epoch)
          select ${workspace_id}, ${project_id}, changed.id, ${user_id}, 'updated', n.*, ${epoch}
          from changed, (${sql.join(rows, sql` union all `)})
            as n (field, comment, before, after, from_id, to_id)
        )`,
      ]

export const changeStatement = writtenOnce<Shape, Values, { id: string }>(
  ({ fields, kind }) => [kind, ...fields].join(),
  (shape, values) => {
    const { id, project_id, user_id } = values
    const parts = partsOf(shape, values)
    const all = <Name extends keyof Part>(name: Name) => parts.flatMap((part) => part[name] ?? [])
    // Users who may change every item see every item.
    const sight = { project_id, user_id, sees_only_own: false }
    const lockOptions = { archivedToo: false, kind: shape.kind }
    const assigned = shape.fields.includes('assignee_ids')
      ? sql` union select id from assignees_put`
      : sql``
    const steps = [
      sql`was as materialized (
        select i.id, i.name, i.priority, i.start_date, i.target_date, i.updated_at, i.state_id,
          s.name as state_name, s."group" as state_group, ${nextMomentOfItem} as moment
        from work_items i join states s on s.id = i.state_id
        -- What is in triage changes its state by being accepted.
        where ${changeable(sight, id, lockOptions)} and s."group" <> 'triage'
      )`,
      ...all('found'),
      sql`changed as (
        update work_items i
        set ${sql.join([...all('sets'), sql`updated_at = was.moment`, sql`updated_by = ${user_id}`])}
        from ${sql.join([sql`was`, ...all('from')])}
        where ${sql.join(
          [
            sql`i.id = was.id`,
            // Every change of an item sets `updated_at`: if equal, the values read are current.
            sql`i.updated_at = was.updated_at`,
            inOrder(shape, values),
            ...all('condition'),
          ],
          sql` and `,
        )}
        returning i.id, i.name, i.priority, i.start_date, i.target_date, i.created_by, i.created_at,
          i.sort_order
      )`,
      ...all('written'),
      ...historyOf(all('history'), values),
      sql`followed as (
        insert into work_item_subscribers (work_item_id, user_id, created_by)
        select changed.id, f.person, ${user_id}
        from changed, (select ${user_id}::uuid as person${assigned}) as f
        on conflict do nothing
      )`,
      sql`emitted as (${emittingSaved(values, sql`changed`)})`,
    ]
    return sql`with ${sql.join(steps)} select id from changed`
  },
)
