import {
  type InstanceListQuery,
  type InstanceWorkspacePatch,
  type NewWorkspace,
  toPage,
} from '@cairn/contract'
import { readInstanceSlice } from '#features/instance/service.ts'
import { emitWorkspace, openWorkspace, readNewWorkspace } from '#features/workspaces/service.ts'
import type { Db } from '#kernel/database/schema.ts'
import { notFound } from '#kernel/http/errors.ts'
import {
  countWorkspaces,
  findWorkspaceOfInstance,
  listAllWorkspaces,
  setStorageLimit,
} from './queries.ts'

export async function pageThroughWorkspaces(db: Db, query: InstanceListQuery) {
  const slice = readInstanceSlice(query)
  const search = query.search?.trim() ?? ''
  const [results, total] = await Promise.all([
    listAllWorkspaces(db, search, slice),
    countWorkspaces(db, search),
  ])
  return toPage(slice, { results, count: results.length, total })
}

async function readWorkspace(db: Db, id: string) {
  const workspace = await findWorkspaceOfInstance(db, id)
  if (!workspace) throw notFound()
  return workspace
}

export async function changeWorkspaceAsAdmin(
  db: Db,
  id: string,
  { storage_limit }: InstanceWorkspacePatch,
) {
  await readWorkspace(db, id)
  if (storage_limit !== undefined) await setStorageLimit(db, id, storage_limit)
  return readWorkspace(db, id)
}

/** Works also while workspace creation is restricted: administrators are exempt. */
export async function createWorkspaceAsAdmin(db: Db, owner_id: string, wanted: NewWorkspace) {
  const values = await readNewWorkspace(db, wanted, 'Slug is already in use')
  return db.transaction().execute(async (tx) => {
    const id = await openWorkspace(tx, { ...values, owner_id }, wanted.company_role)
    await emitWorkspace(tx, id)
    return readWorkspace(tx, id)
  })
}
