import type { EpicPatchV1, ItemsQueryV1, NewEpicV1, ShapeQuery } from '@cairn/contract/v1'
import { sql as piece } from '@cairn/work-item-query'
import { addSubItems, epicsOfProject } from '#features/work-items/children/service.ts'
import {
  type Context,
  changeWorkItem,
  createWorkItem,
  itemsFor,
  removeWorkItem,
} from '#features/work-items/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { badRequest, forbidden, notFound } from '#kernel/http/errors.ts'
import { listedAcross } from '#product/scope-queries.ts'
import { inOtherWords } from '../../kit/other-words.ts'
import { presentOne } from '../../kit/shaping.ts'
import { listWorkItems } from '../work-items/lists.ts'
import { findEpic, listItemsNamed } from './queries.ts'

/** The newest first. */
export const readEpics = (db: Db, member: ProjectMember, query: ItemsQueryV1) =>
  listWorkItems(db, member, query, epicsOfProject(db, member))

async function epicOf(db: Db, member: ProjectMember, id: string) {
  const epic = await findEpic(db, member, id)
  if (!epic) throw notFound()
  return epic
}

export const readEpic = async (db: Db, member: ProjectMember, id: string, query: ShapeQuery) =>
  presentOne(db, member, query, await epicOf(db, member, id))

export async function addEpic(db: Db, member: ProjectMember, wanted: NewEpicV1) {
  const { id } = await createWorkItem(db, member, wanted, { epic: true })
  return epicOf(db, member, id)
}

export async function editEpic(db: Db, member: ProjectMember, id: string, patch: EpicPatchV1) {
  await epicOf(db, member, id)
  await changeWorkItem(db, member, id, patch, 'epics')
  return epicOf(db, member, id)
}

export async function deleteEpic(db: Db, member: ProjectMember, id: string) {
  await epicOf(db, member, id)
  const error = 'Only admin or creator can delete the work item'
  await removeWorkItem(db, member, id, 'epics').catch(
    inOtherWords({ "You don't have the required permissions.": forbidden({ error }) }),
  )
}

export async function readItems(db: Db, member: ProjectMember, id: string, query: ItemsQueryV1) {
  await epicOf(db, member, id)
  const children: Context = {
    base: piece`i.parent_id = ${id} and i.is_listed and ${listedAcross(member)}`,
    groupsOf: async () => [],
    rows: itemsFor(member),
  }
  return listWorkItems(db, member, query, children)
}

/** Makes the items children of the epic, replacing their former parent. */
export async function putItems(
  db: Db,
  member: ProjectMember,
  id: string,
  ids: readonly string[] = [],
) {
  await epicOf(db, member, id)
  if (ids.length === 0) throw badRequest({ error: 'Work items are required' })
  await addSubItems(db, member, id, { kind: 'epics', ids })
  return listItemsNamed(
    db,
    member,
    ids.map((one) => one.toLowerCase()),
  )
}
