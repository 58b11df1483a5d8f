import {
  canChangeWorkItem,
  changedPropertyValues,
  MEMBER,
  type PropertyChanges,
  type PropertyValue,
  type Reversion,
  type RevertedFields,
  type SkippedItem,
} from '@cairn/contract'
import { changeModulesIn, shareModules } from '#features/modules/service.ts'
import {
  applyPatch,
  changeLocked,
  type Locked,
  lockWorkItem,
  shareCycle,
} from '#features/work-items/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { forbidden } from '#kernel/http/errors.ts'
import { findLastChange, wasInCycle } from './queries.ts'

type Lists = 'label_ids' | 'assignee_ids' | 'module_ids'
type Scalar = Exclude<keyof RevertedFields, Lists | 'property_values'>

/** Field names in the history. For fields without history, the last editor of the item counts. */
const historyFields: Record<Scalar, string | undefined> = {
  name: 'name',
  state_id: 'state',
  priority: 'priority',
  start_date: 'start_date',
  target_date: 'target_date',
  type_id: 'type',
  parent_id: 'parent',
  cycle_id: 'cycles',
  estimate_point: undefined,
  sort_order: undefined,
}
const scalars = Object.keys(historyFields) as Scalar[]

const same = (one: unknown, other: unknown) =>
  typeof one === 'string' && typeof other === 'string'
    ? one.trim().toLowerCase() === other.trim().toLowerCase()
    : one === other

/** Fields whose value has changed since. Lists never count: see `merged`. */
const changedSince = (locked: Locked, expected: RevertedFields) =>
  scalars.filter((field) => expected[field] !== undefined && !same(locked[field], expected[field]))

const textOf = (value: PropertyValue | null | undefined) =>
  JSON.stringify(Object.values(changedPropertyValues({}, { value: value ?? null })))

/** Several values are merged, as labels are. */
const isSeveral = (...values: (PropertyValue | null | undefined)[]) =>
  values.some((value) => Array.isArray(value) && value.length > 1)

/** The properties whose values have changed since. */
const valuesChangedSince = (
  { property_values: now }: Locked,
  { expected, values }: Reversion,
): string[] =>
  Object.entries(expected.property_values ?? {}).flatMap(([id, value]) => {
    const wanted = values.property_values?.[id]
    return isSeveral(now[id], value, wanted) || textOf(now[id]) === textOf(value) ? [] : [id]
  })

/** The values to write, without those of properties that changed since. */
function revertedValues(
  { property_values: now }: Locked,
  { expected, values }: Reversion,
  changed: readonly string[],
): PropertyChanges | undefined {
  const { property_values: wanted } = values
  if (!wanted) return undefined
  const entries = Object.entries(wanted).filter(([id]) => !changed.includes(id))
  const idsIn = (value: PropertyValue | null | undefined) => (Array.isArray(value) ? value : [])
  return Object.fromEntries(
    entries.map(([id, value]) => {
      const before = expected.property_values?.[id]
      return isSeveral(now[id], before, value)
        ? [id, merged(idsIn(now[id]), idsIn(before), idsIn(value)) ?? null]
        : [id, value]
    }),
  )
}

/** The change without fields changed since. Fields that already have the value are not reported. */
function apartFrom(changed: readonly Scalar[], locked: Locked, { values, ...change }: Reversion) {
  const rest = Object.entries(values).filter(([field]) => !changed.some((one) => one === field))
  return {
    change: { ...change, values: Object.fromEntries(rest) as RevertedFields },
    differing: changed.filter(
      (field) => values[field] !== undefined && !same(locked[field], values[field]),
    ),
  }
}

/** Removes what the change added, and adds what it removed; changes by others stay. */
function merged(
  now: readonly string[],
  expected: readonly string[] = [],
  values: readonly string[] | undefined,
): string[] | undefined {
  if (!values) return undefined
  const [then, wanted] = [expected, values].map((ids) => ids.map((id) => id.toLowerCase()))
  const added = new Set(then?.filter((id) => !wanted?.includes(id)))
  const removed = wanted?.filter((id) => !then?.includes(id)) ?? []
  return [...new Set([...now.filter((id) => !added.has(id)), ...removed])]
}

const byId = (one: Reversion, other: Reversion) =>
  one.id.toLowerCase() < other.id.toLowerCase() ? -1 : 1

/** Cycles and modules are locked before items, as deleting them does, so that two calls cannot deadlock. */
async function lockPlans(tx: Tx, member: ProjectMember, changes: readonly Reversion[]) {
  const isPlanned = changes.some(({ values }) => values.cycle_id !== undefined || values.module_ids)
  if (isPlanned && member.project_role < MEMBER) throw forbidden()
  const cycles = new Set(changes.flatMap(({ values }) => values.cycle_id ?? []))
  for (const id of [...cycles].toSorted()) await shareCycle(tx, member, id)
  await shareModules(
    tx,
    member,
    changes.flatMap(({ expected, values }) => [
      ...(expected.module_ids ?? []),
      ...(values.module_ids ?? []),
    ]),
  )
}

interface Request {
  changes: readonly Reversion[]
  partly?: boolean
}

/**
 * Reverts changes of items that have not been changed since, and returns the others with the user
 * who changed them. `partly`: writes their other fields.
 */
export const revertItems = (db: Db, member: ProjectMember, { changes, partly = false }: Request) =>
  db.transaction().execute(async (tx) => {
    await lockPlans(tx, member, changes)
    const reverted: string[] = []
    const skipped: SkippedItem[] = []
    // In the order of ids, like all bulk locks.
    for (const change of changes.toSorted(byId)) {
      const locked = await lockWorkItem(tx, member, change.id, { archivedToo: false })
      if (!locked) {
        skipped.push({ id: change.id, field: null, changed_by: null })
        continue
      }
      if (!canChangeWorkItem(member, locked)) throw forbidden()
      const changed = changedSince(locked, change.expected)
      const changedValues = valuesChangedSince(locked, change)
      const field = changed[0] ?? (changedValues.length > 0 ? 'property_values' : undefined)
      if (field && !partly) {
        const { changed_by } =
          field === 'property_values'
            ? await lastChangeOfValue(tx, member, locked, changedValues[0] ?? '')
            : await lastChangeOf(tx, member, locked, field)
        skipped.push({ id: locked.id, field, changed_by })
        continue
      }
      const rest = apartFrom(changed, locked, change)
      for (const one of rest.differing) {
        const last = await lastChangeOf(tx, member, locked, one)
        skipped.push({ id: locked.id, field: one, value: locked[one], ...last })
      }
      for (const id of changedValues) {
        const last = await lastChangeOfValue(tx, member, locked, id)
        const value = { [id]: locked.property_values[id] ?? null }
        skipped.push({ id: locked.id, field: 'property_values', value, ...last })
      }
      const property_values = revertedValues(locked, change, changedValues)
      const values = { ...rest.change.values, ...(property_values && { property_values }) }
      await revert(tx, member, locked, { ...rest.change, values })
      reverted.push(locked.id)
    }
    return { reverted, skipped }
  })

async function lastChangeOf(tx: Tx, member: ProjectMember, locked: Locked, field: Scalar) {
  const known = historyFields[field]
  const last = known ? await findLastChange(tx, member, locked.id, known) : undefined
  return {
    changed_by: last?.actor_id ?? locked.updated_by,
    changed_at: last?.created_at ?? locked.updated_at,
  }
}

async function lastChangeOfValue(tx: Tx, member: ProjectMember, locked: Locked, id: string) {
  const last = await findLastChange(tx, member, locked.id, 'property', id)
  return {
    changed_by: last?.actor_id ?? locked.updated_by,
    changed_at: last?.created_at ?? locked.updated_at,
  }
}

async function revert(
  tx: Tx,
  member: ProjectMember,
  locked: Locked,
  { expected, values }: Reversion,
) {
  const { cycle_id, module_ids, label_ids, assignee_ids, ...plain } = values
  const labels = merged(locked.label_ids, expected.label_ids, label_ids)
  const people = merged(locked.assignee_ids, expected.assignee_ids, assignee_ids)
  const patch = {
    ...plain,
    ...(labels && { label_ids: labels }),
    ...(people && { assignee_ids: people }),
  }
  if (Object.keys(patch).length > 0) {
    // What became required since does not keep anybody from undoing.
    await applyPatch(tx, member, locked, patch, { asksRequired: false })
  }
  if (cycle_id !== undefined && !same(cycle_id, locked.cycle_id)) {
    // Allows a cycle that is completed by now only if the item was in it.
    const isUndo = cycle_id !== null && (await wasInCycle(tx, member, locked.id, cycle_id))
    await changeLocked(tx, member, [locked.id], { cycle_id }, { isUndo })
  }
  const modules = merged(locked.module_ids, expected.module_ids, module_ids)
  if (modules) {
    await changeModulesIn(tx, member, locked.id, {
      modules: modules.filter((id) => !locked.module_ids.includes(id)),
      removed_modules: locked.module_ids.filter((id) => !modules.includes(id)),
    })
  }
}
