import {
  containsUrl,
  type InstanceListQuery,
  isReservedSlug,
  isSlug,
  type NewWorkspace,
  toPage,
} from '@cairn/contract'
import { readInstanceSlice } from '#features/instance/service.ts'
import { isSlugTaken, openWorkspace, tellOfWorkspace } from '#features/workspaces/service.ts'
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

function refuseBadNames(name: string, slug: string) {
  if (!name || !slug) throw badRequest({ error: 'Both name and slug are required' })
  if (name.length > 80 || slug.length > 48) {
    throw badRequest({ error: 'The maximum length for name is 80 and for slug is 48' })
  }
  if (containsUrl(name)) throw badRequest({ error: 'Name cannot contain a URL' })
  if (isReservedSlug(slug)) throw badRequest({ slug: ['Slug is not valid'] })
  if (!isSlug(slug)) {
    const rule = 'Slug can only contain letters, numbers, hyphens (-), and underscores (_)'
    throw badRequest({ slug: [rule] })
  }
}

const isTimezone = (name: string) => {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Works also while nobody else may create one: whoever locked the door has the key. */
export async function createWorkspaceAsAdmin(db: Db, owner_id: string, wanted: NewWorkspace) {
  const name = wanted.name?.trim() ?? ''
  const slug = wanted.slug?.trim() ?? ''
  const { timezone = 'UTC', organization_size = null, company_role } = wanted
  refuseBadNames(name, slug)
  if (await isSlugTaken(db, slug)) throw badRequest({ slug: ['Slug is already in use'] })
  if (!isTimezone(timezone)) {
    throw badRequest({ timezone: [`"${timezone}" is not a valid choice.`] })
  }
  return db.transaction().execute(async (tx) => {
    const values = { name, slug, organization_size, timezone, owner_id }
    const id = await openWorkspace(tx, values, company_role)
    await tellOfWorkspace(tx, id)
    return findWorkspaceOfInstance(tx, id)
  })
}
