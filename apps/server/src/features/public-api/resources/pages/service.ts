import {
  type NewPageV1,
  type PagePatchV1,
  type PagesQueryV1,
  pageKinds,
  type ShapeQuery,
} from '@cairn/contract/v1'
import {
  archivePage,
  changePage,
  createPage,
  findVisible,
  lockPage,
} from '#features/pages/service.ts'
import { containing } from '#features/search-issues/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { badRequest, notFound } from '#kernel/http/errors.ts'
import { answerPage } from '../../kit/answer-page.ts'
import { byEach, byNullable, readOrder } from '../../kit/ordering-queries.ts'
import { underOtherNames } from '../../kit/other-words.ts'
import { presentOne } from '../../kit/shaping.ts'
import { findPage, listPages } from './queries.ts'

const orders = {
  ...byEach('pg', ['created_at', 'updated_at', 'name', 'access', 'owned_by', 'id']),
  archived_at: byNullable('pg.archived_at'),
}

export const sizes = { usual: 20, most: 100 }

function readKind(typed = 'all') {
  const kind = pageKinds.find((known) => known === typed)
  if (!kind) throw badRequest({ type: [`"${typed}" is not a valid choice.`] })
  return kind
}

/** The newest first. */
export const readPages = (db: Db, member: ProjectMember, query: PagesQueryV1) => {
  const order = readOrder('pg', query.order_by, '-created_at', orders)
  const kind = readKind(query.type)
  const pattern = query.search ? containing(query.search) : null
  const read = (slice: Parameters<typeof listPages>[4]) =>
    listPages(db, member, { kind, pattern }, order, slice)
  return answerPage(db, member, query, read, sizes)
}

async function pageOf(db: Db, member: ProjectMember, id: string) {
  await findVisible(db, member, id)
  const page = await findPage(db, member, id)
  if (!page) throw notFound()
  return page
}

export const readPage = async (db: Db, member: ProjectMember, id: string, query: ShapeQuery) =>
  presentOne(db, member, query, await pageOf(db, member, id))

/** Renames the field to the application's name. */
const inAppNames = <Patch extends PagePatchV1>({ parent_id, ...rest }: Patch) => ({
  ...rest,
  ...(parent_id !== undefined && { parent: parent_id }),
})
const asItIsHere = underOtherNames({ parent: 'parent_id' })

export async function addPage(
  db: Db,
  member: ProjectMember,
  { archived_at, ...wanted }: NewPageV1,
) {
  const { id } = await createPage(db, member, inAppNames(wanted)).catch(asItIsHere)
  if (archived_at) await archivePage(db, member, id)
  return pageOf(db, member, id)
}

/** Unlocks before the change, and locks after it. */
export async function editPage(
  db: Db,
  member: ProjectMember,
  id: string,
  { is_locked, ...patch }: PagePatchV1,
) {
  if (is_locked === false) await lockPage(db, member, id, false)
  if (Object.keys(patch).length > 0) {
    await changePage(db, member, id, inAppNames(patch)).catch(asItIsHere)
  }
  if (is_locked) await lockPage(db, member, id, true)
  return pageOf(db, member, id)
}
