import { PENDING, SNOOZED } from '@cairn/contract'
import { recordAll } from '#features/work-items/service.ts'
import type { Db } from '#kernel/database/schema.ts'
import { emitAll } from '#kernel/events/outbox.ts'
import { statusNames } from './decision.ts'
import { toIntakeItem, wakeSome } from './queries.ts'

const BATCH = 200

const returned = {
  verb: `${PENDING}`,
  field: 'intake',
  comment: 'updated the intake status',
  old_value: statusNames[SNOOZED],
  new_value: statusNames[PENDING],
} as const

/** Moves snoozed items whose date has passed back to pending and emits an event. */
export async function wakeSnoozed(db: Db) {
  let woken: number
  do {
    woken = await db.transaction().execute(async (tx) => {
      const rows = await wakeSome(tx, BATCH)
      for (const { workspace_id, project_id, user_id, issue_id } of rows) {
        await recordAll(tx, { workspace_id, project_id, user_id }, [[issue_id, [returned]]])
      }
      await emitAll(
        tx,
        rows.map(({ workspace_id, user_id, ...row }) => [
          { type: 'intake_item.saved', intake_item: toIntakeItem(row) },
          { workspace_id, project_id: row.project_id, author_id: row.author },
        ]),
      )
      return rows.length
    })
  } while (woken === BATCH)
}
