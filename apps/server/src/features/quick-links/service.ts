import {
  type NewQuickLink,
  type QuickLink,
  type QuickLinkEvent,
  type QuickLinkPatch,
  toWebAddress,
  type WithId,
} from '@cairn/contract'
import type { Member } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { emit } from '#kernel/events/outbox.ts'
import { badRequest, duplicate, notFound } from '#kernel/http/errors.ts'
import { deleteQuickLink, findQuickLink, insertQuickLink, updateQuickLink } from './queries.ts'

export { listQuickLinks } from './queries.ts'

const sameUrl = duplicate(
  'quick_links_url_key',
  badRequest({ error: 'URL already exists for this workspace and owner' }),
)

function readUrl(typed: string): string {
  const url = toWebAddress(typed)
  if (!url) throw badRequest({ url: { error: 'Invalid URL format.' } })
  return url
}

const readRest = ({ title, metadata }: QuickLinkPatch) => ({
  ...(title !== undefined && { title }),
  ...(metadata !== undefined && { metadata: JSON.stringify(metadata) }),
})

const emitQuickLink = (tx: Tx, { user_id, workspace_id }: Member, event: QuickLinkEvent) =>
  emit(tx, event, { to: [user_id], within: { workspace_id } })

export async function readQuickLink(db: Db, member: Member, id: string): Promise<QuickLink> {
  const link = await findQuickLink(db, member, id)
  if (!link) throw notFound({ error: 'Quick link not found.' })
  return link
}

export const createQuickLink = (db: Db, member: Member, wanted: NewQuickLink & WithId) =>
  db.transaction().execute(async (tx) => {
    const url = readUrl(wanted.url)
    const quick_link = await insertQuickLink(tx, member, {
      id: wanted.id,
      url,
      ...readRest(wanted),
    }).catch(sameUrl)
    await emitQuickLink(tx, member, { type: 'quick_link.saved', quick_link })
    return quick_link
  })

export const changeQuickLink = (db: Db, member: Member, id: string, patch: QuickLinkPatch) =>
  db.transaction().execute(async (tx) => {
    if (!(await findQuickLink(tx, member, id))) throw notFound({ detail: 'Quick link not found.' })
    const url = patch.url === undefined ? {} : { url: readUrl(patch.url) }
    await updateQuickLink(tx, member, id, { ...url, ...readRest(patch) }).catch(sameUrl)
    const quick_link = await readQuickLink(tx, member, id)
    await emitQuickLink(tx, member, { type: 'quick_link.saved', quick_link })
    return quick_link
  })

export const removeQuickLink = (db: Db, member: Member, id: string) =>
  db.transaction().execute(async (tx) => {
    if (!(await deleteQuickLink(tx, member, id))) throw notFound()
    await emitQuickLink(tx, member, { type: 'quick_link.removed', id })
  })
