import {
  ADMIN,
  containsUrl,
  GUEST,
  isReservedSlug,
  isSlug,
  type NewWorkspace,
} from '@cairn/contract'
import { readSettings } from '#features/instance/service.ts'
import type { Member } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { emit } from '#kernel/events/outbox.ts'
import { badRequest, conflict, duplicate, forbidden } from '#kernel/http/errors.ts'
import {
  findWorkspace,
  insertMemberships,
  insertWorkspace,
  isSlugTaken,
  listMembers,
} from './queries.ts'

export { insertMemberships, isSlugTaken } from './queries.ts'

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
  if (!isTimezone(timezone)) {
    throw badRequest({ timezone: [`"${timezone}" is not a valid choice.`] })
  }
  return db.transaction().execute(async (tx) => {
    const id = await openWorkspace(tx, {
      name,
      slug,
      organization_size,
      timezone,
      owner_id: user_id,
    })
    const workspace = await findWorkspace(tx, user_id, id)
    await emit(tx, { type: 'workspace.saved', workspace }, { to: [user_id] })
    return workspace
  })
}

type Values = Parameters<typeof insertWorkspace>[1]

/** The workspace with its owner as first administrator. */
export async function openWorkspace(tx: Tx, values: Values): Promise<string> {
  const { id } = await insertWorkspace(tx, values).catch(slugTaken)
  const user_id = values.owner_id
  await insertMemberships(tx, [{ workspace_id: id, user_id, role: ADMIN, created_by: user_id }])
  return id
}

/** Free, allowed and well formed. */
export async function checkSlug(db: Db, slug = '') {
  if (!slug) throw badRequest({ error: 'Workspace Slug is required' })
  const status = isSlug(slug) && !isReservedSlug(slug) && !(await isSlugTaken(db, slug))
  return { status }
}

/** Guests do not see other people's addresses. */
export async function namePeople(db: Db, member: Member) {
  const withEmail = member.workspace_role > GUEST
  const rows = await listMembers(db, member, withEmail)
  if (withEmail) return rows
  return rows.map(({ member: { email: _hidden, ...person }, ...row }) => ({
    ...row,
    member: person,
  }))
}
