import { setImmediate } from 'node:timers/promises'
import type { Db, Tx } from '#kernel/database/schema.ts'
import {
  countWords,
  type Entity,
  type IndexedDocument,
  isBacklogListed,
  listBacklog,
  listIndexed,
  lockIndex,
  type NewDocument,
  readSources,
  relaxCommit,
  removeDocuments,
  removeUnusedWords,
  type Source,
  saveDocuments,
  settleIndex,
  takeBacklog,
  takeChanges,
  takePositions,
  type WordCount,
} from './index-queries.ts'
import { isWord, markedKind, markedName, markedSegment, nameIn } from './terms.ts'
import { isDistinctive, nearOf, wordsOf } from './words.ts'

const MAX_WORDS = 3_000
/**
 * Rows read and indexed in one transaction; the backlog is not urgent, and larger batches cost
 * less.
 */
const BATCH = 250
const BACKLOG_BATCH = 1_000

/** A name may consist of words that are stop words in a text. */
function termsOf(kind: string, { name, text }: Source, position: number): string[] {
  const inName = wordsOf(name, MAX_WORDS)
  const inText = [...wordsOf(text ?? '', MAX_WORDS)].filter(isDistinctive)
  const words = new Set([...inName, ...inText])
  return [...words, ...[...inName].map(markedName), markedKind(kind), markedSegment(position)]
}

type Counts = Map<string, WordCount>

function count(counts: Counts, { workspace_id, terms }: IndexedDocument, by: 1 | -1) {
  const add = (word: string, documents: number, names: number) => {
    const key = `${workspace_id} ${word}`
    const known = counts.get(key) ?? { workspace_id, word, documents: 0, names: 0, near: [] }
    known.documents += documents
    known.names += names
    counts.set(key, known)
  }
  for (const term of terms) {
    const name = nameIn(term)
    if (name) add(name, 0, by)
    else if (isWord(term)) add(term, by, 0)
  }
}

async function saveCounts(tx: Tx, counts: Counts) {
  const changed = [...counts.values()].filter(({ documents, names }) => documents || names)
  if (changed.length === 0) return
  // In key order, so that neighbors are written together.
  changed.sort((one, other) => (one.word < other.word ? -1 : 1))
  await countWords(
    tx,
    changed.map((one) => ({ ...one, near: one.documents > 0 ? nearOf(one.word) : [] })),
  )
  const fewer = changed.filter(({ documents }) => documents < 0)
  if (fewer.length > 0) await removeUnusedWords(tx, fewer)
}

const MAX_BUSY_MS = 10

type Placed = Entity & { position: number }

async function readDocuments(tx: Tx, placed: readonly Placed[]): Promise<NewDocument[]> {
  const documents: NewDocument[] = []
  let began = performance.now()
  for (const [kind, rows] of Map.groupBy(placed, (row) => row.kind)) {
    const found = await readSources(
      tx,
      kind,
      rows.map(({ entity_id }) => entity_id),
    )
    const sources = new Map(found.map((source) => [source.entity_id, source]))
    for (const { entity_id, position } of rows) {
      const source = sources.get(entity_id)
      if (!source) continue
      const { workspace_id } = source
      const readers = source.readers.filter((reader) => reader !== null)
      const terms = termsOf(kind, source, position)
      documents.push({ kind, entity_id, workspace_id, position, terms, readers })
      // Lets requests run in between: indexing uses the same thread.
      if (performance.now() - began > MAX_BUSY_MS) {
        await setImmediate()
        began = performance.now()
      }
    }
  }
  return documents
}

/** Indexes the current content; removes deleted rows from the index. */
async function index(tx: Tx, placed: readonly Placed[]) {
  const before = await listIndexed(tx, placed)
  const documents = await readDocuments(tx, placed)
  const there = new Set(documents.map(({ kind, entity_id }) => `${kind} ${entity_id}`))
  const gone = before.filter(({ kind, entity_id }) => !there.has(`${kind} ${entity_id}`))
  if (gone.length > 0) await removeDocuments(tx, gone)
  if (documents.length > 0) {
    await saveDocuments(tx, documents)
    await settleIndex(tx)
  }
  const counts: Counts = new Map()
  for (const document of before) count(counts, document, -1)
  for (const document of documents) count(counts, document, 1)
  await saveCounts(tx, counts)
}

/** Removes duplicates; the last change wins. */
const withoutRepeats = (entities: readonly Entity[]) => [
  ...new Map(entities.map((one) => [`${one.kind} ${one.entity_id}`, one])).values(),
]

async function indexChanges(tx: Tx): Promise<number> {
  const taken = await takeChanges(tx, BATCH)
  const entities = withoutRepeats(taken)
  const positions = await takePositions(tx, entities.length)
  const placed = entities.map((one, n) => ({ ...one, position: positions[n] ?? 0 }))
  if (placed.length > 0) await index(tx, placed)
  return taken.length
}

async function indexBacklog(tx: Tx): Promise<number> {
  const taken = await takeBacklog(tx, BACKLOG_BATCH)
  const placed = taken
    .filter(({ is_known }) => !is_known)
    .map(({ kind, entity_id, number }) => ({ kind, entity_id, position: -number }))
  if (placed.length > 0) await index(tx, placed)
  return taken.length
}

/** One step in its own transaction; does nothing while another process holds the index lock. */
const step = (db: Db, run: (tx: Tx) => Promise<number>): Promise<number> =>
  db.transaction().execute(async (tx) => {
    if (!(await lockIndex(tx))) return 0
    await relaxCommit(tx)
    return run(tx)
  })

/** The next run continues where this one stopped. */
const MAX_RUN_MS = 5 * 60_000

/** Indexes changes, and rows from before the index existed. Returns how many rows. */
export async function updateSearchIndex(db: Db): Promise<number> {
  const ends = performance.now() + MAX_RUN_MS
  if (!(await isBacklogListed(db))) {
    await step(db, async (tx) => {
      if (!(await isBacklogListed(tx))) await listBacklog(tx)
      return 0
    })
  }
  let indexed = 0
  for (;;) {
    // New changes are indexed before the backlog.
    const some = (await step(db, indexChanges)) || (await step(db, indexBacklog))
    indexed += some
    if (some === 0 || performance.now() > ends) return indexed
  }
}
