import type { BrowserContext, Page } from '@playwright/test'
import { expect, test, type Visitor } from '../kit/visitors.ts'

test.use({ localCache: true })

/** Another browser of the same person, in which the application may be kept. */
async function cachingBrowser({ context }: Visitor): Promise<BrowserContext> {
  const browser = context.browser()
  if (!browser) throw new Error('This context has no browser.')
  return browser.newContext({
    serviceWorkers: 'allow',
    storageState: await context.storageState(),
  })
}

/** What this browser holds: the application, the answers, and who answers in its place. */
const storedBy = (page: Page) =>
  page.evaluate(`(async () => {
    const files = await caches.match('/index.html')
    const databases = (await indexedDB.databases()).map(({ name }) => name)
    const workers = await navigator.serviceWorker.getRegistrations()
    return { page: Boolean(files), databases, workers: workers.length }
  })()`)

test('a list opens without a network as it was last seen, and nothing of it outlives a sign-out', async ({
  ada,
}) => {
  const context = await cachingBrowser(ada)
  const page = await context.newPage()
  await ada.addItem('Contour lines flicker')
  await page.goto(ada.list)
  const item = (number: number) => page.getByRole('group', { name: `TRAIL-${number}` })
  await expect(item(1)).toContainText('Contour lines flicker')
  const stored = { page: true, databases: ['cairn-answers'], workers: 1 }
  await expect.poll(() => storedBy(page)).toEqual(stored)

  await context.setOffline(true)
  await page.reload()
  await expect(item(1)).toContainText('Contour lines flicker')
  await expect(page.getByRole('navigation', { name: 'Projects' })).toContainText('Trail Maps')
  await expect(page.getByRole('status').getByText(/You are offline/)).toBeVisible()

  await ada.addItem('Tiles are blurred')
  await context.setOffline(false)
  await expect(item(2)).toContainText('Tiles are blurred')
  await expect(page.getByText(/You are offline/)).toBeHidden()

  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
  await expect.poll(() => storedBy(page)).toEqual({ page: false, databases: [], workers: 0 })
  await context.close()
})
