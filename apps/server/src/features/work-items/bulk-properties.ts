import type { BulkProperties, WorkItem } from '@cairn/contract'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { badRequest } from '#kernel/http/errors.ts'
import {
  type Cycle,
  readCycles,
  readModules,
  readPoints,
  readTypes,
  shareCycle,
} from './bulk-queries.ts'
import type { EstimatePoint } from './field-queries.ts'
import { pickEstimatePoint, pickState, pickType } from './fields.ts'
import { type Named, resolveAssignees, resolveLabels } from './people-and-labels.ts'
import { nameAssignees, nameLabels } from './queries.ts'

/** The resolved properties of a bulk change; with the names of what may be replaced. */
export interface Chosen {
  state: (Named & { group: WorkItem['state__group'] }) | undefined
  point: EstimatePoint | undefined
  cycle: Named | undefined
  type: Named | undefined
  labels: Named[]
  people: Named[]
  modules: Named[]
  removedLabels: Named[]
  removedPeople: Named[]
  removedModules: Named[]
  points: ReadonlyMap<string, EstimatePoint>
  cycles: ReadonlyMap<string, Named>
  types: ReadonlyMap<string, Named>
}

interface Rules {
  /** An undo may move items back into a completed cycle. */
  isUndo?: boolean
}

function pickCycle(cycles: ReadonlyMap<string, Cycle>, id: string, { isUndo }: Rules): Cycle {
  const cycle = cycles.get(id.toLowerCase())
  if (!cycle || cycle.is_archived) {
    throw badRequest({ cycle_id: [`Invalid pk "${id}" - object does not exist.`] })
  }
  if (cycle.is_over && !isUndo) {
    const error = 'The Cycle has already been completed so no new issues can be added'
    throw badRequest({ error })
  }
  return cycle
}

async function pickModules(tx: Tx, member: ProjectMember, ids: readonly string[]) {
  const found = await readModules(tx, member, ids)
  const unknown = ids.findIndex((id) => !found.some((module) => module.id === id.toLowerCase()))
  if (unknown < 0) return found
  const sentence = `Invalid pk "${ids[unknown]}" - object does not exist.`
  throw badRequest({ module_ids: { [unknown]: [sentence] } })
}

/** Unknown ids are on no item either; ids that are also added stay. */
async function nameRemoved(
  tx: Tx,
  member: ProjectMember,
  { removed = [], given = [] }: { removed?: string[]; given?: string[] },
  find: (tx: Tx, member: ProjectMember, ids: string[]) => Promise<Named[]>,
) {
  const ids = removed.filter((id) => !given.includes(id))
  return ids.length > 0 ? find(tx, member, ids) : []
}

export async function resolveProperties(
  tx: Tx,
  member: ProjectMember,
  properties: BulkProperties,
  rules: Rules = {},
): Promise<Chosen> {
  const { state_id, estimate_point, cycle_id, label_ids, assignee_ids, module_ids } = properties
  const { type_id, removed_label_ids, removed_assignee_ids, removed_module_ids } = properties
  if (cycle_id) await shareCycle(tx, member, cycle_id)
  const cycles = cycle_id === undefined ? new Map<string, Cycle>() : await readCycles(tx, member)
  return {
    state: state_id === undefined ? undefined : await pickState(tx, member, state_id),
    point: estimate_point ? await pickEstimatePoint(tx, member, estimate_point) : undefined,
    cycle: cycle_id ? pickCycle(cycles, cycle_id, rules) : undefined,
    type: type_id ? await pickType(tx, member, type_id) : undefined,
    types: type_id === undefined ? new Map() : await readTypes(tx, member),
    labels: await resolveLabels(tx, member, label_ids ?? []),
    people: await resolveAssignees(tx, member, assignee_ids ?? []),
    modules: module_ids?.length ? await pickModules(tx, member, module_ids) : [],
    removedLabels: await nameRemoved(
      tx,
      member,
      { removed: removed_label_ids, given: label_ids },
      nameLabels,
    ),
    removedPeople: await nameRemoved(
      tx,
      member,
      { removed: removed_assignee_ids, given: assignee_ids },
      nameAssignees,
    ),
    removedModules: await nameRemoved(
      tx,
      member,
      { removed: removed_module_ids, given: module_ids },
      readModules,
    ),
    points: estimate_point === undefined ? new Map() : await readPoints(tx, member),
    cycles,
  }
}
