import {
  canCopyPage,
  canEditPage,
  canManagePage,
  MEMBER,
  type NewPage,
  type PageDetail,
  type PagePatch,
  pageAccess,
  type WithId,
} from '@cairn/contract'
import {
  copyAsset,
  type House,
  picturesIn,
  renamePictures,
  savePictures,
} from '#features/assets/service.ts'
import { forgetFavorites, undeleteFavorites } from '#features/favorites/service.ts'
import { forgetVisits, recordVisit } from '#features/recent-visits/service.ts'
import { enterProject, readBinary, readHtml } from '#features/work-items/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import { type Db, now, type Tx } from '#kernel/database/schema.ts'
import { emit } from '#kernel/events/outbox.ts'
import { badRequest, forbidden, notFound } from '#kernel/http/errors.ts'
import { lockProject } from '#product/project-lock-queries.ts'
import { takeUndoSnapshot } from '#product/undo-queries.ts'
import { joinedText } from './documents.ts'
import { emitRemoval, emitSaved } from './emit.ts'
import { openPages } from './open-pages.ts'
import { callerOf, findVisible, lock } from './page.ts'
import {
  bindPictures,
  type ExternalRef,
  type FoundPage,
  findForeignLabel,
  findPage,
  findTexts,
  freeChildren,
  insertPage,
  isArchived,
  linkToProjects,
  listReaders,
  listSubPages,
  listSubtree,
  listWritable,
  relink,
  replaceLabels,
  setArchived,
  updatePage,
} from './queries.ts'
import { pageArchived, refuseToWrite, replaceText } from './text.ts'
import type { Written } from './text-queries.ts'
import { attachChildren, saveDeleted, type UndoSnapshot, undeletePage } from './undelete-queries.ts'

export { findVisible } from './page.ts'

const refusePk = (field: string, id: string) =>
  badRequest({ [field]: [`Invalid pk "${id}" - object does not exist.`] })

const ownedByOther = () =>
  badRequest({ error: 'Access cannot be updated since this page is owned by someone else' })

/** With its text, as it is stored. */
async function detailOf(db: Db, member: ProjectMember, page: FoundPage): Promise<PageDetail> {
  const { description_html } = await findTexts(db, member, page.id)
  return { ...page, description_html }
}

/** Told as it is now; a page its owner alone sees is found without looking at who asks. */
export async function emitPage(
  tx: Tx,
  member: ProjectMember,
  id: string,
  marked?: { is_favorite: false },
): Promise<FoundPage | undefined> {
  const page = await findPage(tx, member, id)
  if (page) await emitSaved(tx, page, marked)
  return page
}

const embed = /<issue-embed-component\b[^>]*?\sentity_identifier="([\da-f-]{36})"/gi

/** Looking at one is remembered as a visit, unless it is only looked up. */
export async function readPage(
  db: Db,
  member: ProjectMember,
  id: string,
  { track_visit }: { track_visit?: string },
) {
  const page = await findVisible(db, member, id)
  const texts = await findTexts(db, member, id)
  if (track_visit !== 'false') {
    const visit = { entity_name: 'page', entity_identifier: id } as const
    recordVisit(db, member, { ...visit, project_id: member.project_id })
  }
  const issue_ids = [...texts.description_html.matchAll(embed)].map(([, item = '']) => item)
  return { ...page, ...texts, issue_ids: [...new Set(issue_ids)] }
}

export async function readSubPages(db: Db, member: ProjectMember, id: string) {
  await findVisible(db, member, id)
  return listSubPages(db, member, id)
}

async function refuseForeignLabels(tx: Tx, member: ProjectMember, ids: readonly string[]) {
  const foreign = await findForeignLabel(tx, member, ids)
  if (foreign) throw refusePk('labels', foreign)
}

/** A page of the project that the caller sees, and that does not itself stand in this one. */
async function refuseParent(tx: Tx, member: ProjectMember, parent: string, id?: string) {
  await lockProject(tx, member)
  const page = await findPage(tx, member, parent)
  const seen =
    page && (page.owned_by === member.user_id || page.access === pageAccess.public) ? page : null
  if (!seen) throw refusePk('parent', parent)
  if (id && (await listSubtree(tx, member, id)).includes(seen.id)) throw refusePk('parent', parent)
}

async function readText({
  description_html,
  description_binary,
}: NewPage): Promise<Partial<Written>> {
  const sent = readBinary(description_binary ?? null)
  if (sent) {
    const { mentions: _, ...text } = (await joinedText(null, sent)) ?? { mentions: [] }
    return text
  }
  return description_html ? readHtml(description_html) : {}
}

const readProperties = ({ view_props, logo_props, ...rest }: PagePatch & ExternalRef) => ({
  ...(rest.name !== undefined && { name: rest.name }),
  ...(rest.access !== undefined && { access: rest.access }),
  ...(rest.color !== undefined && { color: rest.color }),
  ...(rest.parent !== undefined && { parent_id: rest.parent }),
  ...(rest.external_source !== undefined && { external_source: rest.external_source }),
  ...(rest.external_id !== undefined && { external_id: rest.external_id }),
  ...(view_props && { view_props: JSON.stringify(view_props) }),
  ...(logo_props && { logo_props: JSON.stringify(logo_props) }),
})

/** Inside whatever else is being done, and without telling anybody. */
export async function addPage(
  tx: Tx,
  member: ProjectMember,
  wanted: NewPage & WithId & ExternalRef,
) {
  const { labels = [], parent, is_locked = false } = wanted
  await refuseForeignLabels(tx, member, labels)
  if (parent) await refuseParent(tx, member, parent)
  const text = await readText(wanted)
  const { id } = await insertPage(tx, member, {
    id: wanted.id,
    ...readProperties(wanted),
    ...text,
    is_locked,
  })
  await linkToProjects(tx, member, id, [member.project_id])
  await replaceLabels(tx, id, labels)
  const html = { before: '', after: text.description_html ?? '' }
  await savePictures(tx, member, { page_id: id, project_id: member.project_id }, html)
  return id
}

export const createPage = (db: Db, member: ProjectMember, wanted: NewPage & WithId & ExternalRef) =>
  db.transaction().execute(async (tx) => {
    const id = await addPage(tx, member, wanted)
    await emitPage(tx, member, id)
    return detailOf(tx, member, await findVisible(tx, member, id))
  })

export async function changePage(
  db: Db,
  member: ProjectMember,
  id: string,
  patch: PagePatch & ExternalRef,
) {
  const { labels, parent, access, description_html } = patch
  if (description_html !== undefined) await openPages(db).settle(id)
  const changed = await db.transaction().execute(async (tx) => {
    const page = await lock(tx, member, id)
    const caller = callerOf(member, page)
    if (!canEditPage(caller, page)) throw forbidden()
    if (page.is_locked) throw badRequest({ error: 'Page is locked' })
    if (page.archived_at) throw pageArchived()
    if (access !== undefined && access !== page.access && !canManagePage(caller, page)) {
      throw ownedByOther()
    }
    if (labels) await refuseForeignLabels(tx, member, labels)
    if (parent) await refuseParent(tx, member, parent, id)
    if (description_html !== undefined) {
      refuseToWrite(caller, page)
      await replaceText(tx, member, id, description_html)
    }
    const properties = readProperties(patch)
    if (labels) await replaceLabels(tx, id, labels)
    await updatePage(tx, member, id, properties)
    if (access !== undefined) await hideFromOthers(tx, member, page, access)
    const saved = (await emitPage(tx, member, id)) ?? page
    return detailOf(tx, member, saved)
  })
  if (description_html !== undefined) await openPages(db).refresh(id)
  return changed
}

/** What becomes private goes from everybody else's screens and favorites. */
async function hideFromOthers(tx: Tx, member: ProjectMember, page: FoundPage, access: number) {
  if (access !== pageAccess.private || page.access === access) return
  const { id, owned_by, project_ids } = page
  await forgetFavorites(tx, member, 'page', id, { but: owned_by })
  const readers = await listReaders(tx, project_ids, owned_by)
  for (const project_id of project_ids) {
    const to = readers.filter((one) => one.project_id === project_id).map((one) => one.user_id)
    if (to.length === 0) continue
    await emit(tx, { type: 'page.removed', id, project_id }, { to, within: null })
  }
}

export const changeAccess = (
  db: Db,
  member: ProjectMember,
  id: string,
  access: number = pageAccess.public,
) =>
  db.transaction().execute(async (tx) => {
    const page = await lock(tx, member, id)
    if (!canManagePage(callerOf(member, page), page)) throw ownedByOther()
    if (page.access === access) return
    await updatePage(tx, member, id, { access })
    await hideFromOthers(tx, member, page, access)
    await emitPage(tx, member, id)
  })

/** What is already so is left alone. */
export const lockPage = (db: Db, member: ProjectMember, id: string, is_locked: boolean) =>
  db.transaction().execute(async (tx) => {
    const page = await lock(tx, member, id)
    if (!canManagePage(callerOf(member, page), page)) throw forbidden()
    if (page.is_locked === is_locked) return
    await updatePage(tx, member, id, { is_locked })
    await emitPage(tx, member, id)
  })

/** With everything that stands in it, and from everybody's favorites. */
export const archivePage = (db: Db, member: ProjectMember, id: string) =>
  db.transaction().execute(async (tx) => {
    const page = await lock(tx, member, id)
    if (!canManagePage(callerOf(member, page), page)) {
      throw badRequest({ error: 'Only the owner or admin can archive the page' })
    }
    for (const archived of await setArchived(tx, member, id, true)) {
      await forgetFavorites(tx, member, 'page', archived)
      await emitPage(tx, member, archived, { is_favorite: false })
    }
    return { archived_at: new Date().toISOString() }
  })

/** Out of a page that stays archived it comes by itself. */
export const restorePage = (db: Db, member: ProjectMember, id: string) =>
  db.transaction().execute(async (tx) => {
    const page = await lock(tx, member, id)
    if (!canManagePage(callerOf(member, page), page)) {
      throw badRequest({ error: 'Only the owner or admin can un archive the page' })
    }
    if (page.parent && (await isArchived(tx, member, page.parent))) {
      await updatePage(tx, member, id, { parent_id: null })
    }
    for (const restored of await setArchived(tx, member, id, false)) {
      await emitPage(tx, member, restored)
    }
  })

/** With what everybody kept of it; what stood in it stands by itself. */
export const removePage = (db: Db, member: ProjectMember, id: string) =>
  db.transaction().execute(async (tx) => {
    const page = await lock(tx, member, id)
    if (!page.archived_at) {
      throw badRequest({ error: 'The page should be archived before deleting' })
    }
    if (!canManagePage(callerOf(member, page), page)) {
      throw forbidden({ error: 'Only admin or owner can delete the page' })
    }
    await saveDeleted(tx, member, id)
    await updatePage(tx, member, id, { deleted_at: now })
    await forgetFavorites(tx, member, 'page', id)
    await forgetVisits(tx, member, { entity_name: 'page', entity_identifier: id })
    await emitRemoval(tx, page)
    for (const child of await freeChildren(tx, member, id)) await emitPage(tx, member, child)
  })

/** Into the archive it was deleted from, with the pages below it that stand nowhere else since. */
export const restoreDeletedPage = (db: Db, member: ProjectMember, id: string) =>
  db.transaction().execute(async (tx) => {
    if (!(await undeletePage(tx, member, id))) throw notFound()
    const snapshot = await takeUndoSnapshot<UndoSnapshot>(tx, member, id)
    const children = await attachChildren(tx, member, id, snapshot?.children ?? [])
    if (snapshot) await undeleteFavorites(tx, member, snapshot.favorites)
    for (const page of [id, ...children]) await emitPage(tx, member, page)
  })

/** Each picture again, as the copy's own; what cannot be copied is shown from where it was. */
async function copyPictures(house: House, member: ProjectMember, html: string) {
  const { user_id, workspace_id, project_id } = member
  const copies = new Map<string, string>()
  for (const id of picturesIn(html)) {
    const owner = { workspace_id, project_id }
    const copy = await copyAsset(house, user_id, id, 'PAGE_DESCRIPTION', owner)
    if (copy) copies.set(id, copy)
  }
  const own = renamePictures(html, (id) => copies.get(id) ?? id)
  return { html: own, ids: [...copies.values()] }
}

/** Into the same projects, as far as the caller may make pages there. */
export async function duplicatePage(house: House, member: ProjectMember, id: string) {
  const { db } = house
  const page = await findVisible(db, member, id)
  if (!canCopyPage(callerOf(member, page))) throw forbidden()
  await openPages(db).settle(id)
  const { description_html } = await findTexts(db, member, id)
  const { html, ids } = await copyPictures(house, member, description_html)
  return db.transaction().execute(async (tx) => {
    const copy = await insertPage(tx, member, {
      name: `${page.name.slice(0, 248)} (Copy)`,
      access: page.access,
      color: page.color,
      parent_id: page.archived_at ? null : page.parent,
      view_props: JSON.stringify(page.view_props),
      logo_props: JSON.stringify(page.logo_props),
      ...readHtml(html),
    })
    const projects = await listWritable(tx, member, page.project_ids)
    await linkToProjects(tx, member, copy.id, projects)
    await replaceLabels(tx, copy.id, page.label_ids)
    if (ids.length > 0) await bindPictures(tx, member, copy.id, ids)
    // Seen from where it is, should the caller only look at this project.
    const here = projects.includes(member.project_id) ? member.project_id : projects[0]
    const there = here && (await enterProject(tx, member, here))
    if (!there) throw forbidden()
    await emitPage(tx, there, copy.id)
    return detailOf(tx, there, await findVisible(tx, there, copy.id))
  })
}

/** What the text says about files of the project it leaves. */
async function takeAddresses(tx: Tx, from: ProjectMember, there: ProjectMember, id: string) {
  const { description_html } = await findTexts(tx, there, id)
  const [old, fresh] = [from, there].map(({ project_id }) => `/projects/${project_id}/`)
  if (!old || !fresh || !description_html.includes(old)) return
  await replaceText(tx, there, id, description_html.replaceAll(old, fresh))
}

/** With everything that stands in it; labels and the page around it stay behind. */
export async function movePage(db: Db, member: ProjectMember, id: string, project_id: string) {
  await findVisible(db, member, id)
  await openPages(db).settle(id)
  const moved = await db.transaction().execute(async (tx) => {
    const page = await lock(tx, member, id)
    if (!canManagePage(callerOf(member, page), page)) throw forbidden()
    const there = await enterProject(tx, member, project_id)
    if (!there) throw refusePk('new_project_id', project_id)
    if (there.project_role < MEMBER) throw forbidden()
    if (page.archived_at) throw badRequest({ error: 'Archived page cannot be moved' })
    if (there.project_id === member.project_id) return { there, subtree: [id] }
    await lockProject(tx, member)
    const subtree = await listSubtree(tx, member, id)
    for (const one of subtree) {
      const left = await findPage(tx, member, one)
      if (left) await emitRemoval(tx, { ...left, project_ids: [member.project_id] })
      await forgetVisits(tx, member, { entity_name: 'page', entity_identifier: one })
    }
    await relink(tx, member, there.project_id, subtree)
    await updatePage(tx, member, id, { parent_id: null })
    for (const one of subtree) {
      await takeAddresses(tx, member, there, one)
      await emitPage(tx, there, one)
    }
    return { there, subtree }
  })
  for (const one of moved.subtree) await openPages(db).refresh(one)
  return detailOf(db, moved.there, await findVisible(db, moved.there, id))
}
