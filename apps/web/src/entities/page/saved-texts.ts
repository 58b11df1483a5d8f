const PREFIX = 'page '

/** Where this browser keeps the text of a page for somebody. */
export const persistenceName = (user_id: string, page_id: string) =>
  `${PREFIX}${user_id} ${page_id}`

/** Whoever comes after them at this browser finds nothing. */
export async function forgetTexts() {
  const present = await indexedDB.databases().catch(() => [])
  const names = present.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name] : []))
  await Promise.all(
    names.map(
      (name) =>
        new Promise<void>((resolve) => {
          const request = indexedDB.deleteDatabase(name)
          // One that is open is closed by this, and gone a moment later.
          for (const end of ['success', 'error', 'blocked']) {
            request.addEventListener(end, () => resolve())
          }
        }),
    ),
  )
}
