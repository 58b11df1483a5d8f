import { canChangeWorkItem, descriptionPrefix, type WorkItem } from '@cairn/contract'
import { isEmptyHtml } from '@cairn/editor'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { notFound } from '#kernel/http/errors.ts'
import { joinedText, textFromHtml } from '#product/documents/documents.ts'
import type { DocumentKind } from '#product/documents/kind.ts'
import { applyPatch } from './apply-patch.ts'
import {
  findDescription,
  lockDescription,
  type StoredDescription,
  saveDocument,
} from './description-queries.ts'
import { readHtml } from './fields.ts'
import { findRow, lockWorkItem } from './queries.ts'

/**
 * A description is a shared document next to the item's HTML. Requests write only the HTML; the
 * document applies it as one change when it is open, or opened next.
 */
const isCurrent = ({ description_html, state, html }: StoredDescription) =>
  state ? html === description_html : isEmptyHtml(description_html)

/** Created under the item's lock, so that all who open it first get the same document. */
async function takeOver(tx: Tx, member: ProjectMember, id: string, stored: StoredDescription) {
  if (isCurrent(stored)) return stored.state
  const { description_html: html, state: before } = stored
  const { description_binary: state } = await textFromHtml(html, before)
  await saveDocument(tx, member, id, { state, html })
  return state
}

async function readDescription(db: Db, member: ProjectMember, id: string): Promise<Buffer | null> {
  const stored = await findDescription(db, member, id)
  if (!stored) throw notFound()
  if (isCurrent(stored)) return stored.state
  return db.transaction().execute(async (tx) => {
    const locked = await lockDescription(tx, member, id)
    if (!locked) throw notFound()
    return takeOver(tx, member, id, locked)
  })
}

const anywhere = { archivedToo: true }

/**
 * Merges a collaboration into the stored document, with history, versions and mentions as a change.
 */
export async function storeDescription(
  tx: Tx,
  member: ProjectMember,
  id: string,
  sent: Uint8Array,
): Promise<Buffer | null> {
  const stored = await lockDescription(tx, member, id)
  if (!stored) return null
  const before = await takeOver(tx, member, id, stored)
  const { description_html: storedHtml } = stored
  const written = await joinedText(before, sent, { storedHtml })
  if (!written) return before
  const state = written.description_binary
  const { description_html } = readHtml(written.description_html)
  await saveDocument(tx, member, id, { state, html: description_html })
  if (description_html === storedHtml) return state
  const locked =
    (await lockWorkItem(tx, member, id, anywhere)) ??
    (await lockWorkItem(tx, member, id, { ...anywhere, waiting: true }))
  if (locked) await applyPatch(tx, member, locked, { description_html })
  return state
}

type Event = { type: string; id?: string; work_item?: WorkItem }

export const workItemDocuments: DocumentKind = {
  prefix: descriptionPrefix,
  async findRight(db, member, id) {
    const item = await findRow(db, member, id)
    // Intake items are edited in intake.
    if (!item || item.state__group === 'triage') return undefined
    if (member.sees_only_own && item.created_by !== member.user_id) return undefined
    return { write: canChangeWorkItem(member, item) && !item.archived_at }
  },
  read: readDescription,
  store: (db, member, id, state) =>
    db.transaction().execute((tx) => storeDescription(tx, member, id, state)),
  events: 'work_item.',
  hear({ id, work_item }: Event) {
    if (!work_item) return id ? { id } : {}
    const { archived_at, state__group, project_id, created_by } = work_item
    const isWaiting = state__group === 'triage'
    const standing = [project_id, created_by, archived_at, isWaiting].join()
    return { id: work_item.id, isWritten: true, standing }
  },
}
