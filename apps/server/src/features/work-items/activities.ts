import type { IntakeStatus } from '@cairn/contract'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { type Actor, insertActivities } from './activity-queries.ts'

export interface Activity {
  /** For an intake decision its status number. */
  verb: 'created' | 'updated' | 'deleted' | 'removed' | `${IntakeStatus}`
  field: string | null
  comment: string
  old_value?: string | null
  new_value?: string | null
  old_identifier?: string | null
  new_identifier?: string | null
  /** The property it refers to. */
  property_id?: string | null
  /** The comment it refers to. */
  comment_id?: string | null
  /** Suppresses notifications. */
  is_notified?: true
}

export const created: Activity = { verb: 'created', field: null, comment: 'created the issue' }
export const deleted: Activity = { verb: 'deleted', field: 'issue', comment: 'deleted the issue' }

export const changed = (field: string, comment: string, old_value: string, new_value: string) =>
  ({ verb: 'updated', field, comment, old_value, new_value }) satisfies Activity

/** History texts of the fields that need no lookup. */
export const sentences = {
  name: 'updated the name to',
  priority: 'updated the priority to',
  start_date: 'updated the start date to ',
  target_date: 'updated the target date to',
} as const

interface Named {
  id: string
  name: string
}

export const added = (field: string, comment: string, { id, name }: Named): Activity => ({
  ...changed(field, comment, '', name),
  new_identifier: id,
})

export const removed = (field: string, comment: string, { id, name }: Named): Activity => ({
  ...changed(field, comment, name, ''),
  old_identifier: id,
})

interface Point {
  id: string
  value: string
  type: string
}

/** The field contains the type of the system, so that hours are not read as points. */
export const estimateChange = (from: Point | undefined, to: Point | undefined): Activity => ({
  verb: to ? 'updated' : 'removed',
  field: `estimate_${(to ?? from)?.type ?? 'points'}`,
  comment: 'updated the estimate point to ',
  old_value: from?.value ?? null,
  new_value: to?.value ?? null,
  old_identifier: from?.id ?? null,
  new_identifier: to?.id ?? null,
})

/** All rows of one request share its epoch. */
export const record = (
  tx: Tx,
  member: ProjectMember,
  work_item_id: string,
  activities: readonly Activity[],
): Promise<void> => recordAll(tx, member, [[work_item_id, activities]])

/** Writes the histories of many items at once. With `notify: false` they cause no notifications. */
export async function recordAll(
  tx: Tx,
  actor: Actor,
  histories: readonly (readonly [work_item_id: string, activities: readonly Activity[]])[],
  { notify = true } = {},
): Promise<void> {
  // Equal activities are sent once: ten thousand rows are two lists and a few texts.
  const kinds = new Map<string, Activity & { kind: number }>()
  const rows = histories.flatMap(([item, activities]) =>
    activities.map((activity) => {
      const text = JSON.stringify(activity)
      const { kind } = kinds.get(text) ?? { kind: kinds.size }
      kinds.set(text, { ...activity, kind })
      return { item, kind }
    }),
  )
  if (rows.length === 0) return
  await insertActivities(tx, actor, { rows, kinds: [...kinds.values()], notify })
}
