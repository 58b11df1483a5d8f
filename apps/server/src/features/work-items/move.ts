import { MEMBER, type WorkItem } from '@cairn/contract'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { emit } from '#kernel/events/outbox.ts'
import { badRequest, forbidden } from '#kernel/http/errors.ts'
import { changed, record } from './activities.ts'
import { readIds } from './bulk-ids.ts'
import { emitSavedItems } from './emit.ts'
import { pickState } from './fields.ts'
import {
  findStateLike,
  leaveModules,
  listLabelsLike,
  moveRow,
  type StateOf,
  saveFormerKey,
  takeAlong,
  takeFormerNumber,
} from './move-queries.ts'
import { enterProject } from './other-project.ts'
import { nameAssignees, replaceAssignees, replaceLabels, takeNumber } from './queries.ts'
import { retypeValues } from './retype.ts'
import { lockForChange, pairTaken, readRow } from './service.ts'

/** Its state there: the one with the same name, else the first of its group, else the default. */
async function stateThere(tx: Tx, there: ProjectMember, state: StateOf) {
  return pickState(tx, there, await findStateLike(tx, there, state))
}

/**
 * Moves an item to another project of the workspace, with its history, comments and files. It gets
 * a new number there, or its former one if it was there before, and its old key still leads to it.
 * What belongs to the old project (cycle, modules, estimate, parent, labels and states of other
 * names) is dropped.
 */
async function moveIn(
  tx: Tx,
  member: ProjectMember,
  id: string,
  project_id: string,
): Promise<WorkItem> {
  const locked = await lockForChange(tx, member, id)
  const there = await enterProject(tx, member, project_id)
  if (!there) {
    throw badRequest({ project_id: [`Invalid pk "${project_id}" - object does not exist.`] })
  }
  if (there.project_role < MEMBER) throw forbidden()
  if (there.project_id === member.project_id || locked.is_epic) {
    throw badRequest({ error: 'The work item cannot be moved to this project' })
  }
  const state = await stateThere(tx, there, locked)
  const people = await nameAssignees(tx, there, locked.assigned_ids)
  const labels = await listLabelsLike(tx, there, locked.label_ids)
  await leaveModules(tx, id)
  await replaceLabels(tx, id, labels)
  await replaceAssignees(
    tx,
    id,
    people.filter(({ fits }) => fits).map((one) => one.id),
  )
  // Last, because it makes the next create wait.
  const sequence_id = (await takeFormerNumber(tx, there, id)) ?? (await takeNumber(tx, there))
  await moveRow(tx, { from: member, there, id, sequence_id, state }).catch(pairTaken)
  await saveFormerKey(tx, member, locked)
  await takeAlong(tx, member, there, id)
  const [before, after] = [
    `${member.identifier}-${locked.sequence_id}`,
    `${there.identifier}-${sequence_id}`,
  ]
  await record(tx, there, id, [
    {
      ...changed('project', 'moved the work item to', before, after),
      old_identifier: member.project_id,
      new_identifier: there.project_id,
    },
  ])
  const moved = await readRow(tx, there, id)
  await record(tx, there, id, await retypeValues(tx, there, locked, moved.type_id))
  const { workspace_id } = member
  const audience = {
    workspace_id,
    project_id: member.project_id,
    author_id: locked.created_by,
  }
  await emit(tx, { type: 'work_item.removed', id, project_id: member.project_id }, audience)
  await emitSavedItems(tx, there, [id])
  return readRow(tx, there, id)
}

export const moveWorkItem = (db: Db, member: ProjectMember, id: string, project_id: string) =>
  db.transaction().execute((tx) => moveIn(tx, member, id, project_id))

/** Items are moved one by one, with all related rows. */
const MAX_MOVED = 500

/** Moves all or none. */
export const moveMany = (
  db: Db,
  member: ProjectMember,
  issue_ids: readonly string[],
  project_id: string,
) =>
  db.transaction().execute(async (tx) => {
    const ids = readIds(issue_ids)
    if (ids.length > MAX_MOVED) throw badRequest({ error: 'Too many issues' })
    const moved: WorkItem[] = []
    // Sorted, so that two requests lock the items in the same order.
    for (const id of ids.toSorted()) moved.push(await moveIn(tx, member, id, project_id))
    return moved
  })
