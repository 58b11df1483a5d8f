import {
  accountApi,
  commentsApi,
  MEMBER,
  type PushMessage,
  projectMembersApi,
  pushApi,
} from '@cairn/contract'
import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessible } from '../kit/accessibility.ts'
import { countDelayed, startPushService } from '../kit/push-service.ts'
import { call, expect, test, type Visitor } from '../kit/visitors.ts'

/** Another browser of the same user, in which a service worker may run. */
async function installingBrowser({ context }: Visitor): Promise<BrowserContext> {
  const browser = context.browser()
  if (!browser) throw new Error('This context has no browser.')
  return browser.newContext({
    serviceWorkers: 'allow',
    storageState: await context.storageState(),
  })
}

/** Another member of the project, who comments on Ada's items. */
async function withColleague(ada: Visitor) {
  const { slug, project_id } = ada
  const bo = await ada.addColleague(MEMBER, 'Bo')
  const { request } = bo.context
  const { id: member_id } = await call(request, accountApi.me, {})
  await call(ada.context.request, projectMembersApi.add, {
    params: { slug, project_id },
    body: { members: [{ member_id, role: MEMBER }] },
  })
  const { id: ada_id } = await call(ada.context.request, accountApi.me, {})
  const mention = `<mention-component entity_name="user_mention" entity_identifier="${ada_id}"></mention-component>`
  const say = (id: string, comment_html: string) =>
    call(request, commentsApi.create, {
      params: { slug, project_id, id },
      body: { comment_html },
    })
  return { say, mention }
}

interface Manifest {
  name: string
  display: string
  icons: { src: string; sizes: string; type: string; purpose?: string }[]
  shortcuts: { name: string; url: string }[]
}

/** The type and size of an image, as the browser decodes it. */
const sizeOf = (page: Page, src: string) =>
  page.evaluate(async (address) => {
    const answer = await fetch(address)
    const { width, height } = await createImageBitmap(await answer.blob())
    return `${answer.headers.get('content-type')} ${width}x${height}`
  }, src)

// @cap:push.installable
test('Cairn installs as an app with icon, shortcuts and badge', async ({ ada }) => {
  const { say } = await withColleague(ada)
  const { id } = await ada.addItem('Contour lines flicker')
  const context = await installingBrowser(ada)
  await context.addInitScript(() => {
    const set = (count: number) => document.documentElement.setAttribute('data-badge', `${count}`)
    navigator.setAppBadge = async (count = 0) => set(count)
  })
  const page = await context.newPage()
  await page.goto(ada.list)
  const devtools = await context.newCDPSession(page)
  const { data = '', errors } = await devtools.send('Page.getAppManifest')
  const manifest = JSON.parse(data) as Manifest

  await test.step('the browser accepts the manifest and its icons', async () => {
    expect(errors).toEqual([])
    expect(manifest).toMatchObject({ name: 'Cairn', display: 'standalone', start_url: '/' })
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
    expect(installabilityErrors).toEqual([])
    expect(manifest.icons.map(({ purpose = 'any', sizes }) => `${purpose} ${sizes}`)).toEqual([
      ...['any 192x192', 'any 512x512', 'maskable 512x512'],
    ])
    for (const { src, sizes, type } of manifest.icons) {
      expect(await sizeOf(page, src)).toBe(`${type} ${sizes}`)
    }
  })

  await test.step('the menu installs it if the browser offers it', async () => {
    await page.evaluate(() => {
      const prompt = async () => document.documentElement.setAttribute('data-prompted', 'yes')
      const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
        prompt,
      })
      dispatchEvent(offer)
    })
    await page.getByRole('button', { name: 'Acme', exact: true }).first().click()
    await page.getByRole('menuitem', { name: 'Install app' }).click()
    await expect(page.locator('html[data-prompted]')).toHaveCount(1)
  })

  await test.step('the badge is the number of unread notifications', async () => {
    await expect(page.locator('html')).toHaveAttribute('data-badge', '0')
    await say(id, '<p>Only at night</p>')
    await expect(page.locator('html')).toHaveAttribute('data-badge', '1')
  })

  await test.step('each shortcut opens its screen', async () => {
    const urls = Object.fromEntries(manifest.shortcuts.map(({ name, url }) => [name, url]))
    expect(Object.keys(urls)).toEqual(['New work item', 'Inbox', 'Your work', 'Search'])
    await page.goto(urls.Inbox ?? '')
    await expect(page).toHaveURL(`/${ada.slug}/notifications/`)
    await expect(page.getByRole('region', { name: 'Inbox' })).toContainText('Contour lines')
    await page.goto(urls['Your work'] ?? '')
    await expect(page).toHaveURL(new RegExp(`/${ada.slug}/profile/[\\w-]+/$`))
    await page.goto(urls.Search ?? '')
    await expect(page).toHaveURL(`/${ada.slug}/search/`)
    await page.goto(urls['New work item'] ?? '')
    await expect(page.getByRole('dialog').first().getByLabel('Title')).toBeVisible()
    await expect(page).toHaveURL(`/${ada.slug}/`)
  })
  await context.close()
})

interface Shown {
  title: string
  body: string
  tag: string
  data: { url: string }
}

/** Runs in the service worker: headless browsers show neither notifications nor badges. */
function collectShown() {
  const scope = self as unknown as { shown: object[]; badge: number; registration: object }
  scope.shown = []
  Object.assign(scope.registration, {
    showNotification: async (title: string, options: object) =>
      void scope.shown.push({ title, ...options }),
  })
  // The native one ends the worker in a browser without windows.
  Object.assign(navigator, {
    setAppBadge: async (count: number) => {
      scope.badge = count
    },
  })
}

/** Runs in the service worker, which gets the event of a click on a notification. */
function dispatchClick(data: Shown['data']) {
  const notification = { data, close: () => undefined }
  const waitUntil = () => undefined
  dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil }))
}

/** The browser's side of push: delivers messages to the service worker of this page. */
async function pushOf(page: Page) {
  const [worker] = page.context().serviceWorkers()
  if (!worker) throw new Error('No service worker runs.')
  await worker.evaluate(collectShown)
  const devtools = await page.context().newCDPSession(page)
  const registered = Promise.withResolvers<string>()
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [one] }) => {
    if (one) registered.resolve(one.registrationId)
  })
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registered.promise
  const { origin } = new URL(page.url())
  return {
    deliver(message: PushMessage) {
      const data = JSON.stringify(message)
      return devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
    },
    click: ({ data }: Shown) => worker.evaluate(dispatchClick, data),
    shown: () => worker.evaluate(() => (self as unknown as { shown: Shown[] }).shown),
    badge: () => worker.evaluate(() => (self as unknown as { badge?: number }).badge),
  }
}

const clock = (hours: number) =>
  new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16)

// @cap:push.notifies
test('what arrives in the inbox is pushed to the devices that asked for it', async ({ ada }) => {
  const { say, mention } = await withColleague(ada)
  const first = await ada.addItem('Contour lines flicker')
  const second = await ada.addItem('Tiles are blurred')
  const service = await startPushService()
  const context = await installingBrowser(ada)
  await service.serve(context)
  const page = await context.newPage()
  await page.goto(`/${ada.slug}/settings/account/notifications/`)
  const section = page.getByRole('region', { name: 'Push notifications' })
  const here = section.getByRole('switch', { name: 'Push on this device' })
  const bodies = () => service.messages.map(({ body }) => body)
  /** Not the answer that has the preferences for the screen. */
  const saved = () =>
    page.waitForResponse(
      (answer) =>
        answer.request().method() === 'PATCH' && answer.url().endsWith('/push-preferences/'),
    )

  await test.step('a device asks for it', async () => {
    await expect(here).not.toBeChecked()
    await here.click()
    await expect(section.getByText('This device', { exact: true })).toBeVisible()
    await expect(here).toBeChecked()
    expect(await call(ada.context.request, pushApi.devices, {})).toHaveLength(1)
    await expectAccessible(page)
    await section.getByRole('button', { name: 'Send a test' }).click()
    await expect(page.getByText('Test sent')).toBeVisible()
    await expect.poll(bodies).toEqual(['Notifications arrive on this device.'])
    await page.reload()
    await expect(here).toBeChecked()
  })

  await test.step('by kind', async () => {
    service.messages.length = 0
    const stored = saved()
    await section.getByRole('switch', { name: 'Comments' }).click()
    await stored
    await say(first.id, '<p>Only at night</p>')
    await say(first.id, `<p>Look, ${mention}</p>`)
    await expect
      .poll(bodies)
      .toEqual([expect.stringMatching(/^Bo mentioned you in a comment: Look/)])
    expect(service.messages[0]).toMatchObject({
      title: 'TRAIL-1 Contour lines flicker',
      url: `/${ada.slug}/browse/TRAIL-1/`,
    })
  })

  await test.step('not in quiet hours', async () => {
    service.messages.length = 0
    await section.getByRole('switch', { name: 'Quiet hours' }).click()
    const [from, to] = [section.getByLabel('From'), section.getByLabel('To')]
    await expect(from).toHaveValue('22:00')
    const hours = { quiet_from: clock(-1), quiet_to: clock(2) }
    await from.fill(hours.quiet_from)
    await to.fill(hours.quiet_to)
    await to.blur()
    const preferences = () => call(ada.context.request, pushApi.preferences, {})
    await expect.poll(preferences).toMatchObject(hours)
    await say(first.id, `<p>Quiet, ${mention}</p>`)
    await expect.poll(() => countDelayed(first.id)).toBe(1)
    const stored = saved()
    await section.getByRole('switch', { name: 'Quiet hours' }).click()
    await stored
    await say(second.id, `<p>Loud, ${mention}</p>`)
    await expect.poll(bodies).toEqual([expect.stringContaining('Loud')])
  })

  const push = await pushOf(page)
  const titles = async () => (await push.shown()).map(({ title }) => title)
  const [message] = service.messages
  if (!message) throw new Error('Nothing was pushed.')

  await test.step('the service worker shows it, and a click opens the item', async () => {
    await push.deliver(message)
    const { url } = message
    await expect
      .poll(push.shown)
      .toMatchObject([{ title: 'TRAIL-2 Tiles are blurred', tag: second.id, data: { url } }])
    expect(await push.badge()).toBe(message.unread)
    await push.click({ ...message, data: { url } })
    await expect(page).toHaveURL(`/${ada.slug}/browse/TRAIL-2/`)
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Tiles are blurred')
  })

  await test.step('not when the item is open', async () => {
    const url = `/${ada.slug}/browse/TRAIL-1/`
    const other = { ...message, title: 'Another', key: 'TRAIL-1', tag: first.id, url }
    await push.deliver(message)
    await push.deliver(other)
    await expect.poll(titles).toEqual(['TRAIL-2 Tiles are blurred', 'Another'])
    await page.goto(`${ada.list}?peekId=TRAIL-1`)
    await push.deliver(other)
    await push.deliver(message)
    await expect
      .poll(titles)
      .toEqual(['TRAIL-2 Tiles are blurred', 'Another', 'TRAIL-2 Tiles are blurred'])
  })

  await test.step('until the device is removed', async () => {
    await page.goto(`/${ada.slug}/settings/account/notifications/`)
    await section.getByRole('button', { name: /^Remove / }).click()
    await expect(here).not.toBeChecked()
    await expect.poll(() => call(ada.context.request, pushApi.devices, {})).toEqual([])
  })
  await context.close()
  service.stop()
})
