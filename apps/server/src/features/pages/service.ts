import {
  canCopyPage,
  canEditPage,
  canManagePage,
  MEMBER,
  type NewPage,
  type PageDetail,
  type PagePatch,
  pageAccess,
  pageSortOrder,
  type WithId,
} from '@cairn/contract'
import { forgetFavorites, undeleteFavorites } from '#features/favorites/service.ts'
import { forgetVisits, recordVisit } from '#features/recent-visits/service.ts'
import { enterProject, readBinary, readHtml } from '#features/work-items/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { badRequest, forbidden, notFound } from '#kernel/http/errors.ts'
import type { Written } from '#product/documents/document.ts'
import { joinedText } from '#product/documents/documents.ts'
import { openDocuments } from '#product/documents/open-documents.ts'
import { takeUndoSnapshot } from '#product/undo-queries.ts'
import { emitPages, emitRemovals } from './emit.ts'
import { notifyMentioned } from './mentions.ts'
import { callerOf, findVisible, lock } from './page.ts'
import { copyPictures, type House, savePictures } from './page-pictures.ts'
import {
  bindPictures,
  type ExternalRef,
  type FoundPage,
  findForeignLabel,
  findPage,
  findTexts,
  insertPage,
  linkToProjects,
  listPagesById,
  listSubPages,
  listTextsWith,
  listWritable,
  relink,
  replaceLabels,
  updatePage,
} from './queries.ts'
import { pageArchived, refuseToWrite, replaceText } from './text.ts'
import {
  changeBranchAccess,
  idsOf,
  isStillFitting,
  readParent,
  refuseOutOfPrivate,
  refusePk,
  takeBranch,
} from './tree.ts'
import {
  findLastOrder,
  freePages,
  listBranch,
  lockTree,
  setArchived,
  setDeleted,
  setRestored,
} from './tree-queries.ts'
import { saveDeleted, type UndoSnapshot, undeleteBranch } from './undelete-queries.ts'

export { pageDocuments } from './documents.ts'
export { findVisible } from './page.ts'

const ownedByOther = () =>
  badRequest({ error: 'Access cannot be updated since this page is owned by someone else' })

/** Including its text, as stored. */
async function detailOf(db: Db, member: ProjectMember, page: FoundPage): Promise<PageDetail> {
  const { description_html } = await findTexts(db, member, page.id)
  return { ...page, description_html }
}

/** Emits the current pages; finds private ones without checking the caller. */
async function emitById(
  tx: Tx,
  member: ProjectMember,
  ids: readonly string[],
  marked?: { is_favorite: false },
) {
  const pages = await listPagesById(tx, member, ids)
  await emitPages(tx, pages, marked)
  return pages
}

export async function emitPage(
  tx: Tx,
  member: ProjectMember,
  id: string,
): Promise<FoundPage | undefined> {
  const [page] = await emitById(tx, member, [id])
  return page
}

const embed = /<issue-embed-component\b[^>]*?\sentity_identifier="([\da-f-]{36})"/gi

/** Records a visit, unless the page is only looked up. */
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
  ...(rest.color !== undefined && { color: rest.color }),
  ...(rest.parent !== undefined && { parent_id: rest.parent }),
  ...(rest.sort_order !== undefined && { sort_order: rest.sort_order }),
  ...(rest.external_source !== undefined && { external_source: rest.external_source }),
  ...(rest.external_id !== undefined && { external_id: rest.external_id }),
  ...(view_props && { view_props: JSON.stringify(view_props) }),
  ...(logo_props && { logo_props: JSON.stringify(logo_props) }),
})

/** Runs inside the caller's transaction, without emitting an event. */
export async function addPage(
  tx: Tx,
  member: ProjectMember,
  wanted: NewPage & WithId & ExternalRef,
) {
  const { labels = [], parent = null, is_locked = false } = wanted
  await refuseForeignLabels(tx, member, labels)
  if (parent) await lockTree(tx, member)
  const around = parent ? await readParent(tx, member, parent) : undefined
  const text = await readText(wanted)
  const { id } = await insertPage(tx, member, {
    id: wanted.id,
    ...readProperties(wanted),
    ...text,
    // Sub-pages of a private page are private.
    access: around?.access === pageAccess.private ? around.access : wanted.access,
    sort_order: pageSortOrder(await findLastOrder(tx, member, parent), undefined),
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
    const page = await detailOf(tx, member, await findVisible(tx, member, id))
    const html = { before: '', after: page.description_html }
    await notifyMentioned(tx, member, { page, authors: [member.user_id], html })
    return page
  })

export async function changePage(
  db: Db,
  member: ProjectMember,
  id: string,
  patch: PagePatch & ExternalRef,
) {
  const { labels, parent, description_html } = patch
  if (description_html !== undefined) await openDocuments(db).settle(id)
  const changed = await db.transaction().execute(async (tx) => {
    if (parent !== undefined || patch.access !== undefined) await lockTree(tx, member)
    const page = await lock(tx, member, id)
    const caller = callerOf(member, page)
    if (!canEditPage(caller, page)) throw forbidden()
    if (page.is_locked) throw badRequest({ error: 'Page is locked' })
    if (page.archived_at) throw pageArchived()
    if (labels) await refuseForeignLabels(tx, member, labels)
    const isMoved = parent !== undefined && parent !== page.parent
    const around = isMoved && parent ? await readParent(tx, member, parent, page) : undefined
    const access = around?.access === pageAccess.private ? around.access : patch.access
    const isShown = access !== undefined && access !== page.access
    if (isShown && !canManagePage(caller, page)) throw ownedByOther()
    if (isShown && !isMoved) await refuseOutOfPrivate(tx, member, page)
    if (description_html !== undefined) {
      refuseToWrite(caller, page)
      await replaceText(tx, member, id, description_html)
    }
    if (labels) await replaceLabels(tx, id, labels)
    const last = isMoved ? await findLastOrder(tx, member, parent) : undefined
    await updatePage(tx, member, id, {
      ...(isMoved && { sort_order: pageSortOrder(last, undefined) }),
      ...readProperties(patch),
    })
    if (isShown) await showBranch(tx, member, page, access)
    const saved = (await emitPage(tx, member, id)) ?? page
    return detailOf(tx, member, saved)
  })
  if (description_html !== undefined) await openDocuments(db).refresh(id)
  return changed
}

/** Pages that become private are removed from the favorites of everyone but their owner. */
async function showBranch(tx: Tx, member: ProjectMember, page: FoundPage, access: number) {
  const hidden = await changeBranchAccess(tx, member, page, access)
  await forgetFavorites(tx, member, 'page', hidden, { but: page.owned_by })
}

export const changeAccess = (
  db: Db,
  member: ProjectMember,
  id: string,
  access: number = pageAccess.public,
) =>
  db.transaction().execute(async (tx) => {
    await lockTree(tx, member)
    const page = await lock(tx, member, id)
    if (!canManagePage(callerOf(member, page), page)) throw ownedByOther()
    if (page.access === access) return
    await refuseOutOfPrivate(tx, member, page)
    await showBranch(tx, member, page, access)
  })

/** Does nothing if it already has this state. */
export const lockPage = (db: Db, member: ProjectMember, id: string, is_locked: boolean) =>
  db.transaction().execute(async (tx) => {
    const page = await lock(tx, member, id)
    if (!canManagePage(callerOf(member, page), page)) throw forbidden()
    if (page.is_locked === is_locked) return
    await updatePage(tx, member, id, { is_locked })
    await emitPage(tx, member, id)
  })

/** Including its sub-pages; removes them from everyone's favorites. */
export const archivePage = (db: Db, member: ProjectMember, id: string) =>
  db.transaction().execute(async (tx) => {
    await lockTree(tx, member)
    const page = await lock(tx, member, id)
    if (!canManagePage(callerOf(member, page), page)) {
      throw badRequest({ error: 'Only the owner or admin can archive the page' })
    }
    const branch = idsOf(await listBranch(tx, member, id))
    const archived = await setArchived(tx, member, id, branch)
    await forgetFavorites(tx, member, 'page', archived)
    await emitById(tx, member, archived, { is_favorite: false })
    return { archived_at: new Date().toISOString() }
  })

/**
 * Including sub-pages archived with it; those archived before stay archived. If its parent stays
 * archived, it becomes a top-level page.
 */
export const restorePage = (db: Db, member: ProjectMember, id: string) =>
  db.transaction().execute(async (tx) => {
    await lockTree(tx, member)
    const page = await lock(tx, member, id)
    if (!canManagePage(callerOf(member, page), page)) {
      throw badRequest({ error: 'Only the owner or admin can un archive the page' })
    }
    const around = page.parent ? await findPage(tx, member, page.parent) : undefined
    if (page.archived_at && around?.archived_at) await freePages(tx, member, [id])
    const branch = await listBranch(tx, member, id)
    const root = branch[0]?.archived_with ?? id
    await emitById(tx, member, await setRestored(tx, member, root, idsOf(branch)))
  })

/** Including its sub-pages and all favorites of them. */
export const removePage = (db: Db, member: ProjectMember, id: string) =>
  db.transaction().execute(async (tx) => {
    await lockTree(tx, member)
    const page = await lock(tx, member, id)
    if (!page.archived_at) {
      throw badRequest({ error: 'The page should be archived before deleting' })
    }
    if (!canManagePage(callerOf(member, page), page)) {
      throw forbidden({ error: 'Only admin or owner can delete the page' })
    }
    const { ids, freed } = await takeBranch(tx, member, id)
    const gone = await listPagesById(tx, member, ids)
    await saveDeleted(tx, member, id, ids)
    await setDeleted(tx, member, ids)
    await forgetFavorites(tx, member, 'page', ids)
    await forgetVisits(tx, member, { entity_name: 'page', entity_identifier: ids })
    await emitRemovals(tx, gone)
    await emitById(tx, member, freed)
  })

/** Restores it to the archive, including the sub-pages deleted with it. */
export const restoreDeletedPage = (db: Db, member: ProjectMember, id: string) =>
  db.transaction().execute(async (tx) => {
    await lockTree(tx, member)
    const ids = await undeleteBranch(tx, member, id)
    const page = await findPage(tx, member, id)
    if (!page || ids.length === 0) throw notFound()
    if (page.parent && !(await isStillFitting(tx, member, page, page.parent))) {
      await freePages(tx, member, [id])
    }
    const snapshot = await takeUndoSnapshot<UndoSnapshot>(tx, member, id)
    if (snapshot) await undeleteFavorites(tx, member, snapshot.favorites)
    await emitById(tx, member, ids)
  })

/** Copies into the same projects, if the caller may create pages there. */
export async function duplicatePage(house: House, member: ProjectMember, id: string) {
  const { db } = house
  const page = await findVisible(db, member, id)
  if (!canCopyPage(callerOf(member, page))) throw forbidden()
  await openDocuments(db).settle(id)
  const { description_html } = await findTexts(db, member, id)
  const { html, ids } = await copyPictures(house, member, description_html)
  return db.transaction().execute(async (tx) => {
    const parent_id = page.archived_at ? null : page.parent
    const copy = await insertPage(tx, member, {
      name: `${page.name.slice(0, 248)} (Copy)`,
      access: page.access,
      color: page.color,
      parent_id,
      sort_order: pageSortOrder(await findLastOrder(tx, member, parent_id), undefined),
      view_props: JSON.stringify(page.view_props),
      logo_props: JSON.stringify(page.logo_props),
      ...readHtml(html),
    })
    const projects = await listWritable(tx, member, page.project_ids)
    await linkToProjects(tx, member, copy.id, projects)
    await replaceLabels(tx, copy.id, page.label_ids)
    if (ids.length > 0) await bindPictures(tx, member, copy.id, ids)
    // As a member of a project it is in, in case the caller cannot create pages in this one.
    const here = projects.includes(member.project_id) ? member.project_id : projects[0]
    const there = here && (await enterProject(tx, member, here))
    if (!there) throw forbidden()
    await emitPage(tx, there, copy.id)
    return detailOf(tx, there, await findVisible(tx, there, copy.id))
  })
}

/** Rewrites the file URLs of the old project in their texts. */
async function takeAddresses(
  tx: Tx,
  from: ProjectMember,
  there: ProjectMember,
  ids: readonly string[],
) {
  const old = `/projects/${from.project_id}/`
  for (const { id, description_html } of await listTextsWith(tx, there, ids, old)) {
    const fresh = `/projects/${there.project_id}/`
    await replaceText(tx, there, id, description_html.replaceAll(old, fresh))
  }
}

/** Including its sub-pages; labels and the parent page are removed. */
export async function movePage(db: Db, member: ProjectMember, id: string, project_id: string) {
  await findVisible(db, member, id)
  await openDocuments(db).settle(id)
  const moved = await db.transaction().execute(async (tx) => {
    await lockTree(tx, member)
    const page = await lock(tx, member, id)
    if (!canManagePage(callerOf(member, page), page)) throw forbidden()
    const there = await enterProject(tx, member, project_id)
    if (!there) throw refusePk('new_project_id', project_id)
    if (there.project_role < MEMBER) throw forbidden()
    if (page.archived_at) throw badRequest({ error: 'Archived page cannot be moved' })
    if (there.project_id === member.project_id) return { there, ids: [id] }
    const { ids, freed } = await takeBranch(tx, member, id)
    const left = await listPagesById(tx, member, ids)
    await emitRemovals(
      tx,
      left.map((one) => ({ ...one, project_ids: [member.project_id] })),
    )
    await forgetVisits(tx, member, { entity_name: 'page', entity_identifier: ids })
    await relink(tx, member, there.project_id, ids)
    const sort_order = pageSortOrder(await findLastOrder(tx, there, null), undefined)
    await updatePage(tx, member, id, { parent_id: null, sort_order })
    await takeAddresses(tx, member, there, ids)
    await emitById(tx, there, ids)
    await emitById(tx, member, freed)
    return { there, ids }
  })
  for (const one of moved.ids) await openDocuments(db).refresh(one)
  return detailOf(db, moved.there, await findVisible(db, moved.there, id))
}
