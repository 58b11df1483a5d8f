import {
  answersOfPage,
  type ItemPages,
  itemPagesApi,
  MAX_ITEM_PAGES,
  type WorkItem,
} from '@cairn/contract'
import { call } from '#data/api.ts'
import { type CachedPage, cachePages, MAX_PAGE, readPageAges } from '#data/cached-pages.ts'
import { queryClient } from '#data/query-client.ts'
import { buildUrl } from '#data/url.ts'
import { projectMembersIn, projectsIn } from '#entities/project/hooks.ts'
import type { LoadedItems } from '#entities/work-item-list/grouped-items.ts'
import { whenQuiet } from '#ui/platform/when-quiet.ts'

/** A list is checked when it has settled, and not again for a minute. */
const REST_MS = 2_000
const MINUTE = 60_000

/** The modules of an item's page: it then opens without a network like any other. */
const screens = [
  () => import('#features/work-item-screens/peek.tsx'),
  () => import('#features/work-item-screens/item-screen.tsx'),
  () => import('#entities/editor/rich-text-editor.tsx'),
  // And the modules for changing it.
  () => import('#entities/work-item-list/item-dialogs.tsx'),
  () => import('#entities/work-item-list/bulk-actions.ts'),
  () => import('#features/work-item-dialog/work-item-dialog.tsx'),
]

interface ShownList {
  hash: string
  slug: string
  items: WorkItem[]
}

const isList = ([kind, , part]: readonly unknown[]) => kind === 'work-items' && part === 'list'

/** The first items of the lists on the screen that have a page. */
function shownLists(): ShownList[] {
  const queries = queryClient.getQueryCache().findAll({ queryKey: ['work-items'], type: 'active' })
  return queries.flatMap(({ queryKey, queryHash, state }) => {
    if (!isList(queryKey) || !state.data) return []
    const { cells } = state.data as LoadedItems
    const all = Object.values(cells).flatMap(({ items }) => items)
    const items = all.filter((item) => item.sequence_id > 0 && !item.archived_at)
    return { hash: queryHash, slug: String(queryKey[1]), items: items.slice(0, MAX_ITEM_PAGES) }
  })
}

const isSaving = () => {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

/** In stored form: each response under the URL the page will request. */
function toCached(slug: string, identifier: string, { pages, parents }: ItemPages): CachedPage[] {
  return pages.map((page) => {
    const known = answersOfPage({ slug, identifier }, page, parents)
    return {
      id: page.item.id,
      updated_at: page.item.updated_at,
      at: Date.now(),
      size: JSON.stringify(page).length,
      urls: known.map(({ endpoint, params, query }) => buildUrl(endpoint.url, params, query)),
      answers: known.map(({ answer }) => answer),
    }
  })
}

/**
 * Items without a page to cache, because it is too long or not allowed for this user, with their
 * `updated_at`.
 */
const left = new Map<string, string>()

/** One project at a time: the rest follows at the next check. False: caching has ended. */
async function cacheList(user_id: string, { slug, items }: ShownList): Promise<boolean> {
  const ages = await readPageAges()
  const missing = items.filter(({ id, updated_at }) => {
    const known = ages.get(id) ?? left.get(id)
    return known === undefined || Date.parse(known) < Date.parse(updated_at)
  })
  const projects = queryClient.getQueryData(projectsIn(slug).queryKey)
  const project = projects?.find(({ id }) => id === missing[0]?.project_id)
  if (!project) return true
  // Users its pages suggest in mentions; cached with the seen data.
  void queryClient.prefetchQuery(projectMembersIn(slug, project.id))
  const wanted = missing.filter(({ project_id }) => project_id === project.id)
  const answer = await call(itemPagesApi.read, {
    params: { slug, project_id: project.id },
    body: { issue_ids: wanted.map(({ id }) => id) },
  })
  const news = toCached(slug, project.identifier, answer).filter(({ size }) => size <= MAX_PAGE)
  const there = new Set(news.map(({ id }) => id))
  const gone = wanted.filter(({ id }) => !there.has(id))
  for (const { id, updated_at } of gone) left.set(id, updated_at)
  return cachePages(
    user_id,
    news,
    gone.map(({ id }) => id),
  )
}

/** Prefetches the item pages of the lists on screen, so that they open without a network. */
export async function cacheForOffline(user_id: string, saveFiles: () => void) {
  if (isSaving()) return
  /** When a list was last checked. */
  const looked = new Map<string, number>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let due = Number.POSITIVE_INFINITY

  function schedule(at: number) {
    if (due <= at) return
    clearTimeout(timer)
    due = at
    timer = setTimeout(() => whenQuiet(() => void look()), at - Date.now())
  }

  async function look() {
    due = Number.POSITIVE_INFINITY
    for (const list of shownLists()) {
      const next = (looked.get(list.hash) ?? 0) + MINUTE
      if (next > Date.now()) {
        schedule(next)
        continue
      }
      looked.set(list.hash, Date.now())
      // No network, or refused: the next check tries again.
      const goesOn = await cacheList(user_id, list).catch(() => true)
      if (!goesOn) stop()
    }
  }

  const stop = queryClient.getQueryCache().subscribe(({ type, query }) => {
    const isNews = type === 'updated' || type === 'observerAdded'
    if (isNews && isList(query.queryKey)) schedule(Date.now() + REST_MS)
  })
  schedule(Date.now())
  // One by one; after a lost network they are loaded when needed.
  for (const load of screens) await load().catch(() => undefined)
  saveFiles()
}
