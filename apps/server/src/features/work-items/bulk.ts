import type { BulkProperties, DateChange } from '@cairn/contract'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { badRequest, notFound } from '#kernel/http/errors.ts'
import {
  type Activity,
  added,
  changed,
  deleted,
  estimateChange,
  recordAll,
  removed,
  sentences,
} from './activities.ts'
import { archivedByHand, isOver } from './archive.ts'
import { readIds } from './bulk-ids.ts'
import { type Chosen, resolveProperties } from './bulk-properties.ts'
import {
  archiveRows,
  followMany,
  linkMany,
  today,
  unlinkMany,
  updateDates,
  updateMany,
} from './bulk-queries.ts'
import { emitRemovedItems, emitSavedItems } from './emit.ts'
import { resolveValues, saveValues, type ValuesWanted } from './property-values.ts'
import { type LockedOfMany, lockMany, removeTrees } from './queries.ts'

const refuse = (error_code: number, error_message: string) =>
  badRequest({ error_code, error_message })

function refuseReversed(
  { start_date, target_date }: BulkProperties,
  items: readonly LockedOfMany[],
) {
  if (start_date && target_date && start_date > target_date) {
    throw refuse(4100, 'INVALID_ISSUE_DATES')
  }
  for (const item of items) {
    const target = target_date === undefined ? item.target_date : target_date
    const start = start_date === undefined ? item.start_date : start_date
    if (!start || !target || start <= target) continue
    throw start_date
      ? refuse(4101, 'INVALID_ISSUE_START_DATE')
      : refuse(4102, 'INVALID_ISSUE_TARGET_DATE')
  }
}

/** The history of one item: only what changes. */
function describe(item: LockedOfMany, properties: BulkProperties, chosen: Chosen): Activity[] {
  const rows: Activity[] = []
  for (const field of ['priority', 'start_date', 'target_date'] as const) {
    const after = properties[field]
    if (after === undefined || after === item[field]) continue
    rows.push(changed(field, sentences[field], item[field] ?? '', after ?? ''))
  }
  const { state, point, cycle } = chosen
  if (state && state.id !== item.state_id) {
    rows.push({
      ...changed('state', 'updated the state to', item.state_name, state.name),
      old_identifier: item.state_id,
      new_identifier: state.id,
    })
  }
  if (properties.estimate_point !== undefined && (point?.id ?? null) !== item.estimate_point) {
    rows.push(estimateChange(chosen.points.get(item.estimate_point ?? ''), point))
  }
  if (properties.cycle_id !== undefined && (cycle?.id ?? null) !== item.cycle_id) {
    rows.push(cycleMove(chosen.cycles.get(item.cycle_id ?? ''), cycle))
  }
  const { type } = chosen
  if (properties.type_id !== undefined && (type?.id ?? null) !== item.type_id) {
    const before = chosen.types.get(item.type_id ?? '')
    rows.push({
      ...changed('type', 'updated the type to', before?.name ?? '', type?.name ?? ''),
      old_identifier: item.type_id,
      new_identifier: type?.id ?? null,
    })
  }
  for (const label of chosen.labels) {
    if (!item.label_ids.includes(label.id)) rows.push(added('labels', 'added label ', label))
  }
  for (const person of chosen.people) {
    if (!item.assigned_ids.includes(person.id)) {
      rows.push(added('assignees', 'added assignee ', person))
    }
  }
  for (const module of chosen.modules) {
    if (item.module_ids.includes(module.id)) continue
    rows.push({ ...added('modules', `added module ${module.name}`, module), verb: 'created' })
  }
  return [...rows, ...describeRemoved(item, chosen)]
}

function describeRemoved(
  item: LockedOfMany,
  { removedLabels, removedPeople, removedModules }: Chosen,
) {
  const had = (ids: readonly string[]) => (one: Named) => ids.includes(one.id)
  return [
    ...removedLabels
      .filter(had(item.label_ids))
      .map((label) => removed('labels', 'removed label ', label)),
    ...removedPeople
      .filter(had(item.assigned_ids))
      .map((person) => removed('assignees', 'removed assignee ', person)),
    ...removedModules.filter(had(item.module_ids)).map((module) => ({
      ...removed('modules', `removed this issue from ${module.name}`, module),
      verb: 'deleted' as const,
    })),
  ]
}

interface Named {
  id: string
  name: string
}

/** Separate texts for moving into, between and out of cycles. */
export function cycleMove(from: Named | undefined, to: Named | undefined): Activity {
  const comment = !to
    ? `removed this issue from ${from?.name ?? ''}`
    : from
      ? `updated cycle from ${from.name} to ${to.name}`
      : `added cycle ${to.name}`
  return {
    verb: !to ? 'deleted' : from ? 'updated' : 'created',
    field: 'cycles',
    comment,
    old_value: from?.name ?? '',
    new_value: to?.name ?? '',
    old_identifier: from?.id ?? null,
    new_identifier: to?.id ?? null,
  }
}

/** Array values are added to or removed from each item's; scalars replace. All or nothing. */
export const changeMany = (
  db: Db,
  member: ProjectMember,
  issue_ids: readonly string[],
  properties: BulkProperties,
) =>
  db.transaction().execute(async (tx) => {
    const ids = readIds(issue_ids)
    if (Object.keys(properties).length === 0) throw badRequest({ error: 'Properties are required' })
    const found = await changeLocked(tx, member, ids, properties)
    if (found < ids.length) throw itemMissing()
    return { message: 'Bulk operation successful' }
  })

const wantedValues = (properties: BulkProperties, { type }: Chosen): ValuesWanted => {
  const { property_values, removed_property_values, property_mapping, type_id } = properties
  return {
    ...{ property_values, removed_property_values, property_mapping },
    type_id: type_id === undefined ? undefined : (type?.id ?? null),
  }
}

const itemMissing = () => notFound({ error: 'Work item not found' })

/** The same inside the caller's transaction, for the items that exist; returns how many. */
export async function changeLocked(
  tx: Tx,
  member: ProjectMember,
  ids: readonly string[],
  properties: BulkProperties,
  rules?: Parameters<typeof resolveProperties>[3],
): Promise<number> {
  const chosen = await resolveProperties(tx, member, properties, rules)
  const items = await lockMany(tx, member, ids, properties)
  if (items.length === 0) throw itemMissing()
  refuseReversed(properties, items)
  const values = await resolveValues(tx, member, items, wantedValues(properties, chosen), {
    isBulk: true,
    asksRequired: !rules?.isUndo,
  })
  const histories = items.map((item) => ({
    item,
    rows: [...describe(item, properties, chosen), ...(values.get(item.id)?.activities ?? [])],
  }))
  const touched = histories.filter(({ rows }) => rows.length > 0)
  const touchedIds = touched.map(({ item }) => item.id)
  if (touchedIds.length === 0) return items.length
  await updateMany(tx, member, touchedIds, properties, chosen)
  await saveValues(tx, member, values.values())
  await linkMany(tx, 'work_item_labels', 'label_id', touchedIds, chosen.labels)
  await linkMany(tx, 'work_item_assignees', 'user_id', touchedIds, chosen.people)
  await linkMany(tx, 'module_items', 'module_id', touchedIds, chosen.modules)
  await unlinkMany(tx, 'work_item_labels', 'label_id', touchedIds, chosen.removedLabels)
  await unlinkMany(tx, 'work_item_assignees', 'user_id', touchedIds, chosen.removedPeople)
  await unlinkMany(tx, 'module_items', 'module_id', touchedIds, chosen.removedModules)
  await followMany(tx, touchedIds, [member.user_id, ...chosen.people.map(({ id }) => id)])
  await recordAll(
    tx,
    member,
    touched.map(({ item, rows }) => [item.id, rows] as const),
  )
  await emitSavedItems(tx, member, touchedIds)
  return items.length
}

export const removeMany = (db: Db, member: ProjectMember, issue_ids: readonly string[]) =>
  db.transaction().execute(async (tx) => {
    const items = await lockMany(tx, member, readIds(issue_ids))
    const roots = items.map(({ id }) => id)
    const gone = roots.length > 0 ? await removeTrees(tx, member, roots) : []
    await recordAll(
      tx,
      member,
      gone.map(({ id }) => [id, [deleted]] as const),
    )
    await emitRemovedItems(tx, member, gone)
    return { message: `${items.length} issues were deleted` }
  })

export const archiveMany = (db: Db, member: ProjectMember, issue_ids: readonly string[]) =>
  db.transaction().execute(async (tx) => {
    const items = await lockMany(tx, member, readIds(issue_ids))
    if (items.some(({ state__group }) => !isOver(state__group))) {
      throw refuse(4091, 'INVALID_ARCHIVE_STATE_GROUP')
    }
    const archived_at = await today(tx)
    const ids = items.map(({ id }) => id)
    await archiveRows(tx, member, ids, archived_at)
    await recordAll(
      tx,
      member,
      ids.map((id) => [id, [archivedByHand]] as const),
    )
    await emitRemovedItems(tx, member, items)
    return { archived_at }
  })

/**
 * Moving a bar also moves dependent items. Recorded in the history and emitted, but without
 * notifications.
 */
export const changeDates = (db: Db, member: ProjectMember, updates: readonly DateChange[]) =>
  db.transaction().execute(async (tx) => {
    if (updates.some(({ id }) => id === undefined)) {
      throw badRequest({ error: 'The required key does not exist.' })
    }
    const wanted = new Map(updates.map((update) => [update.id?.toLowerCase() ?? '', update]))
    const items = await lockMany(tx, member, [...wanted.keys()])
    const moved = items.map((item) => {
      const { start_date, target_date } = wanted.get(item.id) ?? {}
      const start = start_date || item.start_date
      const target = target_date || item.target_date
      if (start && target && start > target) {
        throw badRequest({ message: 'Start date cannot exceed target date' })
      }
      return { item, start, target }
    })
    const touched = moved.filter(
      ({ item, start, target }) => item.start_date !== start || item.target_date !== target,
    )
    const values = touched.map(({ item, start, target }) => ({ id: item.id, start, target }))
    await updateDates(tx, member, values)
    const histories = touched.map(({ item, start, target }) => {
      const none = chosenNothing
      return [item.id, describe(item, { start_date: start, target_date: target }, none)] as const
    })
    await recordAll(tx, member, histories, { notify: false })
    await emitSavedItems(
      tx,
      member,
      values.map(({ id }) => id),
    )
    return { message: 'Issues updated successfully' }
  })

const chosenNothing: Chosen = {
  ...{ state: undefined, point: undefined, cycle: undefined, labels: [], people: [], modules: [] },
  ...{ removedLabels: [], removedPeople: [], removedModules: [] },
  type: undefined,
  points: new Map(),
  cycles: new Map(),
  types: new Map(),
}
