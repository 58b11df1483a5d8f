import { ADMIN, type TrashKind, type TrashQuery, type TrashRef } from '@cairn/contract'
import { removeStaleAssets } from '#features/assets/service.ts'
import { restoreDeletedAttachment } from '#features/attachments/service.ts'
import { restoreDeletedComment } from '#features/comments/service.ts'
import { restoreDeletedCycle } from '#features/cycles/service.ts'
import { restoreDeletedLabel } from '#features/labels/service.ts'
import { restoreDeletedModule } from '#features/modules/service.ts'
import { restoreDeletedPage } from '#features/pages/service.ts'
import { restoreDeletedView } from '#features/views/service.ts'
import { undeleteMany } from '#features/work-items/service.ts'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { forbidden, notFound } from '#kernel/http/errors.ts'
import type { Storage } from '#kernel/storage/storage.ts'
import {
  expireFiles,
  findIdentifier,
  findTrashed,
  listTrash,
  listTree,
  removeRowsOf,
  type Trashed,
} from './queries.ts'

/** The policy has checked the role: a workspace administrator counts as administrator of every project. */
async function asAdmin(db: Db, member: Member, project_id: string): Promise<ProjectMember> {
  const identifier = await findIdentifier(db, member, project_id)
  if (!identifier) throw forbidden()
  return { ...member, project_id, identifier, project_role: ADMIN, sees_only_own: false }
}

export const readTrash = async (db: Db, member: Member, project_id: string, query: TrashQuery) =>
  listTrash(db, await asAdmin(db, member, project_id), query)

async function readTrashed(db: Db, admin: ProjectMember, { kind, id }: TrashRef) {
  const trashed = await findTrashed(db, admin, kind, id)
  if (!trashed) throw notFound()
  return trashed
}

type Restore = (db: Db, admin: ProjectMember, entry: Trashed) => Promise<unknown>

const fromTrash = { fromTrash: true }

const restores: Record<TrashKind, Restore> = {
  work_item: (db, admin, { id }) => undeleteMany(db, admin, [id], fromTrash),
  comment: (db, admin, { id, work_item_id, is_epic }) => {
    const address = { id: work_item_id ?? '', comment_id: id }
    return restoreDeletedComment(db, admin, address, is_epic ? 'epics' : 'issues', fromTrash)
  },
  attachment: (db, admin, { id, work_item_id }) =>
    restoreDeletedAttachment(db, admin, work_item_id ?? '', id),
  cycle: (db, admin, { id }) => restoreDeletedCycle(db, admin, id, fromTrash),
  module: (db, admin, { id }) => restoreDeletedModule(db, admin, id, fromTrash),
  view: (db, admin, { id }) => restoreDeletedView(db, admin, id),
  page: (db, admin, { id }) => restoreDeletedPage(db, admin, id),
  label: (db, admin, { id }) => restoreDeletedLabel(db, admin, id),
}

export async function restore(db: Db, member: Member, project_id: string, ref: TrashRef) {
  const admin = await asAdmin(db, member, project_id)
  await restores[ref.kind](db, admin, await readTrashed(db, admin, ref))
}

async function removeOne(tx: Tx, admin: ProjectMember, { kind, id }: TrashRef) {
  const hasTree = kind === 'work_item' || kind === 'page'
  const ids = hasTree ? await listTree(tx, admin, kind, id) : [id]
  await expireFiles(tx, admin, ids)
  await removeRowsOf(tx, admin, kind, ids)
}

interface Deps {
  db: Db
  storage: Storage
}

/** Purges it, including its files. */
export async function removeForGood(
  { db, storage }: Deps,
  member: Member,
  project_id: string,
  ref: TrashRef,
) {
  const admin = await asAdmin(db, member, project_id)
  await db.transaction().execute(async (tx) => {
    await readTrashed(tx, admin, ref)
    await removeOne(tx, admin, ref)
  })
  await removeStaleAssets(db, storage)
}

/** Everything the trash shows, page by page. */
export async function emptyTrash({ db, storage }: Deps, member: Member, project_id: string) {
  const admin = await asAdmin(db, member, project_id)
  for (;;) {
    const { results } = await listTrash(db, admin, {})
    if (results.length === 0) break
    await db.transaction().execute(async (tx) => {
      for (const entry of results) await removeOne(tx, admin, entry)
    })
  }
  await removeStaleAssets(db, storage)
}
