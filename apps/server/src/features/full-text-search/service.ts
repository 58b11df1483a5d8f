import {
  type FullTextAnswer,
  type FullTextQuery,
  parseIds,
  type SearchHit,
  type SearchKind,
} from '@cairn/contract'
import type { Member } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { badRequest } from '#kernel/http/errors.ts'
import { excerpt, mark } from './excerpt.ts'
import { expand, type KnownWord, type Meant, typedWords } from './expand.ts'
import type { IndexedKind } from './index-queries.ts'
import {
  type Candidate,
  type Extent,
  listByNumber,
  listCandidates,
  listKnownWords,
  listOwnProjects,
  listReadable,
  listTextsOf,
  type Readable,
  readExtent,
  type Sought,
} from './queries.ts'
import {
  type Choice,
  countFacets,
  isChosen,
  type Ranked,
  score,
  sortBest,
  sortNewest,
} from './rank.ts'
import { markedKind, markedName, newestSegments } from './terms.ts'

export { updateSearchIndex } from './indexing.ts'

/** Limit per search: only the most recently changed ones are read. */
const MAX_CANDIDATES = 200
/** This many can be found and sorted in a few milliseconds. */
const RANKED_LIMIT = 2_000
/** With fewer readable results, typing errors are allowed too. */
const ENOUGH = 5
/** With more projects it is cheaper to search all and check access afterwards. */
const MAX_READERS = 50
const MAX_SEGMENTS = 256

interface Search {
  db: Db
  member: Member
  typed: string
  known: KnownWord[][]
  extent: Extent
  /** The groups of readers to search separately, so that one does not crowd out the others. */
  audiences: Sought['readers'][]
}

/** The readers whose documents the user can find. */
async function listAudiences(db: Db, member: Member): Promise<Sought['readers'][]> {
  const { workspace_id, user_id } = member
  const projects = await listOwnProjects(db, member)
  const all = [workspace_id, user_id, ...projects.map(({ id }) => id)]
  const seesOnlyOwn = projects.some(({ sees_only_own }) => sees_only_own)
  return [all.length <= MAX_READERS ? all : null, ...(seesOnlyOwn ? [[user_id]] : [])]
}

/** Upper bound of the documents that match all words. */
const atMost = (meant: readonly (readonly Meant[])[], countOf: (word: Meant) => number) =>
  Math.min(...meant.map((words) => words.reduce((sum, word) => sum + countOf(word), 0)))

/**
 * If words occur in very many documents only the newest of these are searched: as many segments as
 * should contain enough of them, and more if these did not.
 */
function* spansOf(count: number, { newest, oldest }: Extent): Generator<string[] | undefined> {
  const all = newest - oldest
  const needed = (all / Math.max(1, count)) * MAX_CANDIDATES * 2
  for (const width of count > RANKED_LIMIT ? [needed, needed * 8] : []) {
    const segments = width < all ? newestSegments(newest, width) : []
    if (segments.length > 0 && segments.length <= MAX_SEGMENTS) yield segments
  }
  yield undefined
}

async function findNewest(
  { db, member, extent }: Search,
  sought: Sought,
  count: number,
): Promise<Candidate[]> {
  let found: Candidate[] = []
  for (const segments of spansOf(count, extent)) {
    const every = segments ? [...sought.every, segments] : sought.every
    found = await listCandidates(db, member, { ...sought, every }, MAX_CANDIDATES)
    if (found.length >= MAX_CANDIDATES / 4) break
  }
  return found
}

interface Finding {
  candidates: Candidate[]
  isCapped: boolean
}

/** Searches names first: otherwise the newest texts would hide them. */
async function findCandidates(
  search: Search,
  meant: readonly (readonly Meant[])[],
  { kind, projects }: { kind?: IndexedKind; projects?: readonly string[] } = {},
): Promise<Finding> {
  if (meant.length === 0 || meant.some((words) => words.length === 0)) {
    return { candidates: [], isCapped: false }
  }
  const extra = kind ? [[markedKind(kind)]] : []
  const ways = [
    {
      every: meant.map((words) => words.map(({ word }) => markedName(word))),
      count: atMost(meant, ({ names }) => names),
    },
    {
      every: meant.map((words) => words.map(({ word }) => word)),
      count: atMost(meant, ({ documents }) => documents),
    },
  ]
  const audiences = projects?.length ? [projects] : search.audiences
  const found = await Promise.all(
    ways
      .filter(({ count }) => count > 0)
      .flatMap(({ every, count }) =>
        audiences.map((readers) =>
          findNewest(search, { every: [...every, ...extra], readers }, count),
        ),
      ),
  )
  return {
    candidates: found.flat(),
    isCapped: found.some(({ length }) => length === MAX_CANDIDATES),
  }
}

const keyPattern = /^(?:([\p{L}\p{N}]{1,12})-)?(\d{1,9})$/u

async function findByKey({ db, member, typed }: Search): Promise<Candidate[]> {
  const [, identifier = null, digits] = keyPattern.exec(typed) ?? []
  if (!digits) return []
  const ids = await listByNumber(db, member, { identifier, number: Number(digits) })
  return ids.map((entity_id) => ({ kind: 'work_item', entity_id, matched: [KEY] }))
}

/** Represents the typed key among the matched terms. */
const KEY = '#key'
const BEST = 100

/** Only rows the caller may open now, without duplicates, with their scores. */
async function readRanked(
  { db, member, typed }: Search,
  candidates: readonly Candidate[],
  meant: readonly (readonly Meant[])[],
  now: number,
): Promise<Ranked[]> {
  const matched = new Map<string, Set<string>>()
  for (const { entity_id, matched: terms } of candidates) {
    const known = matched.get(entity_id) ?? new Set()
    for (const term of terms) known.add(term)
    matched.set(entity_id, known)
  }
  const read = [...Map.groupBy(candidates, ({ kind }) => kind)].map(([kind, ofKind]) =>
    listReadable(db, member, kind, [...new Set(ofKind.map(({ entity_id }) => entity_id))]),
  )
  return (await Promise.all(read)).flat().map((row) => {
    const terms = matched.get(row.id) ?? new Set()
    return { row, score: terms.has(KEY) ? BEST : score(row, terms, meant, typed, now) }
  })
}

/** Results shown per kind, and when one kind is selected. */
const MAX_OF_EACH = 5
const MAX_OF_ONE = 100

function pickShown(ranked: readonly Ranked[], kind: SearchKind | undefined): Readable[] {
  const rows = ranked.map(({ row }) => row)
  if (kind) return rows.slice(0, MAX_OF_ONE)
  return [...Map.groupBy(rows, (row) => row.kind).values()].flatMap((some) =>
    some.slice(0, MAX_OF_EACH),
  )
}

async function toHits(
  { db, member }: Search,
  rows: readonly Readable[],
  meant: readonly (readonly Meant[])[],
): Promise<SearchHit[]> {
  const texts = await listTextsOf(db, member, rows)
  const words = new Set(meant.flat().map(({ word }) => word))
  return rows.map((row) => ({
    ...row,
    name: mark(row.name, words),
    excerpt: excerpt(texts.get(row.id) ?? '', words),
  }))
}

function readChoice({ kind, state, updated, projects = '' }: FullTextQuery): Choice {
  const ids = parseIds(projects.split(',').filter((id) => id !== ''))
  if (!ids) throw badRequest({ projects: ['Ids of projects, separated by commas.'] })
  return { kind, state, updated, projects: ids }
}

const indexedKind = (kind: SearchKind): IndexedKind => (kind === 'intake' ? 'work_item' : kind)

/** Searches everything the caller may open by its words. */
export async function searchFullText(
  db: Db,
  member: Member,
  query: FullTextQuery,
): Promise<FullTextAnswer> {
  const now = Date.now()
  const choice = readChoice(query)
  const typed = query.search?.trim() ?? ''
  const words = typedWords(typed)
  const [known, extent, audiences] = await Promise.all([
    words.length > 0 ? listKnownWords(db, member, words) : [],
    readExtent(db),
    listAudiences(db, member),
  ])
  const search: Search = { db, member, typed, known, extent, audiences }
  const expandAll = (forgiving: boolean) =>
    words.map((word, n) => expand(word, known[n] ?? [], { forgiving }))

  let meant = expandAll(false)
  const [byKey, first] = await Promise.all([findByKey(search), findCandidates(search, meant)])
  let { candidates, isCapped } = first
  let found = await readRanked(search, [...byKey, ...candidates], meant, now)
  if (found.length < ENOUGH) {
    meant = expandAll(true)
    ;({ candidates, isCapped } = await findCandidates(search, meant))
    found = await readRanked(search, [...byKey, ...candidates], meant, now)
  }
  const facets = countFacets(
    found.map(({ row }) => row),
    choice,
    now,
  )
  // The candidates may contain few of the chosen kind or projects: then searches only these.
  if (isCapped && (choice.kind || choice.projects.length > 0)) {
    const own = choice.kind ? { kind: indexedKind(choice.kind) } : {}
    const chosen = await findCandidates(search, meant, { ...own, projects: choice.projects })
    found = await readRanked(search, [...byKey, ...chosen.candidates], meant, now)
  }
  const chosen = found
    .filter(({ row }) => isChosen(choice, row, now))
    .sort(query.order === 'newest' ? sortNewest : sortBest)
  return {
    hits: await toHits(search, pickShown(chosen, choice.kind), meant),
    total: chosen.length,
    is_capped: isCapped,
    facets,
  }
}
