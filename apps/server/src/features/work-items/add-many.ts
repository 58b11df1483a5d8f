import type { Priority, PropertyValues } from '@cairn/contract'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { added, created, deleted, recordAll } from './activities.ts'
import { insertAddedItems, listLastOfStates, takeNumbers } from './add-many-queries.ts'
import { changeLocked } from './bulk.ts'
import { emitRemovedItems, emitSavedItems } from './emit.ts'
import { findDefaultAssignee } from './field-queries.ts'
import type { Named } from './people-and-labels.ts'
import { saveNewValues } from './property-values.ts'
import { removeTrees } from './queries.ts'

/** An item whose references were all found in its project. */
export interface AddedItem {
  id: string
  name: string
  /** Already sanitized. */
  description_html: string
  description_stripped: string | null
  priority: Priority
  state_id: string
  is_completed: boolean
  start_date: string | null
  target_date: string | null
  parent_id: string | null
  estimate_point: string | null
  /** Null: the project's default. */
  type_id: string | null
  /** As they are stored, of the properties of its type. */
  property_values: PropertyValues
  assignees: Named[]
  label_ids: string[]
  cycle_id: string | null
  module_ids: string[]
}

/** Keeps the parameters of a statement at a few megabytes. */
const BATCH = 1000

/** Placed after the others of their state, in the order given. */
async function placer(tx: Tx, member: ProjectMember) {
  const rows = await listLastOfStates(tx, member)
  const last = new Map(rows.map((row) => [row.state_id, row.last]))
  return (state_id: string) => {
    const place = (last.get(state_id) ?? 55_535) + 10_000
    last.set(state_id, place)
    return place
  }
}

/** Groups items that go into the same cycle and modules. */
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
 * subscribers, versions, history and events. Other creates in the project wait until it is done.
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
    await insertAddedItems(tx, member, placed.slice(n, n + BATCH), moment)
  }
  await saveNewValues(tx, member, items)
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

/** Deletes many items, including archived ones and descendants. Returns how many. */
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
