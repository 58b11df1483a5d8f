import { randomBytes } from 'node:crypto'
import {
  type ExportProvider,
  type ExportsQuery,
  exportProviders,
  type NewExport,
  toPage,
} from '@cairn/contract'
import type { Member } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { badRequest, notFound } from '#kernel/http/errors.ts'
import { sliceOf } from '#kernel/http/slices.ts'
import { dispositionFor } from '#kernel/storage/disposition.ts'
import type { Storage } from '#kernel/storage/storage.ts'
import { normalFilters } from '#product/list-readers.ts'
import {
  countExports,
  findFile,
  insertExport,
  isOrder,
  listExports,
  listOwnProjects,
} from './queries.ts'

export { makeExports, removeOldExports } from './make.ts'

const isProvider = (text: string): text is ExportProvider =>
  (exportProviders as readonly string[]).includes(text)

export async function askForExport(
  db: Db,
  member: Member,
  { provider = '', project = [], multiple = false, pql = '' }: NewExport,
) {
  if (!isProvider(provider)) throw badRequest({ error: `Provider '${provider}' not found.` })
  const wanted = [...new Set(project.map((id) => id.toLowerCase()))]
  const project_ids = await listOwnProjects(db, member, wanted)
  const foreign = wanted.find((id) => !project_ids.includes(id))
  if (foreign) {
    throw badRequest({ project: [`Invalid pk "${foreign}" - object does not exist.`] })
  }
  const token = randomBytes(16).toString('hex')
  const [text = null] = normalFilters({ pql: [pql] }).pql ?? []
  await insertExport(db, member, { provider, project_ids, is_split: multiple, token, pql: text })
  return { message: 'Once the export is ready you will be able to download it' }
}

export async function pageExports(db: Db, member: Member, query: ExportsQuery) {
  const { per_page, cursor, order_by = '-created_at' } = query
  if (!per_page || !cursor) throw badRequest({ error: 'per_page and cursor are required' })
  const slice = sliceOf({ per_page, cursor })
  const by = order_by.replace(/^-/, '')
  if (!isOrder(by)) throw badRequest({ error: 'Please provide valid detail' })
  const [results, total] = await Promise.all([
    listExports(db, member, slice, { by, descending: order_by.startsWith('-') }),
    countExports(db, member),
  ])
  return toPage(slice, { results, count: results.length, total })
}

/** The exported file, for the user who requested it. */
export async function openExport(db: Db, storage: Storage, member: Member, id: string) {
  const file = await findFile(db, member, id)
  const stored = file && (await storage.get(file.file_key))
  if (!stored) throw notFound()
  const { stream, size } = stored
  const type = dispositionFor('application/zip', { name: file.file_name, attachment: true })
  const headers = { ...type, 'content-length': String(size), 'cache-control': 'private, no-store' }
  return { stream, headers }
}
