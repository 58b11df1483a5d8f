import {
  commentsApi,
  cyclesApi,
  favoritesApi,
  historyApi,
  relationsApi,
  statesApi,
  workItemsApi,
} from '@cairn/contract'
import type { Page } from '@playwright/test'
import { call, dialogOf, expect, saveMessages, test, type Visitor } from '../kit/visitors.ts'

const at = ({ slug, project_id }: Visitor) => ({ slug, project_id })
const notices = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const undo = (page: Page) => notices(page).getByRole('button', { name: 'Undo' })
const row = (page: Page, key: string) => page.getByRole('group', { name: new RegExp(`^${key} `) })

/** Records how many toasts were visible at once; more than five are hidden behind the fifth. */
const watchMessages = (page: Page) =>
  page.evaluate(`{
    window.most = 0
    new MutationObserver(() => {
      const seen = document.querySelectorAll('[data-toasts] [role$=dialog]:not([data-limited])')
      window.most = Math.max(window.most, seen.length)
    }).observe(document.body, { subtree: true, childList: true, attributes: true })
  }`)

// @cap:errors.toasts
test('messages stack up to five, go by themselves, are closed, and close nothing else', async ({
  ada,
}) => {
  const { page, context } = ada
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await ada.addItem('Tiles stop')
  await page.goto(ada.list)
  await row(page, 'TRAIL-1').getByText('Tiles stop').click()
  const peek = page.getByRole('region', { name: /^Work item TRAIL-1/ })
  const copy = peek.getByRole('button', { name: 'Copy link' })
  const messages = notices(page).locator('[role$=dialog]')
  await expect(copy).toBeVisible()
  await watchMessages(page)
  const begun = Date.now()
  await copy.evaluate((button: HTMLElement) => {
    for (let n = 0; n < 7; n += 1) button.click()
  })
  await expect.poll(() => page.evaluate('window.most')).toBe(5)
  await expect(messages).toHaveCount(0)
  expect(Date.now() - begun).toBeGreaterThan(3_900)
  expect(await page.evaluate('window.most')).toBe(5)

  // No response: such a toast stays until it is closed.
  await page.route('**/api/**', (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.abort(),
  )
  await peek.getByRole('button', { name: 'Unsubscribe' }).click()
  const failed = messages.filter({ hasText: "The subscription wasn't changed" })
  await failed.getByText('The subscription').click()
  await expect(peek).toBeVisible()
  await peek.getByRole('button', { name: 'Close' }).click()
  await expect(peek).toHaveCount(0)
  await page.getByRole('button', { name: 'Display' }).click()
  const panel = page.getByRole('dialog', { name: 'Display' })
  await expect(panel).toBeVisible()
  await failed.getByText('The subscription').click()
  await expect(panel).toBeVisible()
  await failed.locator('button[aria-label=Close]').click()
  await expect(failed).toHaveCount(0)
  await expect(panel).toBeVisible()
})

/** All fields of an item, except its update time and user and the traces of having been away. */
async function lookAt(ada: Visitor, id: string) {
  const { request } = ada.context
  const params = { ...at(ada), id }
  const { updated_at, updated_by, ...item } = await call(request, workItemsApi.get, {
    params,
    query: {},
  })
  const history = await call(request, historyApi.list, { params, query: {} })
  const comments = await call(request, commentsApi.list, { params })
  return {
    item,
    comments: comments.map(({ updated_at, updated_by, issue_detail, ...comment }) => comment),
    related: JSON.stringify(await call(request, relationsApi.list, { params })).replaceAll(
      /"updated_(at|by)":(null|"[^"]*")/g,
      '',
    ),
    past: history.flatMap((entry) =>
      'verb' in entry && !/\b(deleted|restored|archived) the /.test(entry.comment)
        ? [entry.id]
        : [],
    ),
  }
}

// @cap:errors.undo-toast
test('what is deleted or archived comes back as it was, from the message that says so', async ({
  ada,
}) => {
  const { page, context } = ada
  const { request } = context
  await saveMessages(page)
  const states = await call(request, statesApi.list, { params: at(ada) })
  const done = states.find(({ group }) => group === 'completed')?.id
  const { id } = await ada.addItem('Contour lines', { priority: 'high', state_id: done })
  const below = await ada.addItem('Ten metres', { parent_id: id })
  const other = await ada.addItem('Tarns')
  const params = { ...at(ada), id }
  for (const text of ['First', 'Second']) {
    await call(request, commentsApi.create, { params, body: { comment_html: `<p>${text}</p>` } })
  }
  await call(request, relationsApi.create, {
    params,
    body: { relation_type: 'blocking', issues: [other.id] },
  })
  const before = await lookAt(ada, id)
  const rows = () => page.getByRole('group', { name: /^TRAIL-\d/ }).allInnerTexts()

  await page.goto(ada.list)
  // The names of states and what else a row shows may come after the items.
  await expect(row(page, 'TRAIL-1').getByRole('button', { name: 'State: Done' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const shown = await rows()
  for (const action of ['Delete', 'Archive'] as const) {
    await row(page, 'TRAIL-1').click({ button: 'right' })
    await page.getByRole('menuitem', { name: action }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: action }).click()
    await expect(row(page, 'TRAIL-1')).toHaveCount(0)
    await undo(page).first().click()
    await expect(row(page, 'TRAIL-1')).toBeVisible()
    await expect.poll(rows).toEqual(shown)
    await expect.poll(() => lookAt(ada, id)).toEqual(before)
  }
  const child = { params: { ...at(ada), id: below.id }, query: {} }
  expect((await call(request, workItemsApi.get, child)).parent_id).toBe(id)

  await page.goto(`/${ada.slug}/browse/TRAIL-1/`)
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(2)
  await cards.first().getByRole('button', { name: 'Comment actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(cards).toHaveCount(1)
  await undo(page).first().click()
  await expect(cards).toHaveCount(2)
  await expect(cards.first()).toContainText('First')
  await expect.poll(() => lookAt(ada, id)).toEqual(before)

  // On the page of the item itself the user is taken to the archive, and back.
  await page.getByRole('button', { name: 'Archive' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Archive' }).click()
  await expect(page).toHaveURL(/\/archives\/issues\//)
  await undo(page).first().click()
  await expect(page).toHaveURL(/\/browse\/TRAIL-1\/$/)
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Contour lines')
  await expect.poll(() => lookAt(ada, id)).toEqual(before)

  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const plan = { start_date: day(-5), end_date: day(5) }
  const cycle = await call(request, cyclesApi.create, {
    params: at(ada),
    body: { name: 'First light', ...plan },
  })
  const over = await call(request, cyclesApi.create, {
    params: at(ada),
    body: { name: 'Long ago', start_date: day(-40), end_date: day(-30) },
  })
  // Keeps the section open.
  await call(request, cyclesApi.create, {
    params: at(ada),
    body: { name: 'Longer ago', start_date: day(-80), end_date: day(-70) },
  })
  await call(request, cyclesApi.addItems, {
    params: { ...at(ada), id: cycle.id },
    body: { issues: [other.id] },
  })
  await call(request, favoritesApi.create, {
    params: { slug: ada.slug },
    body: { entity_type: 'cycle', entity_identifier: over.id },
  })
  const cycles = async () => {
    const all = await call(request, cyclesApi.list, { params: at(ada), query: {} })
    return all.map(({ updated_at, ...one }) => one)
  }
  const planned = await cycles()
  await page.goto(`/${ada.slug}/projects/${ada.project_id}/cycles/`)
  await page.getByRole('button', { name: /Completed cycle/ }).click()
  const favorite = page.getByRole('navigation', { name: 'Favorites' }).getByText('Long ago')
  await expect(favorite).toBeVisible()
  for (const [name, action] of [
    ['First light', 'Delete'],
    ['Long ago', 'Archive'],
  ] as const) {
    const link = page.getByRole('main').getByRole('link', { name, exact: true })
    await page
      .getByRole('main')
      .getByRole('button', { name: `Actions for ${name}` })
      .click()
    await page.getByRole('menuitem', { name: action }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: action }).click()
    await expect(link).toHaveCount(0)
    await expect(dialogOf(page)).toHaveCount(0)
    await undo(page).first().click()
    await expect(link).toBeVisible()
    await expect.poll(cycles).toEqual(planned)
  }
  await expect(favorite).toBeVisible()
})
