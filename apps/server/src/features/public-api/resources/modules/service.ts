import type {
  ItemsQueryV1,
  ListQuery,
  ModulePatchV1,
  NewModuleV1,
  ShapeQuery,
} from '@cairn/contract/v1'
import {
  addItems,
  archiveModule,
  changeModule,
  createModule,
  removeItem,
  removeModule,
  restoreModule,
} from '#features/modules/service.ts'
import { itemsOfModules, readNumbers } from '#features/progress/service.ts'
import { itemsOfModule } from '#features/work-items/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { badRequest, forbidden, notFound } from '#kernel/http/errors.ts'
import { answerPage } from '../../kit/answer-page.ts'
import { externalTaken, whereTaken } from '../../kit/conflicts.ts'
import { by, byEach, byNullable, readOrder } from '../../kit/ordering-queries.ts'
import { inOtherWords, underOtherNames } from '../../kit/other-words.ts'
import { presentOne } from '../../kit/shaping.ts'
import { listWorkItems } from '../work-items/lists.ts'
import {
  findModule,
  findModuleByExternalId,
  findModuleNamed,
  listModuleItems,
  listModules,
  type ModuleRow,
  usesModules,
} from './queries.ts'

const orders = {
  ...byEach('m', ['created_at', 'updated_at', 'name', 'sort_order', 'id']),
  status: by('m.status'),
  start_date: byNullable('m.start_date'),
  target_date: byNullable('m.target_date'),
  lead: byNullable('m.lead_id'),
  external_source: byNullable('m.external_source'),
  external_id: byNullable('m.external_id'),
}

/** With counts of what the reader sees, in one statement for all of them. */
async function counted(db: Db, member: ProjectMember, rows: readonly ModuleRow[]) {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const numbers = await readNumbers(db, itemsOfModules(member, ids))
  return rows.map((row) => {
    const { total_issues, completed_issues, cancelled_issues, ...more } = numbers.of(row.id)
    const { started_issues, unstarted_issues, backlog_issues } = more
    return {
      ...row,
      ...{ total_issues, completed_issues, cancelled_issues },
      ...{ started_issues, unstarted_issues, backlog_issues },
    }
  })
}

/** The newest first. */
export const readModules = (
  db: Db,
  member: ProjectMember,
  query: ListQuery,
  { archived = false } = {},
) => {
  const order = readOrder('m', query.order_by, '-created_at', orders)
  return answerPage(db, member, query, async (slice) => {
    const { rows, total } = await listModules(db, member, archived, order, slice)
    return { rows: await counted(db, member, rows), total }
  })
}

/** Without counts. */
export const readModulesLite = (db: Db, member: ProjectMember, query: ListQuery) => {
  const order = readOrder('m', query.order_by, '-created_at', orders)
  return answerPage(db, member, query, (slice) => listModules(db, member, false, order, slice))
}

async function rowOf(db: Db, member: ProjectMember, id: string) {
  const row = await findModule(db, member, id)
  if (!row) throw notFound()
  return row
}

async function moduleOf(db: Db, member: ProjectMember, id: string) {
  const [module] = await counted(db, member, [await rowOf(db, member, id)])
  if (!module) throw notFound()
  return module
}

/** Archived ones are only in the archived list. */
export async function readModule(db: Db, member: ProjectMember, id: string, query: ShapeQuery) {
  const module = await moduleOf(db, member, id)
  if (module.archived_at) throw notFound()
  return presentOne(db, member, query, module)
}

async function refuseSwitchedOff(db: Db, member: ProjectMember) {
  if (await usesModules(db, member)) return
  throw badRequest({ non_field_errors: ['Modules are not enabled for this project'] })
}

/** Renames these two fields to the application's names. */
const inAppNames = <Patch extends ModulePatchV1>({ lead, members, ...rest }: Patch) => ({
  ...rest,
  ...(lead !== undefined && { lead_id: lead }),
  ...(members && { member_ids: members }),
})
const withOwnNames = underOtherNames({ lead_id: 'lead', member_ids: 'members' })

const NAME_TAKEN = 'Module with this name already exists'

async function nameTaken(db: Db, member: ProjectMember, name: string) {
  const id = (await findModuleNamed(db, member, name.trim()))?.id
  const said = { error: NAME_TAKEN, message: NAME_TAKEN }
  return badRequest({ ...(id && { id }), code: 'MODULE_NAME_ALREADY_EXISTS', ...said })
}

export async function addModule(db: Db, member: ProjectMember, wanted: NewModuleV1) {
  await refuseSwitchedOff(db, member)
  const taken = async () => {
    const external = await findModuleByExternalId(db, member, wanted)
    return external ? externalTaken('Module', external.id) : nameTaken(db, member, wanted.name)
  }
  const { name } = wanted
  const { id } = await createModule(db, member, {
    status: 'planned',
    ...inAppNames(wanted),
    name,
  })
    .catch(whereTaken({ modules_external_key: taken, modules_name_key: taken }))
    .catch(withOwnNames)
  return moduleOf(db, member, id)
}

export async function editModule(db: Db, member: ProjectMember, id: string, patch: ModulePatchV1) {
  const before = await rowOf(db, member, id)
  await refuseSwitchedOff(db, member)
  const closed = badRequest({ error: 'Archived module cannot be edited' })
  await changeModule(db, member, id, inAppNames(patch))
    .catch(
      whereTaken({
        modules_external_key: async () =>
          externalTaken(
            'Module',
            (await findModuleByExternalId(db, member, { ...before, ...patch }))?.id,
          ),
      }),
    )
    .catch(inOtherWords({ 'Archived module cannot be updated': closed }))
    .catch(withOwnNames)
  return moduleOf(db, member, id)
}

export async function deleteModule(db: Db, member: ProjectMember, id: string) {
  await rowOf(db, member, id)
  const error = 'Only admin or creator can delete the module'
  await removeModule(db, member, id).catch(
    inOtherWords({ "You don't have the required permissions.": forbidden({ error }) }),
  )
}

export async function readItems(db: Db, member: ProjectMember, id: string, query: ItemsQueryV1) {
  await rowOf(db, member, id)
  const items = { ...itemsOfModule(db, member, id), defaultOrder: 'created_at' }
  return listWorkItems(db, member, query, items)
}

export async function putItems(
  db: Db,
  member: ProjectMember,
  id: string,
  issues: readonly string[] = [],
) {
  await addItems(db, member, id, issues)
  return listModuleItems(db, member, id)
}

export async function takeItem(db: Db, member: ProjectMember, id: string, issue_id: string) {
  const [item] = await listModuleItems(db, member, id, issue_id)
  if (!item) throw notFound()
  await removeItem(db, member, id, issue_id)
}

export async function putAway(db: Db, member: ProjectMember, id: string) {
  await rowOf(db, member, id)
  await archiveModule(db, member, id)
}

export async function undelete(db: Db, member: ProjectMember, id: string) {
  const { archived_at } = await rowOf(db, member, id)
  if (!archived_at) throw notFound()
  await restoreModule(db, member, id)
}
