import type { Priority } from '@cairn/contract'
import { sql } from 'kysely'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { sendAhead } from '#kernel/database/send-ahead.ts'
import { added, created, deleted, recordAll } from './activities.ts'
import { changeLocked } from './bulk.ts'
import { emitRemovedItems, emitSavedItems } from './emit.ts'
import { findDefaultAssignee } from './fields.ts'
import type { Named } from './people-and-labels.ts'
import { listed, removeTrees } from './queries.ts'

/** An item whose every reference was found in its project. */
export interface AddedItem {
  id: string
  name: string
  /** Clean already. */
  description_html: string
  description_stripped: string | null
  priority: Priority
  state_id: string
  is_completed: boolean
  start_date: string | null
  target_date: string | null
  parent_id: string | null
  estimate_point: string | null
  assignees: Named[]
  label_ids: string[]
  cycle_id: string | null
  module_ids: string[]
}

/** A statement's values stay a few megabytes. */
const BATCH = 1000

const takeNumbers = async (tx: Tx, { project_id }: ProjectMember, count: number) => {
  const { rows } = await sql<{ before: number; moment: string }>`
    update work_item_numbers set last_number = last_number + ${count}
    where project_id = ${project_id}
    returning last_number - ${count} as before, clock_timestamp() as moment`.execute(tx)
  return rows[0] ?? { before: 0, moment: '' }
}

/** After the others of their state, in the order given. */
async function placer(tx: Tx, { project_id }: ProjectMember) {
  const { rows } = await sql<{ state_id: string; last: number }>`
    select i.state_id, max(i.sort_order) as last from work_items i
    where i.project_id = ${project_id} and ${listed} group by i.state_id`.execute(tx)
  const last = new Map(rows.map((row) => [row.state_id, row.last]))
  return (state_id: string) => {
    const place = (last.get(state_id) ?? 55_535) + 10_000
    last.set(state_id, place)
    return place
  }
}

type Placed = Omit<AddedItem, 'assignees'> & {
  assignee_ids: string[]
  sequence_id: number
  sort_order: number
}

async function insert(tx: Tx, member: ProjectMember, items: readonly Placed[], moment: string) {
  const { workspace_id, project_id, user_id } = member
  const values = sql`jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as v (
    id uuid, sequence_id int, name text, description_html text, description_stripped text,
    priority text, state_id uuid, is_completed boolean, start_date date, target_date date,
    parent_id uuid, estimate_point uuid, sort_order float8, label_ids uuid[], assignee_ids uuid[])`
  await sendAhead(
    tx,
    sql`
    insert into work_items (id, workspace_id, project_id, sequence_id, name, description_html,
      description_stripped, priority, state_id, start_date, target_date, parent_id, estimate_point,
      sort_order, created_at, updated_at, completed_at, created_by)
    select v.id, ${workspace_id}, ${project_id}, v.sequence_id, v.name, v.description_html,
      v.description_stripped, v.priority, v.state_id, v.start_date, v.target_date, v.parent_id,
      v.estimate_point, v.sort_order, t.at, t.at, case when v.is_completed then t.at end, ${user_id}
    from ${values}
    -- One after the other, so that "newest first" has an order.
    cross join lateral (
      select ${moment}::timestamptz + make_interval(secs => v.sequence_id * 0.000001) as at
    ) t`,
  )
  for (const [table, column, ids] of [
    ['work_item_labels', 'label_id', 'label_ids'],
    ['work_item_assignees', 'user_id', 'assignee_ids'],
  ] as const) {
    await sendAhead(
      tx,
      sql`
      insert into ${sql.table(table)} (work_item_id, ${sql.ref(column)}, created_at, sort_order)
      select i.id, linked, i.created_at, i.sort_order from ${values}
      join work_items i on i.id = v.id cross join unnest(v.${sql.ref(ids)}) linked
      on conflict do nothing`,
    )
  }
  await sendAhead(
    tx,
    sql`
    insert into work_item_subscribers (work_item_id, user_id, created_by)
    select v.id, person, ${user_id} from ${values}
    cross join unnest(v.assignee_ids || ${user_id}::uuid) person
    on conflict do nothing`,
  )
  await sendAhead(
    tx,
    sql`
    insert into description_versions (workspace_id, project_id, work_item_id, owned_by, created_by,
      description_html, description_stripped)
    select ${workspace_id}, ${project_id}, v.id, ${user_id}, ${user_id}, v.description_html,
      v.description_stripped
    from ${values}`,
  )
}

/** Those that go into the same cycle and modules, together. */
function plansOf(items: readonly AddedItem[]) {
  const plans = new Map<string, { cycle_id: string | null; module_ids: string[]; ids: string[] }>()
  for (const { id, cycle_id, module_ids } of items) {
    if (!cycle_id && module_ids.length === 0) continue
    const key = [cycle_id ?? '', ...module_ids.toSorted()].join(' ')
    const plan = plans.get(key) ?? { cycle_id, module_ids, ids: [] }
    plan.ids.push(id)
    plans.set(key, plan)
  }
  return [...plans.values()]
}

/**
 * Creates many items at once as if each were created alone: numbered in the order given, with
 * followers, versions, history and events. Other creates in the project wait until it is done.
 */
export async function addMany(tx: Tx, member: ProjectMember, items: readonly AddedItem[]) {
  if (items.length === 0) return
  const nobody = await findDefaultAssignee(tx, member)
  const peopleOf = ({ assignees }: AddedItem) => (assignees.length > 0 ? assignees : nobody)
  const { before, moment } = await takeNumbers(tx, member, items.length)
  const placeIn = await placer(tx, member)
  const placed = items.map((item, index) => ({
    ...item,
    assignee_ids: peopleOf(item).map(({ id }) => id),
    sequence_id: before + index + 1,
    sort_order: placeIn(item.state_id),
  }))
  for (let n = 0; n < placed.length; n += BATCH) {
    await insert(tx, member, placed.slice(n, n + BATCH), moment)
  }
  await recordAll(
    tx,
    member,
    items.map((item) => [
      item.id,
      [created, ...peopleOf(item).map((one) => added('assignees', 'added assignee ', one))],
    ]),
  )
  for (const { ids, cycle_id, module_ids } of plansOf(items)) {
    await changeLocked(tx, member, ids, { ...(cycle_id && { cycle_id }), module_ids })
  }
  await emitSavedItems(
    tx,
    member,
    items.map(({ id }) => id),
  )
}

/** Deletes many items, archived ones too, with what is below them. Tells how many went. */
export async function takeBackMany(tx: Tx, member: ProjectMember, ids: readonly string[]) {
  const gone = ids.length > 0 ? await removeTrees(tx, member, ids) : []
  await recordAll(
    tx,
    member,
    gone.map(({ id }) => [id, [deleted]] as const),
  )
  await emitRemovedItems(tx, member, gone)
  return gone.length
}
