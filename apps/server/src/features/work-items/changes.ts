import type { WorkItem } from '@cairn/contract'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { type Activity, added, changed, estimateChange, removed, sentences } from './activities.ts'
import { type EstimatePoint, findEstimatePoint, findType } from './field-queries.ts'
import { keyOf, type Parent } from './parent-queries.ts'
import type { Named, PeopleAndLabels } from './people-and-labels.ts'
import { type Locked, nameAssignees, nameLabels, type WorkItemChange } from './queries.ts'

export interface Applied {
  change: WorkItemChange
  state: (Named & { group: WorkItem['state__group'] }) | undefined
  parent: Parent | undefined
  point: EstimatePoint | undefined
  type: Named | undefined
  sets: PeopleAndLabels
}

/** One history row per field that really changed. */
export async function describeChange(
  tx: Tx,
  member: ProjectMember,
  locked: Locked,
  applied: Applied,
): Promise<Activity[]> {
  const { change, state, sets } = applied
  const plain: Activity[] = []
  const note = (field: keyof Locked & keyof WorkItemChange, as: string, comment: string) => {
    const [before, after] = [locked[field] ?? '', change[field]]
    if (after === undefined || before === (after ?? '')) return
    plain.push(changed(as, comment, String(before), String(after ?? '')))
  }
  note('name', 'name', sentences.name)
  note('description_html', 'description', 'updated the description to')
  note('priority', 'priority', sentences.priority)
  note('start_date', 'start_date', sentences.start_date)
  note('target_date', 'target_date', sentences.target_date)
  if (state && state.id !== locked.state_id) {
    plain.push({
      ...changed('state', 'updated the state to', locked.state_name, state.name),
      old_identifier: locked.state_id,
      new_identifier: state.id,
    })
  }
  const references = await describeReferences(tx, member, locked, applied)
  const labels = await differences(tx, member, 'label', locked.label_ids, sets.labels)
  const people = await differences(tx, member, 'assignee', locked.assigned_ids, sets.people)
  return [...plain, ...references, ...labels, ...people]
}

/** Fields with references: the history stores name and id. */
async function describeReferences(
  tx: Tx,
  member: ProjectMember,
  locked: Locked,
  { change, parent, point, type }: Applied,
): Promise<Activity[]> {
  const rows: Activity[] = []
  if (change.parent_id !== undefined && change.parent_id !== locked.parent_id) {
    const before = await keyOf(tx, member, locked.parent_id)
    rows.push({
      ...changed('parent', 'updated the parent issue to', before, parent?.key ?? ''),
      old_identifier: locked.parent_id,
      new_identifier: parent?.id ?? null,
    })
  }
  if (change.estimate_point !== undefined && change.estimate_point !== locked.estimate_point) {
    const before = locked.estimate_point
      ? await findEstimatePoint(tx, member, locked.estimate_point)
      : undefined
    rows.push(estimateChange(before, point))
  }
  if (change.type_id !== undefined && change.type_id !== locked.type_id) {
    const before = locked.type_id ? await findType(tx, member, locked.type_id) : undefined
    rows.push({
      ...changed('type', 'updated the type to', before?.name ?? '', type?.name ?? ''),
      old_identifier: locked.type_id,
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
  const remaining = new Set(after.map(({ id }) => id))
  const gone = before.filter((id) => !remaining.has(id))
  const names = gone.length > 0 ? await lookups[what](tx, member, gone) : []
  const fresh = after.filter(({ id }) => !before.includes(id))
  return [
    ...fresh.map((one) => added(`${what}s`, `added ${what} `, one)),
    ...names.map((one) => removed(`${what}s`, `removed ${what} `, one)),
  ]
}
