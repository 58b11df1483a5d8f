import {
  labelSortOrder,
  type NewWorkItemType,
  type WithId,
  type WorkItem,
  type WorkItemType,
  type WorkItemTypePatch,
} from '@cairn/contract'
import { emitProject } from '#features/projects/service.ts'
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
  retypeMany,
  retypeValues,
  subscribe,
} from '#features/work-items/service.ts'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { emit } from '#kernel/events/outbox.ts'
import { badRequest, duplicate, notFound } from '#kernel/http/errors.ts'
import { epicType } from '#product/epic-type-queries.ts'
import { insertType, lockTypes } from '#product/project-type-queries.ts'
import {
  becomeEpic,
  becomeItem,
  clearDefaultType,
  countChildren,
  findType,
  isTypeInUse,
  lastTypeOrder,
  leaveModules,
  listChoosers,
  makeDefaultIn,
  markTypeDeleted,
  nameCycle,
  replaceChoices,
  replaceType,
  updateType,
} from './queries.ts'

export async function readEpicAnalytics(db: Db, member: ProjectMember, id: string) {
  const epic = await openItem(db, member, id, 'epics')
  return countChildren(db, member, epic.id)
}

const EPIC = 'Epic'

/** An epic cannot be in a cycle or module, so a converted item leaves them. */
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
  const after = await findRow(tx, member, item.id)
  const type = after?.type_id ? await findType(tx, member, after.type_id) : undefined
  const ends = { old_identifier: item.type_id, new_identifier: type?.id ?? null }
  return [{ ...changed('type', 'updated the type to', EPIC, type?.name ?? ''), ...ends }]
}

/** Key, history and children stay. Does nothing if the item already has this kind. */
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
      const rows = await action(tx, member, item)
      const { type_id = null } = (await findRow(tx, member, item.id)) ?? {}
      await record(tx, member, item.id, [
        ...rows,
        ...(await retypeValues(tx, member, item, type_id)),
      ])
      await subscribe(tx, member, item.id, [member.user_id])
      await emitSavedItems(tx, member, [item.id])
    }
    const row = await findRow(tx, member, item.id)
    if (!row) throw notFound()
    return row
  })

const nameTaken = duplicate(
  'work_item_types_name_key',
  badRequest({ name: ['A type with this name already exists.'] }),
)

function readName(typed: string): string {
  const name = typed.trim()
  if (!name) throw badRequest({ name: ['This field may not be blank.'] })
  return name
}

const emitType = (tx: Tx, { workspace_id }: Member, work_item_type: WorkItemType) =>
  emit(tx, { type: 'work_item_type.saved', work_item_type }, { workspace_id })

export const createType = (db: Db, member: Member, wanted: NewWorkItemType & WithId) =>
  db.transaction().execute(async (tx) => {
    const { id, description, logo_props } = wanted
    const name = readName(wanted.name)
    await lockTypes(tx, member)
    const sort_order = labelSortOrder(await lastTypeOrder(tx, member), undefined)
    const values = { id, name, sort_order, ...(description && { description }) }
    const logo = logo_props && { logo_props: JSON.stringify(logo_props) }
    const type = await insertType(tx, member, { ...values, ...logo }).catch(nameTaken)
    await emitType(tx, member, type)
    return type
  })

async function readType(tx: Tx, member: Member, id: string) {
  const type = await findType(tx, member, id)
  if (!type) throw notFound()
  return type
}

/** The epic type always exists, and cannot be the default. */
function refuseForEpics({ is_epic }: WorkItemType, patch: WorkItemTypePatch) {
  if (!is_epic || (patch.is_active !== false && !patch.is_default)) return
  throw badRequest({ error: 'The type of epics cannot be switched off or be the default' })
}

export const changeType = (db: Db, member: Member, id: string, patch: WorkItemTypePatch) =>
  db.transaction().execute(async (tx) => {
    await lockTypes(tx, member)
    const before = await readType(tx, member, id)
    refuseForEpics(before, patch)
    const { name, logo_props, ...plain } = patch
    const isActive = patch.is_active ?? before.is_active
    if (patch.is_default && !isActive) {
      throw badRequest({ is_default: ['A type that is switched off cannot be the default.'] })
    }
    if (patch.is_default) await clearDefaultType(tx, member)
    const change = {
      ...plain,
      ...(!isActive && { is_default: false }),
      ...(name !== undefined && { name: readName(name) }),
      ...(logo_props !== undefined && { logo_props: JSON.stringify(logo_props) }),
    }
    const type = await updateType(tx, member, id, change).catch(nameTaken)
    if (!type) throw notFound()
    await emitType(tx, member, type)
    return type
  })

async function readReplacement(tx: Tx, member: Member, type: WorkItemType, id: string) {
  const found = await findType(tx, member, id)
  if (found && !found.is_epic && found.is_active && found.id !== type.id) return found
  throw badRequest({ replacement: [`Invalid pk "${id}" - object does not exist.`] })
}

/** Moves its items to the replacement, in all projects. */
async function replaceEverywhere(tx: Tx, member: Member, id: string, by: WorkItemType) {
  const touched = await replaceType(tx, member, id, by.id)
  for (const [project_id, items] of Map.groupBy(touched, (item) => item.project_id)) {
    const there = { ...member, project_id }
    const ids = items.map((item) => item.id)
    await retypeMany(tx, there, ids, { from: id, to: by.id })
    await emitSavedItems(tx, there, ids)
  }
}

export const removeType = (db: Db, member: Member, id: string, replacement?: string) =>
  db.transaction().execute(async (tx) => {
    await lockTypes(tx, member)
    const type = await readType(tx, member, id)
    if (type.is_epic) throw badRequest({ error: 'The type of epics cannot be deleted' })
    const by = replacement ? await readReplacement(tx, member, type, replacement) : undefined
    if (!by && (await isTypeInUse(tx, member, type.id))) {
      throw badRequest({ error: 'The type is in use. Name another one for its work items.' })
    }
    if (by) await replaceEverywhere(tx, member, type.id, by)
    const choosers = await listChoosers(tx, member, type.id)
    await replaceChoices(tx, member, type.id, by?.id ?? null)
    const orphaned = choosers.filter(({ is_default }) => is_default)
    if (by) {
      await makeDefaultIn(
        tx,
        orphaned.map(({ project_id }) => project_id),
        by.id,
      )
    }
    await markTypeDeleted(tx, member, type.id)
    const { workspace_id } = member
    for (const { project_id } of choosers) await emitProject(tx, member, project_id)
    await emit(tx, { type: 'work_item_type.removed', id: type.id, workspace_id }, { workspace_id })
  })
