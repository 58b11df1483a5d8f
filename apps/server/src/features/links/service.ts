import {
  type NewWorkItemLink,
  toWebAddress,
  type WithId,
  type WorkItemLink,
  type WorkItemLinkPatch,
} from '@cairn/contract'
import {
  type Activity,
  type Kind,
  lockToAttach,
  openItem,
  record,
  subscribe,
  touchItem,
} from '#features/work-items/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import { type Db, now, type Tx } from '#kernel/database/schema.ts'
import { emit } from '#kernel/events/outbox.ts'
import { badRequest, duplicate, notFound } from '#kernel/http/errors.ts'
import { findLink, insertLink, listLinks, queueCrawl, updateLink } from './queries.ts'

export { crawlLinks } from './crawl.ts'
/** For items the caller has access to. */
export { listLinks as linksOfMany } from './queries.ts'

const urlTaken = duplicate(
  'work_item_links_url_key',
  badRequest({ error: 'URL already exists for this Issue' }),
)

function readUrl(typed: string): string {
  const url = toWebAddress(typed)
  if (!url) throw badRequest({ url: { error: 'Invalid URL format.' } })
  return url
}

export async function listLinksOf(db: Db, member: ProjectMember, id: string, kind: Kind) {
  const item = await openItem(db, member, id, kind)
  return listLinks(db, member, [item.id])
}

async function findOne(db: Db, member: ProjectMember, item_id: string, link_id: string) {
  const link = await findLink(db, member, item_id, link_id)
  if (!link) throw notFound()
  return link
}

export async function readLink(
  db: Db,
  member: ProjectMember,
  id: string,
  link_id: string,
  kind: Kind,
) {
  const item = await openItem(db, member, id, kind)
  return findOne(db, member, item.id, link_id)
}

interface Changed {
  id: string
  created_by: string | null
}

const audienceOf = ({ workspace_id, project_id }: ProjectMember, item: Changed) => ({
  workspace_id,
  project_id,
  author_id: item.created_by,
})

/** Records the link change in the history, subscribes the user and emits an event. */
async function emitLink(
  tx: Tx,
  member: ProjectMember,
  item: Changed,
  link: WorkItemLink,
  activities: readonly Activity[],
) {
  await record(tx, member, item.id, activities)
  await subscribe(tx, member, item.id, [member.user_id])
  await emit(tx, { type: 'link.saved', link }, audienceOf(member, item))
}

export const createLink = (
  db: Db,
  member: ProjectMember,
  id: string,
  wanted: NewWorkItemLink & WithId,
  kind: Kind,
  author_id?: string,
) =>
  db.transaction().execute(async (tx) => {
    const url = readUrl(wanted.url)
    const item = await lockToAttach(tx, member, id, kind)
    const { title = null } = wanted
    const added = { id: wanted.id, work_item_id: item.id, url, title }
    const { id: link_id } = await insertLink(tx, member, added, author_id).catch(urlTaken)
    await queueCrawl(tx, link_id)
    await touchItem(tx, member, item.id, { link_count: 1 })
    const link = await findOne(tx, member, item.id, link_id)
    const comment = 'created a link'
    await emitLink(tx, member, item, link, [
      { verb: 'created', field: 'link', comment, new_value: url, new_identifier: link_id },
    ])
    return link
  })

export const changeLink = (
  db: Db,
  member: ProjectMember,
  id: string,
  link_id: string,
  patch: WorkItemLinkPatch,
  kind: Kind,
) =>
  db.transaction().execute(async (tx) => {
    const { title } = patch
    const typed = patch.url === undefined ? undefined : readUrl(patch.url)
    const item = await lockToAttach(tx, member, id, kind)
    const before = await findOne(tx, member, item.id, link_id)
    const url = typed ?? before.url
    const moved = url !== before.url
    await updateLink(tx, member, link_id, {
      url,
      ...(title !== undefined && { title }),
      // Clears the metadata of the former page.
      ...(moved && { metadata: '{}' }),
    }).catch(urlTaken)
    await queueCrawl(tx, link_id)
    await touchItem(tx, member, item.id)
    const link = await findOne(tx, member, item.id, link_id)
    const ends = { old_identifier: link_id, new_identifier: link_id }
    const values = { old_value: before.url, new_value: url }
    const comment = 'updated a link'
    const activity: Activity = { verb: 'updated', field: 'link', comment, ...values, ...ends }
    await emitLink(tx, member, item, link, moved ? [activity] : [])
    return link
  })

export const removeLink = (
  db: Db,
  member: ProjectMember,
  id: string,
  link_id: string,
  kind: Kind,
) =>
  db.transaction().execute(async (tx) => {
    const item = await lockToAttach(tx, member, id, kind)
    const { url } = await findOne(tx, member, item.id, link_id)
    await updateLink(tx, member, link_id, { deleted_at: now })
    await touchItem(tx, member, item.id, { link_count: -1 })
    const comment = 'deleted the link'
    await record(tx, member, item.id, [
      { verb: 'deleted', field: 'link', comment, old_value: url, new_value: '' },
    ])
    await subscribe(tx, member, item.id, [member.user_id])
    const gone = { type: 'link.removed', id: link_id, work_item_id: item.id } as const
    await emit(tx, gone, audienceOf(member, item))
  })
