import type { StateGroup } from '@cairn/contract'
import { findState } from '#features/states/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import { type Db, now, type Tx } from '#kernel/database/schema.ts'
import { notFound } from '#kernel/http/errors.ts'
import { type Activity, recordAll } from './activities.ts'
import { today } from './bulk-queries.ts'
import { emitRemovedItems, emitSavedItems } from './emit.ts'
import { lockForgotten, updateWorkItems } from './queries.ts'

interface Neglect {
  groups: readonly StateGroup[]
  /** Months of thirty days without any change. */
  months: number
}

interface Forgotten {
  id: string
  created_by: string | null
}

/** Few enough for one event each, and for short locks. */
const BATCH = 200

/** Processes all in batches; `action` must change them so that they no longer match. */
async function eachForgotten(
  db: Db,
  member: ProjectMember,
  neglect: Neglect,
  action: (tx: Tx, items: Forgotten[]) => Promise<Activity>,
) {
  let done: number
  do {
    done = await db.transaction().execute(async (tx) => {
      const items = await lockForgotten(tx, member, neglect, BATCH)
      if (items.length === 0) return 0
      const activity = await action(tx, items)
      await recordAll(
        tx,
        member,
        items.map(({ id }) => [id, [activity]]),
      )
      return items.length
    })
  } while (done === BATCH)
}

/** `member` is the actor: the history needs one. */
export const archiveForgotten = (db: Db, member: ProjectMember, neglect: Neglect) =>
  eachForgotten(db, member, neglect, async (tx, items) => {
    const ids = items.map(({ id }) => id)
    await updateWorkItems(tx, member, ids, { archived_at: await today(tx) })
    await emitRemovedItems(tx, member, items)
    return {
      verb: 'updated',
      field: 'archived_at',
      comment: 'Automation has archived the issue',
      new_value: 'archive',
    }
  })

export const closeForgotten = (db: Db, member: ProjectMember, neglect: Neglect, state_id: string) =>
  eachForgotten(db, member, neglect, async (tx, items) => {
    const state = await findState(tx, member, state_id)
    if (!state) throw notFound()
    const completed_at = state.group === 'completed' ? now : null
    const ids = items.map(({ id }) => id)
    await updateWorkItems(tx, member, ids, { state_id, completed_at })
    await emitSavedItems(tx, member, ids)
    return {
      verb: 'updated',
      field: 'state',
      comment: 'Automation updated the state to ',
      new_value: state.name,
      new_identifier: state.id,
    }
  })
