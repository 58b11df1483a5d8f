import { isTransferred, type ProgressSnapshot } from '@cairn/contract'
import { changeLocked, lockMany } from '#features/work-items/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { badRequest, notFound } from '#kernel/http/errors.ts'
import { readSnapshot } from './analytics.ts'
import { emitCycle } from './emit.ts'
import {
  findCycle,
  isItemHere,
  listItemIds,
  lockCycle,
  shareCycle,
  updateCycle,
} from './queries.ts'
import { saveTransfer, takeTransfer } from './undo-snapshot-queries.ts'

/** Locked before its items, as deleting a cycle does, so that two such actions cannot deadlock. */
async function shareOpenCycle(tx: Tx, member: ProjectMember, id: string, ended: string) {
  const cycle = await shareCycle(tx, member, id)
  if (!cycle || cycle.archived_at) throw notFound()
  if (cycle.is_over) throw badRequest({ error: ended })
  return cycle
}

/** Refuses the request if any item cannot be in a cycle here. */
async function refuseStrangers(tx: Tx, member: ProjectMember, ids: readonly string[]) {
  const locked = new Set((await lockMany(tx, member, ids)).map(({ id }) => id))
  const unknown = ids.findIndex((id) => !locked.has(id))
  if (unknown < 0) return
  const sentence = `Invalid pk "${ids[unknown]}" - object does not exist.`
  throw badRequest({ issues: { [unknown]: [sentence] } })
}

/** An item is in at most one cycle: it is moved out of another. */
export const addItems = (
  db: Db,
  member: ProjectMember,
  id: string,
  issues: readonly string[] = [],
) =>
  db.transaction().execute(async (tx) => {
    const ended = 'The Cycle has already been completed so no new issues can be added'
    if (issues.length === 0) throw badRequest({ error: 'Issues are required' })
    await shareOpenCycle(tx, member, id, ended)
    const ids = [...new Set(issues.map((issue) => issue.toLowerCase()))]
    await refuseStrangers(tx, member, ids)
    await changeLocked(tx, member, ids, { cycle_id: id })
    return { message: 'success' }
  })

export const removeItem = (db: Db, member: ProjectMember, id: string, issue_id: string) =>
  db.transaction().execute(async (tx) => {
    const cycle = await findCycle(tx, member, id)
    const item = await isItemHere(tx, member, issue_id)
    if (!cycle || !item) throw notFound()
    if (item.cycle_id !== cycle.id) return
    await changeLocked(tx, member, [issue_id], { cycle_id: null })
  })

const unfinished = ['backlog', 'unstarted', 'started'] as const

/**
 * Moves unfinished items to another cycle and saves the progress at that time. A cycle without
 * dates (`mayBeUndated`) stays open, and nothing is saved.
 */
export const transferItems = (
  db: Db,
  member: ProjectMember,
  id: string,
  new_cycle_id: string | null | undefined,
  { mayBeUndated = false } = {},
) =>
  db.transaction().execute(async (tx) => {
    if (!new_cycle_id) throw badRequest({ error: 'New Cycle Id is required' })
    const source = await lockCycle(tx, member, id)
    if (!source) throw notFound()
    const ended = 'The cycle where the issues are transferred is already completed'
    const target = await shareOpenCycle(tx, member, new_cycle_id, ended)
    const isUndated = source.start_date === null && source.end_date === null
    if (!source.is_over && !(mayBeUndated && isUndated)) {
      throw badRequest({ error: 'Issues can be transferred only from a completed cycle' })
    }
    const isFirst = source.is_over && !isTransferred(source)
    if (isFirst) {
      const snapshot: ProgressSnapshot = await readSnapshot(tx, member, id)
      await updateCycle(tx, member, id, { progress_snapshot: JSON.stringify(snapshot) })
    }
    const ids = await listItemIds(tx, member, id, unfinished)
    if (ids.length > 0) await changeLocked(tx, member, ids, { cycle_id: target.id })
    const transfer_id = crypto.randomUUID()
    await saveTransfer(tx, member, transfer_id, { from: id, to: target.id, ids, isFirst })
    await emitCycle(tx, member, id)
    await emitCycle(tx, member, target.id)
    return { message: 'Success', transfer_id }
  })

/** Items moved again since, or deleted, stay where they are. */
export const undoTransfer = (db: Db, member: ProjectMember, id: string, transfer_id: string) =>
  db.transaction().execute(async (tx) => {
    const source = await lockCycle(tx, member, id)
    const transfer = await takeTransfer(tx, member, transfer_id)
    if (!source || source.archived_at || transfer?.from !== id) throw notFound()
    await shareCycle(tx, member, transfer.to)
    const locked = await lockMany(tx, member, transfer.ids)
    const ids = locked.filter(({ cycle_id }) => cycle_id === transfer.to).map((item) => item.id)
    if (ids.length > 0) await changeLocked(tx, member, ids, { cycle_id: id }, { isUndo: true })
    if (transfer.isFirst) await updateCycle(tx, member, id, { progress_snapshot: '{}' })
    await emitCycle(tx, member, id)
    await emitCycle(tx, member, transfer.to)
    return { returned: ids.length, left: transfer.ids.length - ids.length }
  })
