import type { BrowserContext, Page } from '@playwright/test'
import { expect, type Visitor } from './visitors.ts'

/** Another browser of the same user, which may cache the application. */
export async function cachingBrowser({
  context,
}: Pick<Visitor, 'context'>): Promise<BrowserContext> {
  const browser = context.browser()
  if (!browser) throw new Error('This context has no browser.')
  return browser.newContext({
    serviceWorkers: 'allow',
    storageState: await context.storageState(),
  })
}

/** Waits until the browser has cached all files this page loaded so far. */
export const hasFiles = (page: Page) =>
  expect
    .poll(
      () =>
        page.evaluate(async () => {
          const names = await caches.keys()
          const stored = await Promise.all(
            names.map(async (name) => (await caches.open(name)).keys()),
          )
          const files = new Set(stored.flat().map(({ url }) => url))
          const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
          return loaded.filter(
            (name) => new URL(name).pathname.startsWith('/assets/') && !files.has(name),
          )
        }),
      { timeout: 60_000 },
    )
    .toEqual([])

/** Whether it has cached responses of these URLs. */
export const hasAnswers = (page: Page, ...parts: string[]) =>
  page.evaluate(async (wanted) => {
    const settled = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve) => {
        request.onsuccess = () => resolve(request.result)
      })
    // Opening a missing database creates it.
    const databases = await indexedDB.databases()
    if (!databases.some(({ name }) => name === 'cairn-answers')) return false
    const database = await settled(indexedDB.open('cairn-answers'))
    const keys = await settled(database.transaction('answers').objectStore('answers').getAllKeys())
    database.close()
    return wanted.every((part) => keys.some((key) => String(key).includes(part)))
  }, parts)

/** The outbox is loaded after the first screen. */
export const outboxStarted = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(
        `performance.getEntriesByType('resource').some(({ name }) => name.includes('outbox-panel'))`,
      ),
    )
    .toBe(true)

/** Collects the debug messages of the local cache from now on. */
export async function listenToCopy(page: Page): Promise<string[]> {
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  await page.addInitScript(() => localStorage.setItem('LOCAL_DB_DEBUG', 'true'))
  return said
}

export const copySays = (said: readonly string[], words: RegExp) =>
  expect.poll(() => said.some((line) => words.test(line))).toBe(true)

export const copyIsReady = (said: readonly string[]) => copySays(said, /status .* ready$/)
