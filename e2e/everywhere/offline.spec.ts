import {
  accountApi,
  attachmentsApi,
  commentsApi,
  linksApi,
  MEMBER,
  notificationsApi,
  projectMembersApi,
  workItemsApi,
} from '@cairn/contract'
import type { Locator, Page } from '@playwright/test'
import { cachingBrowser, hasAnswers, hasFiles } from '../kit/offline.ts'
import { call, expect, test } from '../kit/visitors.ts'

test.use({ localCache: true })

/** What this browser stores: the app, the responses, and service workers. */
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
  await expect.poll(() => hasAnswers(page, '/users/me/', '/projects/', '/states/')).toBe(true)

  await context.setOffline(true)
  await page.reload()
  await expect(item(1)).toContainText('Contour lines flicker')
  await expect(page.getByRole('navigation', { name: 'Projects' })).toContainText('Trail Maps')
  await expect(page.getByRole('status').getByText(/You're offline/)).toBeVisible()

  await ada.addItem('Tiles are blurred')
  await context.setOffline(false)
  await expect(item(2)).toContainText('Tiles are blurred')
  await expect(page.getByText(/You're offline/)).toBeHidden()

  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
  await expect.poll(() => storedBy(page)).toEqual({ page: false, databases: [], workers: 0 })
  await context.close()
})

/** The items whose pages are cached in this browser. */
const cachedPages = (page: Page) =>
  page.evaluate(`(async () => {
    const settled = (request) => new Promise((resolve) => {
      request.onsuccess = () => resolve(request.result)
    })
    // Opening a missing database would create it.
    const databases = await indexedDB.databases()
    if (!databases.some(({ name }) => name === 'cairn-answers')) return []
    const database = await settled(indexedDB.open('cairn-answers'))
    const pages = await settled(database.transaction('pages').objectStore('pages').getAll())
    database.close()
    return pages.map(({ answers }) => answers[0].name).sort()
  })()`)

test('an item that was never opened opens without a network, with what is written in it', async ({
  ada,
}) => {
  const context = await cachingBrowser(ada)
  const page = await context.newPage()
  const { request } = ada.context
  const parent = await ada.addItem('Map tiles')
  const item = await ada.addItem('Contour lines flicker', {
    description_html: '<p>Only above 2000 metres.</p>',
    priority: 'high',
    parent_id: parent.id,
  })
  const params = { slug: ada.slug, project_id: ada.project_id, id: item.id }
  const say = (comment_html: string) =>
    call(request, commentsApi.create, { params, body: { comment_html } })
  await say('<p>Seen on the north face too.</p>')
  await call(request, linksApi.create, {
    params,
    body: { url: 'https://maps.example/', title: 'The tile server' },
  })
  const file = { name: 'profile.txt', mimeType: 'text/plain', buffer: Buffer.from('steep') }
  const { upload_data, asset_id } = await call(request, attachmentsApi.create, {
    params,
    body: { name: file.name, type: file.mimeType, size: file.buffer.length },
  })
  await request.post(upload_data.url, { multipart: { ...upload_data.fields, file } })
  await call(request, attachmentsApi.complete, { params: { ...params, asset_id }, body: {} })
  await ada.addItem('Shade the glaciers', { parent_id: item.id })
  const [first, name] = [page.getByRole('group', { name: 'TRAIL-2' }), 'Contour lines flicker']

  await test.step('the list is looked at, and its items are kept', async () => {
    await page.goto(ada.list)
    await expect(first).toContainText(name)
    const all = ['Contour lines flicker', 'Map tiles', 'Shade the glaciers']
    await expect.poll(() => cachedPages(page)).toEqual(all)
    const screen = `caches.keys().then(async (names) => {
      const cached = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return cached.flat().some(({ url }) => url.includes('rich-text-editor'))
    })`
    await expect.poll(() => page.evaluate(screen)).toBe(true)
    await expect.poll(() => hasAnswers(page, '/users/me/', '/projects/', '/states/')).toBe(true)
    await hasFiles(page)
  })

  const peek = page.getByRole('region', { name: 'Work item TRAIL-2' })
  async function expectWhole() {
    await expect(peek.getByRole('textbox', { name: 'Title' })).toHaveValue(name)
    await expect(peek.getByText('Only above 2000 metres.')).toBeVisible()
    await expect(peek.getByText('Seen on the north face too.')).toBeVisible()
    await expect(peek.getByText('created the work item')).toBeVisible()
    await expect(peek.getByText('The tile server')).toBeVisible()
    await expect(peek.getByText('Shade the glaciers')).toBeVisible()
    await expect(peek.getByText('Map tiles')).toBeVisible()
    await expect(peek.getByText('High')).toBeVisible()
  }

  await test.step('the network is gone: it opens from the list as it stands', async () => {
    await context.setOffline(true)
    await first.getByText(name).click()
    await expectWhole()
  })

  await test.step('and after the page was loaded anew', async () => {
    await page.goto(ada.list)
    await expect(first).toContainText(name)
    await first.getByText(name).click()
    await expectWhole()
  })

  await test.step('a file is not there, and a sentence says so', async () => {
    await peek.getByRole('link', { name: file.name }).click()
    await expect(page.getByText('Files open once you reconnect.')).toBeVisible()
    expect(context.pages()).toHaveLength(1)
  })

  await test.step('its description, never open here, is not written before its document is there', async () => {
    await expect(peek.getByText('You can edit the description once you reconnect.')).toBeVisible()
    await expect(peek.getByRole('textbox', { name: 'Description' })).toHaveCount(0)
    // Another edit meanwhile: text typed here later is added to it.
    const description_html = '<p>Only above 2000 metres.</p><p>On the south face.</p>'
    await call(request, workItemsApi.change, { params, body: { description_html } })
  })

  await test.step('with the network back it is read again', async () => {
    await say('<p>Gone since the last release.</p>')
    await context.setOffline(false)
    await expect(peek.getByText('Gone since the last release.')).toBeVisible()
    const text = peek.getByRole('textbox', { name: 'Description' })
    await text.getByText('Only above 2000 metres.').click()
    await expect(text).toBeFocused()
    await page.keyboard.press('End')
    await page.keyboard.type(' In winter.')
    const whole = '<p>Only above 2000 metres. In winter.</p><p>On the south face.</p>'
    const stored = async () => (await call(request, workItemsApi.get, { params })).description_html
    await expect.poll(stored).toBe(whole)
    await call(request, workItemsApi.change, { params, body: { name: 'Contours are still' } })
    await expect(peek.getByRole('textbox', { name: 'Title' })).toHaveValue('Contours are still')
  })
  await context.close()
})

/** The last thing this browser stores of a screen. */
const hasLook = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(
        `caches.match('/last-look' + location.pathname + location.search).then(Boolean)`,
      ),
    )
    .toBe(true)

test('home, the inbox, an item’s page and a list open without a network as they were last seen', async ({
  ada,
}) => {
  const { slug, project_id } = ada
  const bo = await ada.addColleague(MEMBER, 'Bo')
  const { id: member_id } = await call(bo.context.request, accountApi.me, {})
  await call(ada.context.request, projectMembersApi.add, {
    params: { slug, project_id },
    body: { members: [{ member_id, role: MEMBER }] },
  })
  const item = await ada.addItem('Contour lines flicker', {
    description_html: '<p>Only above 2000 metres.</p>',
  })
  await call(bo.context.request, commentsApi.create, {
    params: { slug, project_id, id: item.id },
    body: { comment_html: '<p>On the north face.</p>' },
  })
  await expect
    .poll(() => call(ada.context.request, notificationsApi.countUnread, { params: { slug } }))
    .toMatchObject({ total_unread_notifications_count: 1 })
  const context = await cachingBrowser(ada)
  const page = await context.newPage()
  const main = page.getByRole('main')
  const screens: [path: string, seen: Locator, answer: string][] = [
    [`/${slug}/`, page.getByRole('heading', { level: 1, name: /^Good / }), '/users/me/'],
    [
      `/${slug}/notifications/`,
      page.getByRole('region', { name: 'Inbox' }).getByRole('listitem').filter({ hasText: 'Bo' }),
      '/users/notifications/?',
    ],
    [`/${slug}/browse/TRAIL-1/`, main.getByText('Only above 2000 metres.'), '/work-items/TRAIL-1/'],
    [
      ada.list,
      page.getByRole('group', { name: 'TRAIL-1' }).getByText('Contour lines flicker'),
      '/issues/?',
    ],
  ]

  await test.step('they are looked at once', async () => {
    for (const [path, seen, answer] of screens) {
      await page.goto(path)
      await expect(seen).toBeVisible()
      await expect.poll(() => hasAnswers(page, answer)).toBe(true)
      await hasFiles(page)
      await hasLook(page)
    }
  })

  await test.step('the network is gone: each is there, with the sidebar', async () => {
    await context.setOffline(true)
    for (const [path, seen] of screens) {
      await page.goto(path)
      await expect(seen).toBeVisible()
      await expect(page.getByRole('navigation', { name: 'Projects' })).toContainText('Trail Maps')
    }
  })

  await test.step('and one leads to the other', async () => {
    await page.getByRole('navigation', { name: 'Main navigation' }).getByText('Home').click()
    await expect(page.getByRole('heading', { level: 1, name: /^Good / })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('group', { name: 'TRAIL-1' })).toBeVisible()
  })
  await context.close()
})
