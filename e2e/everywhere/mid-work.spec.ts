import { commentsApi, sessionsApi, workItemListsApi, workItemsApi } from '@cairn/contract'
import type { Page, Route } from '@playwright/test'
import {
  call,
  dialogOf,
  expect,
  password,
  saveMessages,
  test,
  type Visitor,
} from '../kit/visitors.ts'

test.use({ localCache: true })

const at = ({ slug, project_id }: Visitor) => ({ slug, project_id })
const description = (page: Page) => page.getByRole('textbox', { name: 'Description' })
const comment = (page: Page) => page.getByRole('textbox', { name: 'Add comment' })

async function signInAgain({ page, email }: Visitor) {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: /^Password/ }).fill(password)
  await page.keyboard.press('Enter')
}

/** From another browser: open pages here are notified at once. */
async function endSessions(ada: Visitor) {
  const elsewhere = await ada.signInElsewhere()
  const { request } = elsewhere.context()
  const sessions = await call(request, sessionsApi.list, {})
  for (const { id, is_current } of sessions) {
    if (!is_current) await call(request, sessionsApi.revoke, { params: { id } })
  }
}

const openDialog = async ({ page, list }: Visitor) => {
  await page.goto(list)
  await page.getByRole('button', { name: 'New work item' }).first().click()
  return dialogOf(page).filter({ hasText: 'New work item' })
}

// @cap:errors.session-ends-mid-work
test('a session that ends takes no words along: they are there again, in the same place', async ({
  ada,
}) => {
  const { page, context } = ada
  const { id } = await ada.addItem('Tiles stop')
  await page.goto(`/${ada.slug}/browse/TRAIL-1/`)
  await comment(page).click()
  await page.keyboard.type('Steep here')
  await description(page).click()
  await page.keyboard.type('Every ten metres')
  await endSessions(ada)
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible()
  await signInAgain(ada)
  await expect(page).toHaveURL(/\/browse\/TRAIL-1\/$/)
  await expect(description(page)).toHaveText('Every ten metres')
  await expect(comment(page)).toHaveText('Steep here')
  await expect
    .poll(async () => {
      const params = { ...at(ada), id }
      return (await call(context.request, workItemsApi.get, { params, query: {} })).description_html
    })
    .toContain('Every ten metres')
  // Sent as restored, and accepted once.
  await comment(page).click()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article')).toContainText('Steep here')
  // A comment without a response is offered again after a reload.
  await expect
    .poll(async () => {
      const params = { ...at(ada), id }
      return (await call(context.request, commentsApi.list, { params })).length
    })
    .toBe(1)
  await page.waitForLoadState('networkidle')
  await page.reload()
  await expect(page.getByRole('article')).toContainText('Steep here')
  await expect(comment(page)).toHaveText('')

  const dialog = await openDialog(ada)
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Lost in the fog')
  await dialog.getByRole('textbox', { name: 'Description' }).click()
  await page.keyboard.type('And found again')
  // The session ends with this request: any other would detect it earlier and navigate away.
  await page.route('**/issues/', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await context.clearCookies({ name: 'session-id' })
    const { cookie: _ended, ...headers } = await route.request().allHeaders()
    await route.fulfill({ response: await route.fetch({ headers }) })
  })
  await dialog.getByRole('button', { name: 'Create work item' }).click()
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible()
  await page.unroute('**/issues/')
  await signInAgain(ada)
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('Lost in the fog')
  await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveText('And found again')
  await dialog.getByRole('button', { name: 'Create work item' }).click()
  await expect(page.getByRole('group', { name: 'TRAIL-2 Lost in the fog' })).toBeVisible()
})

// @cap:errors.offline-banner
test('without a network a banner says so, what is typed stays, and it is saved by itself', async ({
  ada,
}) => {
  const { page, context } = ada
  await saveMessages(page)
  const { id } = await ada.addItem('Tiles stop')
  await page.goto(`/${ada.slug}/browse/TRAIL-1/`)
  await description(page).click()
  await page.keyboard.type('Before. ')
  const stored = async () => {
    const params = { ...at(ada), id }
    return (await call(context.request, workItemsApi.get, { params, query: {} })).description_html
  }
  await expect.poll(stored).toContain('Before.')
  const isLoaded = `performance.getEntriesByType('resource')
    .some(({ name }) => name.includes('start-outbox'))`
  await expect.poll(() => page.evaluate(isLoaded)).toBe(true)

  await context.setOffline(true)
  const banner = page.getByRole('main').getByRole('status').filter({ hasText: "You're offline" })
  await expect(banner).toBeVisible()
  await page.keyboard.type('In the tunnel')
  await comment(page).click()
  await page.keyboard.type('Dark')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article')).toContainText('Dark')
  await expect(page.getByRole('article')).toContainText('Not synced')
  await expect(description(page)).toHaveText('Before. In the tunnel')

  await context.setOffline(false)
  await expect(banner).toHaveCount(0)
  await expect.poll(stored).toContain('In the tunnel')
  await expect(page.getByText('Not synced')).toHaveCount(0)
  const said = await call(context.request, commentsApi.list, { params: { ...at(ada), id } })
  expect(said.map((one) => one.comment_stripped)).toEqual(['Dark'])
})

// @cap:errors.double-submit
test('two clicks, and a request sent again, make one thing', async ({ ada }) => {
  const { page, context } = ada
  const { request } = context
  await saveMessages(page)
  const names = async () => {
    const { results } = await call(request, workItemListsApi.project, {
      params: at(ada),
      query: {},
    })
    return (results as { name: string }[]).map(({ name }) => name)
  }
  const dialog = await openDialog(ada)
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Twice')
  const gate = Promise.withResolvers<void>()
  let sent = 0
  const all = '**/issues/'
  await page.route(all, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    sent += 1
    await gate.promise
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Create work item' }).dblclick()
  await expect(dialog).toHaveCount(0)
  gate.resolve()
  await expect.poll(names).toEqual(['Twice'])
  expect(sent).toBe(1)
  await page.unroute(all)

  /** The server processes it, but its response is lost. */
  const losing = async (route: Route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch()
    await route.abort()
  }
  await page.getByRole('button', { name: 'New work item' }).first().click()
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Answer lost')
  await page.route(all, losing)
  await dialog.getByRole('button', { name: 'Create work item' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Not synced').first()).toBeVisible()
  // A repeated request may be under way.
  await page.unrouteAll({ behavior: 'wait' })
  await expect(page.getByText('Not synced')).toHaveCount(0)
  await expect.poll(async () => (await names()).toSorted()).toEqual(['Answer lost', 'Twice'])

  await page.goto(`/${ada.slug}/browse/TRAIL-1/`)
  await comment(page).click()
  await page.keyboard.type('Once only')
  await page.route('**/comments/', losing)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article')).toContainText('Not synced')
  await page.unrouteAll({ behavior: 'wait' })
  await expect(page.getByText('Not synced')).toHaveCount(0)
  await expect(page.getByRole('article')).toHaveCount(1)
  const [item] = await call(request, workItemListsApi.project, {
    params: at(ada),
    query: {},
  }).then(({ results }) =>
    (results as { id: string; name: string }[]).filter((one) => one.name === 'Twice'),
  )
  await expect
    .poll(async () => {
      const params = { ...at(ada), id: item?.id ?? '' }
      return (await call(request, commentsApi.list, { params })).length
    })
    .toBe(1)
})
