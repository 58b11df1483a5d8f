/** Responses this browser caches for a user, for use without a network. */
export const ANSWERS = 'cairn-answers'
const STORE = 'answers'
/** Prefetched item pages; see cached-pages.ts. */
const PAGES = 'pages'

export interface CachedAnswer {
  url: string
  answer: unknown
  at: number
}

export const settled = <Value>(request: IDBRequest<Value>) =>
  new Promise<Value>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

function build({ result }: IDBOpenDBRequest) {
  // Older versions had no pages.
  if (!result.objectStoreNames.contains(STORE))
    result.createObjectStore(STORE, { keyPath: 'url' }).createIndex('at', 'at')
  const pages = result.createObjectStore(PAGES, { keyPath: 'id' })
  pages.createIndex('age', ['at', 'size', 'updated_at'])
  pages.createIndex('url', 'urls', { multiEntry: true })
}

export async function inStores<Value>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore, pages: IDBObjectStore) => Promise<Value>,
): Promise<Value> {
  const request = indexedDB.open(ANSWERS, 2)
  request.onupgradeneeded = () => build(request)
  const database = await settled(request)
  try {
    const both = database.transaction([STORE, PAGES], mode)
    return await work(both.objectStore(STORE), both.objectStore(PAGES))
  } finally {
    // After the transaction; sign-out in another tab need not wait longer.
    database.close()
  }
}

/** By URL. Private windows may refuse access: then there are none. */
export async function readCachedAnswers(): Promise<Record<string, unknown>> {
  const cached = await inStores('readonly', (store) =>
    settled<CachedAnswer[]>(store.getAll()),
  ).catch(() => [])
  return Object.fromEntries(cached.map(({ url, answer }) => [url, answer]))
}
