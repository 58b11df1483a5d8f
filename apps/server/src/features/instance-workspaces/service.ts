import { type InstanceListQuery, type NewWorkspace, toPage } from '@cairn/contract'
import { readInstanceSlice } from '#features/instance/service.ts'
import {
  isSlugTaken,
  openWorkspace,
  refuseBadNames,
  refuseUnknownTimezone,
  tellOfWorkspace,
} from '#features/workspaces/service.ts'
import type { Db } from '#kernel/database/schema.ts'
import { badRequest } from '#kernel/http/errors.ts'
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
  const name = wanted.name?.trim() ?? ''
  const slug = wanted.slug?.trim() ?? ''
  const { timezone = 'UTC', organization_size = null, company_role } = wanted
  refuseBadNames(name, slug)
  if (await isSlugTaken(db, slug)) throw badRequest({ slug: ['Slug is already in use'] })
  refuseUnknownTimezone(timezone)
  return db.transaction().execute(async (tx) => {
    const values = { name, slug, organization_size, timezone, owner_id }
    const id = await openWorkspace(tx, values, company_role)
    await tellOfWorkspace(tx, id)
    return findWorkspaceOfInstance(tx, id)
  })
}
