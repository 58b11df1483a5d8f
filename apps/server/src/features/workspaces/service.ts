import { isTimezone } from '@cairn/calendar'
import {
  ADMIN,
  containsUrl,
  isReservedSlug,
  isSlug,
  type NewWorkspace,
  type WorkspacePatch,
} from '@cairn/contract'
import { claimLogo, registerPicture } from '#features/assets/service.ts'
import type { Member } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { emit } from '#kernel/events/outbox.ts'
import { isSafeLink } from '#kernel/html/safe-link.ts'
import { badRequest, conflict, duplicate, notFound } from '#kernel/http/errors.ts'
import { isLogo, replaceLogo } from './logo.ts'
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

export { findWorkspace, insertMemberships, isSlugTaken, listPeopleByRole } from './queries.ts'

const slugTaken = duplicate(
  'workspaces_slug_key',
  conflict({ slug: 'The workspace with the slug already exists' }),
)

function refuseUnknownTimezone(name: string) {
  if (!isTimezone(name)) throw badRequest({ timezone: [`"${name}" is not a valid choice.`] })
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

/** The same rules for all creators; only the error about a taken slug differs. */
export async function readNewWorkspace(db: Db, wanted: NewWorkspace, taken: string) {
  const name = wanted.name?.trim() ?? ''
  const slug = wanted.slug?.trim() ?? ''
  const { timezone = 'UTC', organization_size = null } = wanted
  refuseBadNames(name, slug)
  if (await isSlugTaken(db, slug)) throw badRequest({ slug: [taken] })
  refuseUnknownTimezone(timezone)
  return { name, slug, timezone, organization_size }
}

type Values = Parameters<typeof insertWorkspace>[1]

/** Creates the workspace with its owner as first administrator. */
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

/** Available, allowed and well formed. */
export async function checkSlug(db: Db, slug = '') {
  if (!slug) throw badRequest({ error: 'Workspace Slug is required' })
  const status = isSlug(slug) && !isReservedSlug(slug) && !(await isSlugTaken(db, slug))
  return { status }
}

/** Emits the workspace to all its members, each with their own role. */
export async function emitWorkspace(tx: Tx, workspace_id: string) {
  for (const { user_ids } of await listPeopleByRole(tx, workspace_id)) {
    const workspace = await findWorkspace(tx, user_ids[0] ?? '', workspace_id)
    await emit(
      tx,
      { type: 'workspace.saved', workspace },
      { to: user_ids, within: { workspace_id } },
    )
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
    const { name, logo, timezone, logo_asset, ...plain } = patch
    if (timezone !== undefined) refuseUnknownTimezone(timezone)
    // A typed URL replaces an uploaded logo.
    const uploaded = logo ? null : logo_asset
    if (uploaded) await claimLogo(tx, member, uploaded)
    if (uploaded !== undefined) await replaceLogo(tx, member, uploaded)
    const updated = await updateWorkspace(tx, member, {
      ...plain,
      ...(timezone !== undefined && { timezone }),
      ...(name !== undefined && { name: readName(name) }),
      ...(logo !== undefined && { logo: readLogo(logo) }),
    })
    if (!updated) throw notFound()
    await emitWorkspace(tx, member.workspace_id)
    return findWorkspace(tx, member.user_id, member.workspace_id)
  })

/** Emits the new logo to everyone; the previous one is deleted. */
async function showLogo(tx: Tx, member: Member, asset_id: string) {
  await replaceLogo(tx, member, asset_id)
  await emitWorkspace(tx, member.workspace_id)
}

/** Only if it is the current logo; a former one is no longer shown. */
async function hideLogo(tx: Tx, member: Member, asset_id: string) {
  if (!(await isLogo(tx, member, asset_id))) return
  await replaceLogo(tx, member, null)
  await emitWorkspace(tx, member.workspace_id)
}

/** Registers what an uploaded logo changes. */
export const registerLogo = () =>
  registerPicture('WORKSPACE_LOGO', {
    show: (tx, member, { id }) => showLogo(tx, member, id),
    hide: (tx, member, { id }) => hideLogo(tx, member, id),
  })

/** Hides the workspace from everyone with the commit, including its contents. */
export const removeWorkspace = (db: Db, member: Member) =>
  db.transaction().execute(async (tx) => {
    const { workspace_id: id } = member
    const people = await listPeopleByRole(tx, id)
    if (!(await markWorkspaceDeleted(tx, member))) throw notFound()
    await markContentsDeleted(tx, member)
    await forgetLastWorkspace(tx, member)
    const to = people.flatMap(({ user_ids }) => user_ids)
    await emit(tx, { type: 'workspace.removed', id }, { to, within: null })
  })
