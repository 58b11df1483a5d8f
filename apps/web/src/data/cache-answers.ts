import { type CachedAnswer, inStores, settled } from './cached-answers.ts'
import { isForgotten } from './clear-cached-answers.ts'

/** The key without a URL: the owner of the answers. */
const OWNER = ''

const readOwner = (store: IDBObjectStore) => settled<CachedAnswer | undefined>(store.get(OWNER))

/** Whether the cached answers belong to this user, or there are none. */
export async function isFreeFor(user_id: string): Promise<boolean> {
  const owner = await inStores('readonly', readOwner)
  return (owner?.answer ?? user_id) === user_id
}

/** Clears the answers of another user first. Returns false after sign-out, when nothing is cached. */
export async function writeFor(
  user_id: string,
  write: (store: IDBObjectStore, pages: IDBObjectStore) => Promise<void>,
): Promise<boolean> {
  if (isForgotten()) return false
  await inStores('readwrite', async (store, pages) => {
    const owner = await readOwner(store)
    if (owner?.answer !== user_id) for (const one of [store, pages]) one.clear()
    store.put({ url: OWNER, answer: user_id, at: Number.MAX_SAFE_INTEGER })
    await write(store, pages)
  })
  return !isForgotten()
}

/** Keeps the newest `most` answers. Returns false after sign-out, when nothing is cached. */
export async function cacheAnswers(
  user_id: string,
  news: ReadonlyMap<string, unknown>,
  most: number,
): Promise<boolean> {
  return writeFor(user_id, async (store) => {
    for (const [url, answer] of news) store.put({ url, answer, at: Date.now() })
    // The index returns its keys in order: oldest first.
    const byAge = await settled(store.index('at').getAllKeys())
    for (const url of byAge.slice(0, Math.max(0, byAge.length - most))) store.delete(url)
  })
}
