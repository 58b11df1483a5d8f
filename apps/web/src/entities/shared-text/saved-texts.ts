const PREFIX = 'page '
/** Names of descriptions that were closed with everything stored, latest last. */
const CLOSED = 'cairn.closed-texts'
const MAX_CLOSED = 50

/** Name of the IndexedDB database for a user's copy of a shared text. */
export const persistenceName = (user_id: string, document: string) =>
  `${PREFIX}${user_id} ${document}`

function listClosed(): string[] {
  try {
    const names: unknown = JSON.parse(localStorage.getItem(CLOSED) ?? '[]')
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
  } catch {
    return []
  }
}

function saveClosed(names: string[]) {
  try {
    localStorage.setItem(CLOSED, JSON.stringify(names))
  } catch {}
}

/** While open it may have changes the server does not have. */
export const markOpen = (name: string) => saveClosed(listClosed().filter((one) => one !== name))

/** Users open many items: of the fully stored texts only the latest ones stay in the browser. */
export function markClosed(name: string) {
  const names = [...listClosed().filter((one) => one !== name), name]
  for (const old of names.splice(0, names.length - MAX_CLOSED)) indexedDB.deleteDatabase(old)
  saveClosed(names)
}

/** Deletes all copies on log out. */
export async function forgetTexts() {
  saveClosed([])
  const present = await indexedDB.databases().catch(() => [])
  const names = present.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name] : []))
  await Promise.all(
    names.map(
      (name) =>
        new Promise<void>((resolve) => {
          const request = indexedDB.deleteDatabase(name)
          // An open database is closed by this, and deleted a moment later.
          for (const end of ['success', 'error', 'blocked']) {
            request.addEventListener(end, () => resolve())
          }
        }),
    ),
  )
}
