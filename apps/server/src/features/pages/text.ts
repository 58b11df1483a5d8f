import {
  canEditPage,
  type NewPageLog,
  type PageDescription,
  type PageLogPatch,
} from '@cairn/contract'
import { isEmptyHtml } from '@cairn/editor'
import { savePictures } from '#features/assets/service.ts'
import { readBinary } from '#features/work-items/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { emitAll } from '#kernel/events/outbox.ts'
import { badRequest, duplicate, forbidden, notFound } from '#kernel/http/errors.ts'
import { joinedText, type Made, textFromHtml } from '#product/documents/documents.ts'
import { openDocuments } from '#product/documents/open-documents.ts'
import { audiencesOf } from './emit.ts'
import { notifyMentioned } from './mentions.ts'
import { type Caller, findVisible, lock } from './page.ts'
import {
  completeText,
  deleteLog,
  findState,
  findVersion,
  insertLog,
  lockText,
  replaceLog,
  saveVersion,
  type Text,
  updateLog,
  updateText,
  type Writer,
} from './text-queries.ts'

const locked = () => badRequest({ error_code: 4701, error_message: 'PAGE_LOCKED' })
export const pageArchived = () => badRequest({ error_code: 4702, error_message: 'PAGE_ARCHIVED' })

interface StoredText {
  is_locked: boolean
  archived_at: string | null
}

export function refuseToWrite(
  caller: Caller,
  page: StoredText & Parameters<typeof canEditPage>[1],
) {
  if (!canEditPage(caller, page)) throw forbidden()
  if (page.is_locked) throw locked()
  if (page.archived_at) throw pageArchived()
}

interface Saving {
  /** Store a new version even if the last one is recent. */
  anew?: boolean
  /** All users who edited since it was stored last, including the writer. */
  authors?: readonly string[]
}

/** Stores the text in all formats, with its version, mentions and pictures. */
export async function saveText(
  tx: Tx,
  writer: Writer,
  before: Text,
  written: Made,
  { anew = false, authors = [writer.user_id] }: Saving = {},
) {
  const { id } = before
  const stamp = await updateText(tx, writer, id, written)
  if (!stamp) return
  if (anew || written.description_html !== before.description_html) {
    await saveVersion(tx, writer, id, { anew })
    await replaceLog(tx, writer, id, written.mentions)
    const html = { before: before.description_html, after: written.description_html }
    await savePictures(tx, writer, { page_id: id }, html)
    await notifyMentioned(tx, writer, { page: before, authors, html })
  }
  const event = { type: 'page.written', id, ...stamp } as const
  const audiences = audiencesOf(writer.workspace_id, before)
  await emitAll(
    tx,
    audiences.map((audience) => [event, audience] as const),
  )
}

/**
 * The Yjs document, created from the HTML when it is first requested: only once, or two users would
 * edit two unrelated documents. Null: nothing was written yet.
 */
export async function readState(db: Db, writer: Writer, id: string): Promise<Buffer | null> {
  const found = await findState(db, writer, id)
  if (!found) throw notFound()
  if (found.description_binary || isEmptyHtml(found.description_html)) {
    return found.description_binary
  }
  return db.transaction().execute(async (tx) => {
    const lockedPage = await lockText(tx, writer, id)
    if (!lockedPage) throw notFound()
    if (lockedPage.description_binary) return lockedPage.description_binary
    const written = await textFromHtml(lockedPage.description_html)
    await completeText(tx, writer, id, written)
    return written.description_binary
  })
}

/** As bytes; empty if nothing was written yet. */
export async function readDescription(db: Db, member: ProjectMember, id: string) {
  await findVisible(db, member, id)
  return (await readState(db, member, id)) ?? Buffer.alloc(0)
}

async function lockToWrite(tx: Tx, member: ProjectMember, id: string): Promise<Text> {
  const page = await lock(tx, member, id)
  refuseToWrite({ user_id: member.user_id, role: page.role }, page)
  const text = await lockText(tx, member, id)
  if (!text) throw notFound()
  return text
}

/** Merges the sent update into the document: two parallel saves both keep their changes. */
export async function changeDescription(
  db: Db,
  member: ProjectMember,
  id: string,
  { description_binary }: PageDescription,
) {
  const sent = readBinary(description_binary ?? null)
  await db.transaction().execute(async (tx) => {
    const text = await lockToWrite(tx, member, id)
    if (!sent) throw badRequest({ error: 'No binary data provided' })
    // A document created from the HTML alone would be unrelated to the update sent.
    const before = text.description_binary ?? (await stateOf(text))
    const written = await joinedText(before, sent)
    if (written) await saveText(tx, member, text, written)
  })
  await openDocuments(db).refresh(id)
  return { message: 'Updated successfully' }
}

async function stateOf({ description_html }: Text): Promise<Buffer | null> {
  if (isEmptyHtml(description_html)) return null
  return (await textFromHtml(description_html)).description_binary
}

/** Runs inside the caller's transaction, on a locked page. */
export async function replaceText(
  tx: Tx,
  writer: Writer,
  id: string,
  html: string,
  options?: Saving,
) {
  const text = await lockText(tx, writer, id)
  if (!text) throw notFound()
  const written = await textFromHtml(html, text.description_binary)
  if (options?.anew || written.description_html !== text.description_html) {
    await saveText(tx, writer, text, written, options)
  }
}

/** Restores the text of a version; this creates a new version, so that nothing is lost. */
export async function restoreVersion(
  db: Db,
  member: ProjectMember,
  id: string,
  version_id: string,
) {
  await findVisible(db, member, id)
  await openDocuments(db).settle(id)
  await db.transaction().execute(async (tx) => {
    await lockToWrite(tx, member, id)
    const version = await findVersion(tx, member, id, version_id)
    if (!version) throw notFound()
    await replaceText(tx, member, id, version.description_html, { anew: true })
  })
  await openDocuments(db).refresh(id)
  return { message: 'Updated successfully' }
}

export async function readVersion(db: Db, member: ProjectMember, id: string, version_id: string) {
  await findVisible(db, member, id)
  const version = await findVersion(db, member, id, version_id)
  if (!version) throw notFound()
  return version
}

/**
 * Stores the server's document of a collaboration; changes stored meanwhile by others are merged.
 */
export const storeTogether = (
  db: Db,
  writer: Writer,
  id: string,
  state: Uint8Array,
  authors: readonly string[],
) =>
  db.transaction().execute(async (tx) => {
    const text = await lockText(tx, writer, id)
    if (!text) return null
    const { description_binary: before, description_html: storedHtml } = text
    const written = await joinedText(before, state, { storedHtml })
    if (written) await saveText(tx, writer, text, written, { authors })
    return written?.description_binary ?? before
  })

const logExists = duplicate(
  'page_logs_transaction_key',
  badRequest({ error: 'The payload is not valid' }),
)

async function lockToEdit(tx: Tx, member: ProjectMember, id: string) {
  const page = await lock(tx, member, id)
  if (!canEditPage({ user_id: member.user_id, role: page.role }, page)) throw forbidden()
}

export const addLog = (db: Db, member: ProjectMember, id: string, wanted: NewPageLog) =>
  db.transaction().execute(async (tx) => {
    await lockToEdit(tx, member, id)
    const { transaction = crypto.randomUUID(), entity_name, entity_identifier = null } = wanted
    const row = { transaction, entity_name, entity_identifier }
    return insertLog(tx, member, id, row).catch(logExists)
  })

export const changeLog = (
  db: Db,
  member: ProjectMember,
  id: string,
  transaction: string,
  patch: PageLogPatch,
) =>
  db.transaction().execute(async (tx) => {
    await lockToEdit(tx, member, id)
    const row = await updateLog(tx, member, id, transaction, patch)
    if (!row) throw notFound()
    return row
  })

export const removeLog = (db: Db, member: ProjectMember, id: string, transaction: string) =>
  db.transaction().execute(async (tx) => {
    await lockToEdit(tx, member, id)
    if (!(await deleteLog(tx, member, id, transaction))) throw notFound()
  })
