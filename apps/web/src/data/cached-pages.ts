import { accountApi } from '@cairn/contract'
import { call } from './api.ts'
import { writeFor } from './cache-answers.ts'
import { inStores, settled } from './cached-answers.ts'
import { queryClient } from './query-client.ts'

/** The prefetched answers of one item page. */
export interface CachedPage {
  /** Of the item. */
  id: string
  /** The item's `updated_at`. */
  updated_at: string
  at: number
  size: number
  /** Each with the answer at the same place. */
  urls: string[]
  answers: unknown[]
}

/** Limits: items, total characters, and characters per page. */
const MAX_PAGES = 400
const MAX_TOTAL = 8_000_000
export const MAX_PAGE = 300_000

type Age = [at: number, size: number, updated_at: string]

/** Every page without its content, newest first. */
async function* agesIn(pages: IDBObjectStore): AsyncGenerator<{ id: IDBValidKey; age: Age }> {
  const request = pages.index('age').openKeyCursor(null, 'prev')
  for (;;) {
    const cursor = await settled(request)
    if (!cursor) return
    yield { id: cursor.primaryKey, age: cursor.key as Age }
    cursor.continue()
  }
}

/** The ages of cached pages, by item id. */
export const readPageAges = () =>
  inStores('readonly', async (_answers, pages) => {
    const ages = new Map<IDBValidKey, string>()
    for await (const { id, age } of agesIn(pages)) ages.set(id, age[2])
    return ages
  })

/** Stores the newest; `gone` are no longer accessible to this user. */
export const cachePages = (
  user_id: string,
  news: readonly CachedPage[],
  gone: readonly string[],
): Promise<boolean> =>
  writeFor(user_id, async (_answers, pages) => {
    for (const id of gone) pages.delete(id)
    for (const page of news) pages.put(page)
    let [count, total] = [0, 0]
    for await (const { id, age } of agesIn(pages)) {
      count += 1
      total += age[1]
      if (count > MAX_PAGES || total > MAX_TOTAL) pages.delete(id)
    }
  })

/** The answer to this request, if a cached page has it. */
export async function recallPage(url: string): Promise<unknown> {
  const page = await inStores('readonly', (_answers, pages) =>
    settled<CachedPage | undefined>(pages.index('url').get(url)),
  ).catch(() => undefined)
  if (!page) return undefined
  void readAgainLater()
  return page.answers[page.urls.indexOf(url)]
}

const PATIENCE_MS = 3_000
let isWaiting = false

/** Cached data may be older than the next live event: it is read again when the server is back. */
async function readAgainLater() {
  if (isWaiting) return
  isWaiting = true
  for (let isBack = false; !isBack; ) {
    await new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))
    isBack = await call(accountApi.session).then(
      () => true,
      () => false,
    )
  }
  isWaiting = false
  await queryClient.invalidateQueries()
}
