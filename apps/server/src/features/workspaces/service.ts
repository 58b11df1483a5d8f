import {
  ADMIN,
  containsUrl,
  isReservedSlug,
  isSlug,
  type NewWorkspace,
  type WorkspacePatch,
} from '@cairn/contract'
import { readSettings } from '#features/instance/service.ts'
import type { Member } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { emit } from '#kernel/events/outbox.ts'
import { isSafeLink } from '#kernel/html/safe-link.ts'
import { badRequest, conflict, duplicate, forbidden, notFound } from '#kernel/http/errors.ts'
import {
  findWorkspace,
  forgetLastWorkspace,
  insertMemberships,
  insertWorkspace,
  isSlugTaken,
  listPeopleByRole,
  markContentsDeleted,
  markWorkspaceDeleted,
  updateWorkspace,
} from './queries.ts'

export { insertMemberships, isSlugTaken, listPeopleByRole } from './queries.ts'

const slugTaken = duplicate(
  'workspaces_slug_key',
  conflict({ slug: 'The workspace with the slug already exists' }),
)

const isTimezone = (name: string) => {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

export function refuseUnknownTimezone(name: string) {
  if (!isTimezone(name)) throw badRequest({ timezone: [`"${name}" is not a valid choice.`] })
}

export function refuseBadNames(name: string, slug: string) {
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

export async function createWorkspace(db: Db, user_id: string, wanted: NewWorkspace) {
  const settings = await readSettings(db)
  if (settings.is_workspace_creation_disabled) {
    throw forbidden({ error: 'Workspace creation is not allowed' })
  }
  const name = wanted.name?.trim() ?? ''
  const slug = wanted.slug?.trim() ?? ''
  const { timezone = 'UTC', organization_size = null } = wanted
  refuseBadNames(name, slug)
  if (await isSlugTaken(db, slug)) {
    throw badRequest({ slug: ['Workspace with this slug already exists.'] })
  }
  refuseUnknownTimezone(timezone)
  return db.transaction().execute(async (tx) => {
    const values = { name, slug, organization_size, timezone, owner_id: user_id }
    const id = await openWorkspace(tx, values, wanted.company_role)
    const workspace = await findWorkspace(tx, user_id, id)
    await emit(tx, { type: 'workspace.saved', workspace }, { to: [user_id] })
    return workspace
  })
}

type Values = Parameters<typeof insertWorkspace>[1]

/** The workspace with its owner as first administrator. */
export async function openWorkspace(
  tx: Tx,
  values: Values,
  company_role: string | null = null,
): Promise<string> {
  const { id: workspace_id } = await insertWorkspace(tx, values).catch(slugTaken)
  const user_id = values.owner_id
  const owner = { workspace_id, user_id, role: ADMIN, company_role, created_by: user_id }
  await insertMemberships(tx, [owner])
  return workspace_id
}

/** Free, allowed and well formed. */
export async function checkSlug(db: Db, slug = '') {
  if (!slug) throw badRequest({ error: 'Workspace Slug is required' })
  const status = isSlug(slug) && !isReservedSlug(slug) && !(await isSlugTaken(db, slug))
  return { status }
}

/** Everybody in it hears of the workspace with their own role in it. */
export async function tellOfWorkspace(tx: Tx, workspace_id: string) {
  for (const { user_ids } of await listPeopleByRole(tx, workspace_id)) {
    const workspace = await findWorkspace(tx, user_ids[0] ?? '', workspace_id)
    await emit(tx, { type: 'workspace.saved', workspace }, { to: user_ids })
  }
}

function readName(typed: string): string {
  const name = typed.trim()
  if (!name) throw badRequest({ name: ['This field may not be blank.'] })
  if (containsUrl(name)) throw badRequest({ name: ['Name must not contain URLs'] })
  return name
}

function readLogo(typed: string | null): string | null {
  if (!typed) return typed
  const link = isSafeLink(typed)
  if (!link || !/^https?:/i.test(link)) throw badRequest({ logo: ['Enter a valid URL.'] })
  return link
}

export const changeWorkspace = (db: Db, member: Member, patch: WorkspacePatch) =>
  db.transaction().execute(async (tx) => {
    const { name, logo, timezone } = patch
    if (timezone !== undefined) refuseUnknownTimezone(timezone)
    const updated = await updateWorkspace(tx, member, {
      ...patch,
      ...(name !== undefined && { name: readName(name) }),
      ...(logo !== undefined && { logo: readLogo(logo) }),
    })
    if (!updated) throw notFound()
    await tellOfWorkspace(tx, member.workspace_id)
    return findWorkspace(tx, member.user_id, member.workspace_id)
  })

/** The workspace is out of reach for everybody with the commit, and all that stands in it too. */
export const removeWorkspace = (db: Db, member: Member) =>
  db.transaction().execute(async (tx) => {
    const { workspace_id: id } = member
    const people = await listPeopleByRole(tx, id)
    if (!(await markWorkspaceDeleted(tx, member))) throw notFound()
    await markContentsDeleted(tx, member)
    await forgetLastWorkspace(tx, member)
    const to = people.flatMap(({ user_ids }) => user_ids)
    await emit(tx, { type: 'workspace.removed', id }, { to })
  })
