import type { WorkItem } from '@cairn/contract'
import {
  type Activity,
  changed,
  cycleMove,
  emitSavedItems,
  findRow,
  type Kind,
  lockForChange,
  openItem,
  record,
  removed,
  subscribe,
} from '#features/work-items/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { badRequest, notFound } from '#kernel/http/errors.ts'
import { epicType } from '#product/epic-type-queries.ts'
import { becomeEpic, becomeItem, countChildren, leaveModules, nameCycle } from './queries.ts'

export async function readEpicAnalytics(db: Db, member: ProjectMember, id: string) {
  const epic = await openItem(db, member, id, 'epics')
  return countChildren(db, member, epic.id)
}

const EPIC = 'Epic'

/** An epic is in no cycle and no module, so what becomes one leaves them. */
async function raise(tx: Tx, member: ProjectMember, item: WorkItem): Promise<Activity[]> {
  if (item.parent_id) {
    throw badRequest({ error: 'Only work items without a parent can be converted to an epic' })
  }
  const type_id = await epicType(tx, member)
  const cycle = item.cycle_id ? await nameCycle(tx, member, item.cycle_id) : undefined
  const modules = await leaveModules(tx, member, item.id)
  await becomeEpic(tx, member, item.id, type_id)
  const ends = { old_identifier: item.type_id, new_identifier: type_id }
  return [
    { ...changed('type', 'updated the type to', '', EPIC), ...ends },
    ...(cycle ? [cycleMove(cycle, undefined)] : []),
    ...modules.map((module): Activity => {
      const row = removed('modules', `removed this issue from ${module.name}`, module)
      return { ...row, verb: 'deleted' }
    }),
  ]
}

async function lower(tx: Tx, member: ProjectMember, item: WorkItem): Promise<Activity[]> {
  await becomeItem(tx, member, item.id)
  return [{ ...changed('type', 'updated the type to', EPIC, ''), old_identifier: item.type_id }]
}

/** Key, history and children stay. What already is one stays as it is. */
export const convertItem = (
  db: Db,
  member: ProjectMember,
  id: string,
  to: 'epic' | 'issue',
  kind: Kind,
) =>
  db.transaction().execute(async (tx) => {
    const item = await lockForChange(tx, member, id, kind)
    if (item.is_epic !== (to === 'epic')) {
      const action = to === 'epic' ? raise : lower
      await record(tx, member, item.id, await action(tx, member, item))
      await subscribe(tx, member, item.id, [member.user_id])
      await emitSavedItems(tx, member, [item.id])
    }
    const row = await findRow(tx, member, item.id)
    if (!row) throw notFound()
    return row
  })
