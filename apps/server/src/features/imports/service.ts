import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  ADMIN,
  type ImportReport,
  type ImportSettings,
  type ImportsQuery,
  toCsv,
  toPage,
  type UploadedImport,
} from '@cairn/contract'
import { removeUnusedLabels } from '#features/labels/service.ts'
import { takeBackMany } from '#features/work-items/service.ts'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { badRequest, conflict, forbidden, notFound } from '#kernel/http/errors.ts'
import { sliceOf } from '#kernel/http/slices.ts'
import { plainFileName } from '#kernel/storage/disposition.ts'
import { createKey, type Storage } from '#kernel/storage/storage.ts'
import { listProperties, readCatalog } from './catalog-queries.ts'
import { emitImport } from './emit.ts'
import { fingerprintsOf } from './fingerprints.ts'
import { parentsIn, prepare } from './prepare.ts'
import {
  countImports,
  deleteImport,
  findDetails,
  findImport,
  insertImport,
  listImported,
  listImports,
  lockImport,
  queueRun,
  updateImport,
} from './queries.ts'
import { FileNotValid, readTable, type Table } from './read-csv.ts'
import { suggest } from './suggest.ts'

export { removeOldImports, runImports } from './run.ts'

export interface House {
  db: Db
  storage: Storage
}

const SAMPLES = 3
const SAMPLE_LENGTH = 80

const columnsOf = (
  { header, rows }: Table,
  properties: readonly string[],
): UploadedImport['columns'] => {
  const suggested = suggest(header, properties)
  return header.map((name, index) => ({
    name,
    samples: rows
      .map(({ cells }) => (cells[index] ?? '').trim().slice(0, SAMPLE_LENGTH))
      .filter(Boolean)
      .slice(0, SAMPLES),
    suggested: suggested[index] ?? null,
  }))
}

/** An unreadable file is a client error, with a readable message. */
async function readUploaded(bytes: Uint8Array): Promise<Table> {
  try {
    return await readTable(bytes)
  } catch (error) {
    throw error instanceof FileNotValid ? badRequest({ error: error.message }) : error
  }
}

export async function readImport(db: Db, member: ProjectMember, id: string) {
  const found = await findImport(db, member, id)
  if (!found) throw notFound()
  return found
}

const isBytes = (body: unknown): body is Buffer => Buffer.isBuffer(body)

/** Stores the file until it is run, and returns what is in it. */
export async function uploadImport(
  { db, storage }: House,
  member: ProjectMember,
  { name, body }: { name: string | undefined; body: unknown },
): Promise<UploadedImport> {
  if (!isBytes(body)) throw badRequest({ error: 'The file is empty.' })
  const table = await readUploaded(body)
  const file = {
    file_name: plainFileName(name ?? '') || 'import.csv',
    file_key: createKey('imports'),
  }
  // Inserts the row first: a file without one would never be removed.
  const { id } = await insertImport(db, member, file)
  try {
    await storage.put(file.file_key, Readable.from([body]), { maxBytes: body.length })
  } catch (error) {
    await deleteImport(db, id)
    throw error
  }
  const uploaded = await readImport(db, member, id)
  const names = (await listProperties(db, member)).map((property) => property.name)
  return { ...uploaded, row_count: table.rows.length, columns: columnsOf(table, names) }
}

const gone = () => conflict({ error: 'The file is no longer kept. Upload it again.' })

async function openTable(storage: Storage, file_key: string | null): Promise<Table> {
  const stored = file_key && (await storage.get(file_key))
  if (!stored) throw gone()
  return readUploaded(await buffer(stored.stream))
}

function refuseSettings({ header }: Table, { columns }: ImportSettings) {
  if (columns.length !== header.length) {
    throw badRequest({ columns: [`The file has ${header.length} columns.`] })
  }
  const chosen = columns.filter((field) => field !== null)
  const twice = chosen.find((field, index) => chosen.indexOf(field) !== index)
  if (twice) throw badRequest({ columns: [`Two columns are chosen as ${twice}.`] })
  if (!chosen.includes('name')) throw badRequest({ columns: ['Choose the column with the names.'] })
}

/** Not run yet, or failed. */
const isOpen = (status: string) => status === 'uploaded' || status === 'failed'
const wasRun = () => conflict({ error: 'This import was run already.' })

/** The dry run. */
export async function checkImport(
  { db, storage }: House,
  member: ProjectMember,
  id: string,
  settings: ImportSettings,
): Promise<ImportReport> {
  const found = await findDetails(db, member, id)
  if (!found) throw notFound()
  if (!isOpen(found.status)) throw wasRun()
  const table = await openTable(storage, found.file_key)
  refuseSettings(table, settings)
  const fingerprints = fingerprintsOf(table.rows)
  const parents = parentsIn(table, settings)
  const catalog = await readCatalog(db, member, { parents, fingerprints })
  return (await prepare(table, fingerprints, settings, catalog)).report
}

export async function askToRun(
  { db, storage }: House,
  member: ProjectMember,
  id: string,
  settings: ImportSettings,
) {
  const known = await findDetails(db, member, id)
  if (!known) throw notFound()
  if (!isOpen(known.status)) throw wasRun()
  refuseSettings(await openTable(storage, known.file_key), settings)
  return db.transaction().execute(async (tx) => {
    const locked = await lockImport(tx, member, id)
    if (!locked) throw notFound()
    // Another request was faster.
    if (!isOpen(locked.status)) throw wasRun()
    const { user_id: initiated_by } = member
    const change = { status: 'queued', settings: JSON.stringify(settings), reason: null } as const
    await updateImport(tx, member, id, { ...change, initiated_by })
    await queueRun(tx, id)
    return readImport(tx, member, id)
  })
}

/** Removes all imported items, and created labels that are unused. */
export const undoImport = (db: Db, member: ProjectMember, id: string) =>
  db.transaction().execute(async (tx) => {
    const locked = await lockImport(tx, member, id)
    if (!locked) throw notFound()
    if (locked.initiated_by !== member.user_id && member.project_role < ADMIN) throw forbidden()
    if (locked.status !== 'completed') {
      throw conflict({ error: 'Only an import that was run can be undone, and only once.' })
    }
    await takeBackMany(tx, member, await listImported(tx, member, id))
    await removeUnusedLabels(tx, member, locked.label_ids)
    await updateImport(tx, member, id, { status: 'undone' })
    return emitImport(tx, member, id)
  })

/** The rows that were not imported, unchanged, with the problems of each. */
export async function errorFile({ db, storage }: House, member: ProjectMember, id: string) {
  const found = await findDetails(db, member, id)
  if (!found || found.problems.length === 0) throw notFound()
  const { header, rows } = await openTable(storage, found.file_key)
  const sentences = new Map<number, string[]>()
  for (const { row, message } of found.problems) {
    sentences.set(row, [...(sentences.get(row) ?? []), message])
  }
  const wrong = rows.flatMap(({ row, cells }) => {
    const said = sentences.get(row)
    return said ? [[...header.map((_, index) => cells[index] ?? ''), said.join(' ')]] : []
  })
  const name = `${found.file_name.replace(/\.csv$/i, '')}-errors.csv`
  return { name, content: toCsv([[...header, 'Problem'], ...wrong]) }
}

export async function pageImports(db: Db, member: Member, query: ImportsQuery) {
  const slice = sliceOf(query)
  const [results, total] = await Promise.all([
    listImports(db, member, slice),
    countImports(db, member),
  ])
  return toPage(slice, { results, count: results.length, total })
}
