import { accountApi } from '@cairn/contract'
import { askForEverything, call, expect, test } from '../kit/visitors.ts'

// @cap:errors.server-unreachable
test('with the server away at the start a screen says so, and Reload brings the app back', async ({
  ada,
}) => {
  const { page } = ada
  await askForEverything(page)
  await page.route('**/api/**', (route) => route.abort())
  await page.goto(ada.list)
  await expect(page.getByRole('heading', { name: 'Cairn is not answering' })).toBeVisible()
  await page.unroute('**/api/**')
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { name: 'No work items yet' })).toBeVisible()
})

test('a session that ends while working leads to sign-in and back to the same place', async ({
  ada,
}) => {
  const { page, context } = ada
  await ada.addItem('Contour lines flicker')
  await page.goto(ada.list)
  const item = page.getByRole('group', { name: 'TRAIL-1' })
  await expect(item).toBeVisible()
  await item.focus()
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: 'Name' }).fill('Too late')
  await context.clearCookies({ name: 'session-id' })
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Email')).toBeVisible()
  expect(new URL(page.url()).searchParams.get('next_path')).toContain(ada.project_id)
})

test('a change made while offline is taken back with a sentence', async ({ ada }) => {
  const { page, context } = ada
  await ada.addItem('Contour lines flicker')
  await page.goto(ada.list)
  const item = page.getByRole('group', { name: 'TRAIL-1' })
  // Opened once before: what the picker needs is loaded with its first use.
  await item.getByRole('button', { name: 'Priority: No priority' }).click()
  await page.getByRole('option', { name: 'Low' }).click()
  await expect(item.getByRole('button', { name: 'Priority: Low' })).toBeVisible()
  // What shows messages is loaded ahead, so that it can say that there is no connection.
  const isLoaded = `performance.getEntriesByType('resource')
    .some(({ name }) => name.includes('toast-viewport'))`
  await expect.poll(() => page.evaluate(isLoaded)).toBe(true)
  await context.setOffline(true)
  await item.getByRole('button', { name: 'Priority: Low' }).click()
  await page.getByRole('option', { name: 'High' }).click()
  const notice = page.getByRole('region', { name: 'Notifications' })
  await expect(notice.getByText(/You are offline/)).toBeVisible()
  await expect(item.getByRole('button', { name: 'Priority: Low' })).toBeVisible()
  await context.setOffline(false)
})

test('the page forbids scripts that are not its own', async ({ stranger: page }) => {
  const refused: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text())
  })
  await page.goto('/')
  await expect(page.getByLabel('Email')).toBeVisible()
  expect(refused).toEqual([])
  await page.evaluate(`{
    const script = document.createElement('script')
    script.textContent = 'window.hacked = true'
    document.head.append(script)
  }`)
  expect(await page.evaluate('window.hacked')).toBeUndefined()
})

// @cap:errors.crash-screen
test('what breaks shows a way back, and so does an address that leads nowhere', async ({ ada }) => {
  const { page, slug, context } = ada
  const { id } = await call(context.request, accountApi.me, {})
  // An answer no server of ours gives.
  await page.route('**/user-stats/**', (route) => route.fulfill({ json: { assigned_issues: 1 } }))
  await page.goto(`/${slug}/profile/${id}/`)
  await expect(page.getByRole('heading', { name: 'Something broke on this page' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to Home' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Good /)

  await page.goto(`/${slug}/nowhere/`)
  await expect(page).toHaveTitle('404 - Page Not Found')
  await page.getByRole('link', { name: 'Go to Home' }).click()
  await expect(page).toHaveURL(new RegExp(`/${slug}/$`))
})
