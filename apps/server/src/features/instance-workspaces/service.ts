import { type InstanceListQuery, type NewWorkspace, toPage } from '@cairn/contract'
import { readInstanceSlice } from '#features/instance/service.ts'
import { openWorkspace, readNewWorkspace, tellOfWorkspace } from '#features/workspaces/service.ts'
import type { Db } from '#kernel/database/schema.ts'
import { countWorkspaces, findWorkspaceOfInstance, listAllWorkspaces } from './queries.ts'

export async function pageThroughWorkspaces(db: Db, query: InstanceListQuery) {
  const slice = readInstanceSlice(query)
  const search = query.search?.trim() ?? ''
  const [results, total] = await Promise.all([
    listAllWorkspaces(db, search, slice),
    countWorkspaces(db, search),
  ])
  return toPage(slice, { results, count: results.length, total })
}

/** Works also while nobody else may create one: whoever locked the door has the key. */
export async function createWorkspaceAsAdmin(db: Db, owner_id: string, wanted: NewWorkspace) {
  const values = await readNewWorkspace(db, wanted, 'Slug is already in use')
  return db.transaction().execute(async (tx) => {
    const id = await openWorkspace(tx, { ...values, owner_id }, wanted.company_role)
    await tellOfWorkspace(tx, id)
    return findWorkspaceOfInstance(tx, id)
  })
}
