import { settled } from './cached-answers.ts'
import type { OutboxEntry } from './outbox-state.ts'

/** Name of the database and the tab channel. */
export const OUTBOX = 'cairn-outbox'
const STORE = 'entries'

async function inStore<Value>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<Value>,
  durability: IDBTransactionDurability = 'default',
): Promise<Value> {
  const request = indexedDB.open(OUTBOX, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' })
  const database = await settled(request)
  try {
    const transaction = database.transaction(STORE, mode, { durability })
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
    })
    const value = await work(transaction.objectStore(STORE))
    await done
    return value
  } finally {
    database.close()
  }
}

/** Avoids an empty database for users who stored nothing. */
async function exists(): Promise<boolean> {
  const databases = await indexedDB.databases()
  return databases.some(({ name }) => name === OUTBOX)
}

const bySeq = (one: OutboxEntry, other: OutboxEntry) => one.seq - other.seq

/** Entries of one user; other accounts in this browser have others. */
export async function readEntries(user_id: string): Promise<OutboxEntry[]> {
  if (!(await exists())) return []
  const all = await inStore('readonly', (store) => settled<OutboxEntry[]>(store.getAll()))
  return all.filter((entry) => entry.user_id === user_id).toSorted(bySeq)
}

/** Written to disk when it returns, in case of a power loss. */
export const putEntry = (entry: OutboxEntry) =>
  inStore('readwrite', (store) => settled(store.put(entry)), 'strict')

export const removeEntries = (ids: readonly string[]) =>
  inStore('readwrite', async (store) => {
    for (const id of ids) store.delete(id)
  })

/** Removes all entries of a user, and the database if it is empty. */
async function clearEntries(user_id: string) {
  if (!(await exists())) return
  const others = await inStore('readwrite', async (store) => {
    const all = await settled<OutboxEntry[]>(store.getAll())
    for (const entry of all) if (entry.user_id === user_id) store.delete(entry.id)
    return all.some((entry) => entry.user_id !== user_id)
  })
  if (others) return
  await new Promise<void>((resolve) => {
    const request = indexedDB.deleteDatabase(OUTBOX)
    for (const end of ['success', 'error', 'blocked']) {
      request.addEventListener(end, () => resolve())
    }
  })
}

/** Removes the user's data, in every tab. */
export async function clearOutbox(user_id: string) {
  const channel = new BroadcastChannel(OUTBOX)
  channel.postMessage({ kind: 'clear', user_id })
  channel.close()
  await clearEntries(user_id)
}
