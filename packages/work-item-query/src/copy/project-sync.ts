import type { WorkItem } from '@cairn/contract'
import { instantKey } from '../list-query.ts'
import { type CopyDatabase, inTransaction } from './copy-database.ts'
import type { Feed } from './feed.ts'
import { countElsewhere, isNews, knownItems, putItems, removeItems } from './items.ts'
import { readOption, removeOption, writeOption } from './options.ts'

const PAGE_SIZE = 500
const PAGES_AT_ONCE = 4
/** Larger projects are left to the server, which has indexes and memory for them. */
const MAX_ITEMS = 50_000
const OVERLAP_MS = 5_000

/** Option keys a copy stores for a project besides its items. */
const keysOf = (project_id: string) => ({
  ready: project_id,
  clock: `sync:${project_id}`,
  access: `access:${project_id}`,
  opened: `opened:${project_id}`,
})

export const isLoaded = (db: CopyDatabase, project_id: string) =>
  readOption(db, keysOf(project_id).ready) === 'ready'

export const accessTo = (db: CopyDatabase, project_id: string) =>
  readOption(db, keysOf(project_id).access)

export const cachedProjects = (db: CopyDatabase) =>
  db.all<{ project_id: string; access: string }>(
    `select substr(key, 8) as project_id, value as access from options where key like 'access:%'`,
  )

export function noteOpened(db: CopyDatabase, project_id: string, access: string, at: number) {
  const keys = keysOf(project_id)
  writeOption(db, keys.access, access)
  writeOption(db, keys.opened, String(at))
}

/** The least recently opened project, other than this one. */
export function leastOpened(db: CopyDatabase, project_id: string): string | undefined {
  const [row] = db.all<{ id: string }>(
    `select substr(key, 8) as id from options where key like 'opened:%' and key <> ?
     order by cast(value as integer) limit 1`,
    [keysOf(project_id).opened],
  )
  return row?.id
}

export const dropProject = (db: CopyDatabase, project_id: string) =>
  inTransaction(db, () => {
    removeItems(db, knownItems(db, project_id).keys())
    for (const key of Object.values(keysOf(project_id))) removeOption(db, key)
  })

/** Earlier than the last response: uncommitted writes were not visible then. */
function clockOf(db: CopyDatabase, project_id: string): string | undefined {
  const server_time = readOption(db, keysOf(project_id).clock)
  if (server_time) return new Date(Date.parse(server_time) - OVERLAP_MS).toISOString()
  const [row] = db.all<{ newest: string | null }>(
    'select max(updated_at) as newest from issues where project_id = ? and is_local_update is null',
    [project_id],
  )
  return row?.newest ?? undefined
}

const cursorOf = (page: number) => `${PAGE_SIZE}:${page}:0`

async function readAll(feed: Feed, project_id: string, since: string | undefined) {
  const first = await feed.page(project_id, cursorOf(0), since)
  if (first.total_results > MAX_ITEMS) throw new Error('More items than a browser keeps.')
  const items: WorkItem[] = [...first.results]
  for (let page = 1; page < first.total_pages; page += PAGES_AT_ONCE) {
    const few = Math.min(PAGES_AT_ONCE, first.total_pages - page)
    const numbers = Array.from({ length: few }, (_, n) => page + n)
    const pages = await Promise.all(
      numbers.map((number) => feed.page(project_id, cursorOf(number), since)),
    )
    for (const { results } of pages) items.push(...results)
  }
  return { items, server_time: first.server_time }
}

export interface Pulled {
  /** Items received by events while pages were being fetched: those are newer. */
  heard: ReadonlySet<string>
  all: boolean
}

/** Fetches all items, or those changed since the last time. Returns how many rows changed. */
export async function pullProject(
  db: CopyDatabase,
  feed: Feed,
  project_id: string,
  { heard, all }: Pulled,
): Promise<number> {
  const since = all || !isLoaded(db, project_id) ? undefined : clockOf(db, project_id)
  const { items, server_time } = await readAll(feed, project_id, since)
  const named = since ? await feed.gone(project_id, since) : undefined
  return inTransaction(db, () => {
    const known = knownItems(db, project_id)
    const fresh = items.filter((item) => !heard.has(item.id) && isNews(known.get(item.id), item))
    const listed = new Set(items.map(({ id }) => id))
    const gone = [...(named ?? known.keys())].filter(
      (id) => known.has(id) && !heard.has(id) && !listed.has(id),
    )
    removeItems(db, gone)
    putItems(db, fresh)
    countElsewhere(
      db,
      fresh.map(({ id }) => id),
    )
    const keys = keysOf(project_id)
    writeOption(db, keys.clock, server_time)
    writeOption(db, keys.ready, 'ready')
    const changed = fresh.filter(
      ({ id, updated_at }) => known.get(id)?.updated_at !== instantKey(updated_at),
    )
    return changed.length + gone.length
  })
}

/** Whether the number of items matches the server: detects changes without an event. */
export async function isWhole(db: CopyDatabase, feed: Feed, project_id: string): Promise<boolean> {
  const { total_results } = await feed.page(project_id, '1:0:0', undefined)
  const text = 'select count(*) as count from issues where project_id = ?'
  const [row] = db.all<{ count: number }>(text, [project_id])
  return row?.count === total_results
}
