import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Stage } from './stage.ts'

/** One kind of write, as an API request and as the rows it leaves. */
export interface Write {
  what: string
  method: 'PATCH' | 'POST'
  status: number
  path: string
  body: object
  /** The same rows by one prepared statement, in one transaction. */
  bare: { name: string; text: string; values: unknown[] }
}

const noted = (times: number) => `noted as (
  insert into bare.activities (workspace_id, project_id, work_item_id, actor_id, verb, field, comment,
    old_value, new_value, epoch)
  select $2::uuid, $3::uuid, $1::uuid, $4::uuid, 'updated', 'field', 'updated the field to', 'before',
    'after', 1 from generate_series(1, ${times})
)`
const emitted = (times = 1) => `
  insert into bare.events (type, workspace_id, project_id, author_id, work_item_id, payload)
  select 'work_item.saved', $2::uuid, $3::uuid, $4::uuid, $1::uuid, '{}' from generate_series(1, ${times})`
const touched = (set = '') => `changed as (
  update bare.work_items set ${set} updated_at = clock_timestamp(), updated_by = $4::uuid where id = $1::uuid
)`
const uncounted = `uncounted as (
  insert into bare.uncounted_items (project_id, work_item_id) values ($3::uuid, $1::uuid)
)`
const counted = (state: string, differences: string) => `counted as (
  insert into bare.work_item_counts (project_id, state_id, priority, visible)
  select $3::uuid, ${state}, 'none', difference from unnest(array[${differences}]) as difference
)`
const replaced = (table: string, column: string) => `gone as (
  delete from bare.${table} where work_item_id = $1::uuid and ${column} <> $5::uuid
), put as (
  insert into bare.${table} (work_item_id, ${column}, created_at, sort_order)
  values ($1::uuid, $5::uuid, now(), 1) on conflict do nothing
)`

const texts = {
  priority: `with ${touched('priority = $5,')}, ${noted(1)}, ${uncounted},
    ${counted('$6::uuid', '-1, 1')} ${emitted()}`,
  state: `with ${touched('state_id = $5::uuid,')}, ${noted(1)}, ${uncounted},
    ${counted('$5::uuid', '-1, 1')} ${emitted()}`,
  labels: `with ${touched()}, ${replaced('work_item_labels', 'label_id')}, ${noted(2)}, ${uncounted}
    ${emitted()}`,
  assignees: `with ${touched()}, ${replaced('work_item_assignees', 'user_id')}, ${noted(2)}, ${uncounted}
    ${emitted()}`,
  comment: `with ${touched()}, said as (
      insert into bare.comments (workspace_id, project_id, work_item_id, actor_id, created_by,
        comment_html, comment_stripped)
      values ($2::uuid, $3::uuid, $1::uuid, $4::uuid, $4::uuid, $5, $5)
    ), found as (
      insert into bare.search_changes (kind, entity_id) values ('comment', $1::uuid)
    ), ${noted(1)} ${emitted(2)}`,
  create: `with numbered as (
      update bare.work_item_numbers set last_number = last_number + 1 where project_id = $3::uuid
      returning last_number
    ), made as (
      insert into bare.work_items (id, workspace_id, project_id, created_by, state_id, name, sequence_id)
      select $1::uuid, $2::uuid, $3::uuid, $4::uuid, $6::uuid, $5, last_number from numbered
    ), named as (
      insert into bare.work_item_names (work_item_id, project_id, name)
      values ($1::uuid, $3::uuid, $5)
    ), followed as (
      insert into bare.work_item_subscribers (work_item_id, user_id, created_by)
      values ($1::uuid, $4::uuid, $4::uuid)
    ), written as (
      insert into bare.description_versions (workspace_id, project_id, work_item_id, owned_by,
        created_by)
      values ($2::uuid, $3::uuid, $1::uuid, $4::uuid, $4::uuid)
    ), found as (
      insert into bare.search_changes (kind, entity_id) values ('work_item', $1::uuid)
    ), ${noted(1)}, ${uncounted}, ${counted('$6::uuid', '1')} ${emitted()}`,
} as const

export type Kind = keyof typeof texts
export const kinds = Object.keys(texts) as Kind[]

const SOME = 500

/**
 * Endless writes of one kind: each targets the next item and sets a value it does not have, so that
 * every write changes something.
 */
export type Writes = (kind: Kind) => Write

export async function prepareWrites(stage: Stage): Promise<Writes> {
  const { client, slug, workspace_id, admin_id } = stage
  const project = stage.projects[0]
  if (!project) throw new Error('There is no project.')
  const { id: project_id, labels, assignable } = project
  const states = project.states.filter(({ group }) => group !== 'triage')
  const ids = await takeItems(client, project_id, states[0]?.id ?? '')
  const address = `/api/workspaces/${slug}/projects/${project_id}/issues/`
  const passes: Record<string, number> = {}
  const priorities = ['urgent', 'high', 'medium', 'low']
  return (kind) => {
    const pass = passes[kind] ?? 0
    passes[kind] = pass + 1
    const id = kind === 'create' ? randomUUID() : (ids[pass % ids.length] ?? '')
    const turn = Math.floor(pass / ids.length) + 1
    const one = <T extends { id: string }>(values: readonly T[]) =>
      values[turn % values.length]?.id ?? ''
    const values = {
      priority: priorities[turn % priorities.length] ?? '',
      state: states[turn % 2]?.id ?? '',
      labels: one(labels),
      assignees: one(assignable),
      comment: `<p>What was said about it, number ${pass}.</p>`,
      create: `Work item number ${pass} of those made here`,
    }
    const value = values[kind]
    const bodies = {
      priority: { priority: value },
      state: { state_id: value },
      labels: { label_ids: [value] },
      assignees: { assignee_ids: [value] },
      comment: { comment_html: value },
      create: { id, name: value, state_id: states[0]?.id },
    }
    const common = [id, workspace_id, project_id, admin_id, value]
    const withState = kind === 'priority' || kind === 'create'
    return {
      what: kind,
      method: kind === 'comment' || kind === 'create' ? 'POST' : 'PATCH',
      status: kind === 'comment' || kind === 'create' ? 201 : 204,
      path: `${address}${kind === 'create' ? '' : `${id}/`}${kind === 'comment' ? 'comments/' : ''}`,
      body: bodies[kind],
      bare: {
        name: kind,
        text: texts[kind],
        values: withState ? [...common, states[0]?.id] : common,
      },
    }
  }
}

/** Items that are all alike: without priority, labels and people, in the first state, in no cycle. */
async function takeItems(client: pg.Client, project_id: string, state_id: string) {
  const { rows } = await client.query<{ id: string }>(
    `select id from work_items where project_id = $1 and is_listed and cycle_id is null
      order by created_at desc limit $2`,
    [project_id, SOME],
  )
  const ids = rows.map(({ id }) => id)
  for (const table of ['work_item_labels', 'work_item_assignees']) {
    await client.query(`delete from ${table} where work_item_id = any($1)`, [ids])
  }
  await client.query(
    `update work_items set priority = 'none', state_id = $2, completed_at = null where id = any($1)`,
    [ids, state_id],
  )
  return ids
}
