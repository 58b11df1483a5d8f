import { forgetCopies } from './copy-files.ts'

/** What this browser keeps of what somebody saw, for when there is no network. */
const NAME = 'cairn-answers'
const STORE = 'answers'
/** Under no address: whose answers they are. */
const OWNER = ''

interface CachedAnswer {
  url: string
  answer: unknown
  at: number
}

const settled = <Value>(request: IDBRequest<Value>) =>
  new Promise<Value>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

async function inStore<Value>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<Value>,
): Promise<Value> {
  const request = indexedDB.open(NAME, 1)
  request.onupgradeneeded = () =>
    request.result.createObjectStore(STORE, { keyPath: 'url' }).createIndex('at', 'at')
  const database = await settled(request)
  try {
    return await work(database.transaction(STORE, mode).objectStore(STORE))
  } finally {
    // Once it is through; whoever forgets in another tab need not wait longer.
    database.close()
  }
}

/** By address. Private windows may refuse: then there is nothing. */
export async function readCachedAnswers(): Promise<Record<string, unknown>> {
  const cached = await inStore('readonly', (store) =>
    settled<CachedAnswer[]>(store.getAll()),
  ).catch(() => [])
  return Object.fromEntries(cached.map(({ url, answer }) => [url, answer]))
}

const readOwner = (store: IDBObjectStore) => settled<CachedAnswer | undefined>(store.get(OWNER))

/** Whether nobody else's answers are kept here. */
export async function isFreeFor(user_id: string): Promise<boolean> {
  const owner = await inStore('readonly', readOwner)
  return (owner?.answer ?? user_id) === user_id
}

/** Nothing more is kept by a page whose person has left. */
let isOver = false

/** The newest `most` stay; what somebody else left goes. False: nothing is kept any more. */
export async function cacheAnswers(
  user_id: string,
  news: ReadonlyMap<string, unknown>,
  most: number,
): Promise<boolean> {
  if (isOver) return false
  await inStore('readwrite', async (store) => {
    const owner = await readOwner(store)
    if (owner?.answer !== user_id) store.clear()
    store.put({ url: OWNER, answer: user_id, at: Number.MAX_SAFE_INTEGER })
    for (const [url, answer] of news) store.put({ url, answer, at: Date.now() })
    // An index gives its keys in its order: the oldest first.
    const byAge = await settled(store.index('at').getAllKeys())
    for (const url of byAge.slice(0, Math.max(0, byAge.length - most))) store.delete(url)
  })
  return !isOver
}

/** Whoever comes next at this browser finds nothing: neither answers nor the kept application. */
export async function clearCachedAnswers() {
  isOver = true
  const gone = new Promise<void>((resolve) => {
    const request = indexedDB.deleteDatabase(NAME)
    for (const end of ['success', 'error', 'blocked']) {
      request.addEventListener(end, () => resolve())
    }
  })
  const files = await globalThis.caches?.keys()
  const workers = await navigator.serviceWorker?.getRegistrations()
  for (const { active } of workers ?? []) active?.postMessage('forget')
  await Promise.all([
    ...[gone, forgetCopies()],
    ...(files ?? []).filter((name) => name.startsWith('cairn ')).map((name) => caches.delete(name)),
    ...(workers ?? []).map((worker) => worker.unregister()),
  ])
}
