import type { WorkItem } from '@cairn/contract'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { type Activity, added, changed, estimateChange, removed, sentences } from './activities.ts'
import { type EstimatePoint, findEstimatePoint, findType } from './fields.ts'
import { keyOf, type Parent } from './parents.ts'
import type { Named, PeopleAndLabels } from './people-and-labels.ts'
import { type Held, nameAssignees, nameLabels, type WorkItemChange } from './queries.ts'

export interface Applied {
  change: WorkItemChange
  state: (Named & { group: WorkItem['state__group'] }) | undefined
  parent: Parent | undefined
  point: EstimatePoint | undefined
  type: Named | undefined
  sets: PeopleAndLabels
}

/** One row of history per field that really changed. */
export async function describeChange(
  tx: Tx,
  member: ProjectMember,
  held: Held,
  applied: Applied,
): Promise<Activity[]> {
  const { change, state, sets } = applied
  const plain: Activity[] = []
  const note = (field: keyof Held & keyof WorkItemChange, as: string, comment: string) => {
    const [before, after] = [held[field] ?? '', change[field]]
    if (after === undefined || before === (after ?? '')) return
    plain.push(changed(as, comment, String(before), String(after ?? '')))
  }
  note('name', 'name', sentences.name)
  note('description_html', 'description', 'updated the description to')
  note('priority', 'priority', sentences.priority)
  note('start_date', 'start_date', sentences.start_date)
  note('target_date', 'target_date', sentences.target_date)
  if (state && state.id !== held.state_id) {
    plain.push({
      ...changed('state', 'updated the state to', held.state_name, state.name),
      old_identifier: held.state_id,
      new_identifier: state.id,
    })
  }
  const references = await describeReferences(tx, member, held, applied)
  const labels = await differences(tx, member, 'label', held.label_ids, sets.labels)
  const people = await differences(tx, member, 'assignee', held.assigned_ids, sets.people)
  return [...plain, ...references, ...labels, ...people]
}

/** The fields that name something else: the history keeps its name and its id. */
async function describeReferences(
  tx: Tx,
  member: ProjectMember,
  held: Held,
  { change, parent, point, type }: Applied,
): Promise<Activity[]> {
  const rows: Activity[] = []
  if (change.parent_id !== undefined && change.parent_id !== held.parent_id) {
    const before = await keyOf(tx, member, held.parent_id)
    rows.push({
      ...changed('parent', 'updated the parent issue to', before, parent?.key ?? ''),
      old_identifier: held.parent_id,
      new_identifier: parent?.id ?? null,
    })
  }
  if (change.estimate_point !== undefined && change.estimate_point !== held.estimate_point) {
    const before = held.estimate_point
      ? await findEstimatePoint(tx, member, held.estimate_point)
      : undefined
    rows.push(estimateChange(before, point))
  }
  if (change.type_id !== undefined && change.type_id !== held.type_id) {
    const before = held.type_id ? await findType(tx, member, held.type_id) : undefined
    rows.push({
      ...changed('type', 'updated the type to', before?.name ?? '', type?.name ?? ''),
      old_identifier: held.type_id,
      new_identifier: type?.id ?? null,
    })
  }
  return rows
}

const lookups = { label: nameLabels, assignee: nameAssignees }

async function differences(
  tx: Tx,
  member: ProjectMember,
  what: 'label' | 'assignee',
  before: string[],
  after: Named[] | undefined,
): Promise<Activity[]> {
  if (!after) return []
  const kept = new Set(after.map(({ id }) => id))
  const gone = before.filter((id) => !kept.has(id))
  const names = gone.length > 0 ? await lookups[what](tx, member, gone) : []
  const fresh = after.filter(({ id }) => !before.includes(id))
  return [
    ...fresh.map((one) => added(`${what}s`, `added ${what} `, one)),
    ...names.map((one) => removed(`${what}s`, `removed ${what} `, one)),
  ]
}
