import type { BulkProperties, WorkItem } from '@cairn/contract'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { badRequest } from '#kernel/http/errors.ts'
import { type Cycle, readCycles, readModules, readPoints, shareCycle } from './bulk-queries.ts'
import type { EstimatePoint } from './field-queries.ts'
import { pickEstimatePoint, pickState } from './fields.ts'
import { type Named, resolveAssignees, resolveLabels } from './people-and-labels.ts'

/** What the properties of a bulk change name by id, found; with the names of what may be replaced. */
export interface Chosen {
  state: (Named & { group: WorkItem['state__group'] }) | undefined
  point: EstimatePoint | undefined
  cycle: Named | undefined
  labels: Named[]
  people: Named[]
  modules: Named[]
  points: ReadonlyMap<string, EstimatePoint>
  cycles: ReadonlyMap<string, Named>
}

interface Rules {
  /** What was moved on goes back, though its cycle takes nothing new in. */
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

export async function resolveProperties(
  tx: Tx,
  member: ProjectMember,
  properties: BulkProperties,
  rules: Rules = {},
): Promise<Chosen> {
  const { state_id, estimate_point, cycle_id, label_ids, assignee_ids, module_ids } = properties
  if (cycle_id) await shareCycle(tx, member, cycle_id)
  const cycles = cycle_id === undefined ? new Map<string, Cycle>() : await readCycles(tx, member)
  return {
    state: state_id === undefined ? undefined : await pickState(tx, member, state_id),
    point: estimate_point ? await pickEstimatePoint(tx, member, estimate_point) : undefined,
    cycle: cycle_id ? pickCycle(cycles, cycle_id, rules) : undefined,
    labels: await resolveLabels(tx, member, label_ids ?? []),
    people: await resolveAssignees(tx, member, assignee_ids ?? []),
    modules: module_ids?.length ? await pickModules(tx, member, module_ids) : [],
    points: estimate_point === undefined ? new Map() : await readPoints(tx, member),
    cycles,
  }
}
