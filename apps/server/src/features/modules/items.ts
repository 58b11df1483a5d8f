import {
  type Activity,
  changeLocked,
  emitSavedItems,
  recordAll,
} from '#features/work-items/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { badRequest, notFound } from '#kernel/http/errors.ts'
import {
  deleteItems,
  findEpic,
  findLive,
  listVisibleItems,
  lockItems,
  touchItems,
} from './queries.ts'

const success = { message: 'success' }

interface Named {
  id: string
  name: string
}

const takenOut = ({ id, name }: Named): Activity => ({
  verb: 'deleted',
  field: 'modules',
  comment: `removed this issue from ${name}`,
  old_value: name,
  new_value: '',
  old_identifier: id,
})

/** Removes locked items from the module. */
export async function takeOut(
  tx: Tx,
  member: ProjectMember,
  module: Named,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await deleteItems(tx, module.id, ids)
  await touchItems(tx, member, ids)
  const activity = takenOut(module)
  await recordAll(
    tx,
    member,
    ids.map((id) => [id, [activity]] as const),
  )
  await emitSavedItems(tx, member, ids)
}

/** Skips items that are in it already, and those of other projects. */
export const addItems = (db: Db, member: ProjectMember, id: string, issues: readonly string[]) =>
  db.transaction().execute(async (tx) => {
    if (issues.length === 0) throw badRequest({ error: 'Issues are required' })
    const [module] = await findLive(tx, member, [id])
    if (!module) throw notFound()
    const epic = await findEpic(tx, member, issues)
    if (epic) {
      const index = issues.findIndex((issue) => issue.toLowerCase() === epic)
      throw badRequest({ issues: { [index]: [`Invalid pk "${epic}" - object does not exist.`] } })
    }
    const ids = await listVisibleItems(tx, member, issues)
    if (ids.length > 0) await changeLocked(tx, member, ids, { module_ids: [module.id] })
    return success
  })

/** Succeeds even if it was not in the module. */
export const removeItem = (db: Db, member: ProjectMember, id: string, item_id: string) =>
  db.transaction().execute(async (tx) => {
    const [module] = await findLive(tx, member, [id])
    if (!module) throw notFound()
    await takeOut(tx, member, module, await lockItems(tx, member, module.id, [item_id]))
  })

interface Wanted {
  modules?: string[]
  removed_modules?: string[]
}

/** Adds one item to some modules and removes it from others. */
export const changeModulesOf = (db: Db, member: ProjectMember, item_id: string, wanted: Wanted) =>
  db.transaction().execute((tx) => changeModulesIn(tx, member, item_id, wanted))

/** The same inside the caller's transaction. */
export async function changeModulesIn(
  tx: Tx,
  member: ProjectMember,
  item_id: string,
  { modules = [], removed_modules = [] }: Wanted,
) {
  const live = await findLive(tx, member, [...modules, ...removed_modules])
  const known = new Map(live.map((module) => [module.id, module]))
  const unknown = modules.findIndex((id) => !known.has(id.toLowerCase()))
  if (unknown >= 0) {
    const sentence = `Invalid pk "${modules[unknown]}" - object does not exist.`
    throw badRequest({ modules: { [unknown]: [sentence] } })
  }
  const [item] = await listVisibleItems(tx, member, [item_id])
  if (!item) throw notFound()
  if (modules.length > 0) await changeLocked(tx, member, [item], { module_ids: modules })
  for (const id of removed_modules) {
    const module = known.get(id.toLowerCase())
    if (module) await takeOut(tx, member, module, await lockItems(tx, member, module.id, [item]))
  }
  return success
}
