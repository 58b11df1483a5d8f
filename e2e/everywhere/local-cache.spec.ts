import { GUEST, projectMembersApi, projectsApi, workItemsApi } from '@cairn/contract'
import type { Page } from '@playwright/test'
import { copyIsReady, copySays, listenToCopy } from '../kit/offline.ts'
import {
  askForEverything,
  call,
  expect,
  test,
  type Visitor,
  withoutLocalCache,
} from '../kit/visitors.ts'

test.use({ localCache: true })

/** List requests to the server; the cache is filled from another URL. */
const lists = /\/projects\/[\w-]+\/issues\/\?/
const refuseLists = (page: Page) => page.route(lists, (route) => route.fulfill({ status: 503 }))

const row = (page: Page, name: string) => page.getByRole('group', { name })
const filters = (page: Page) => page.getByRole('dialog', { name: 'Filters' })

async function filterBy(page: Page, name: string, wanted = true) {
  await page.getByRole('button', { name: /^Filters/ }).click()
  await filters(page).getByRole('checkbox', { name }).setChecked(wanted)
  await page.keyboard.press('Escape')
}

/** Names of the files in this browser's private file system. */
const filesOf = (page: Page) =>
  page.evaluate(async () => {
    const names: string[] = []
    const folder = await navigator.storage.getDirectory()
    for await (const name of (folder as unknown as { keys(): AsyncIterable<string> }).keys()) {
      names.push(name)
    }
    return names
  })

async function furnish(ada: Visitor) {
  await ada.addItem('Contour lines', { priority: 'high' })
  await ada.addItem('Tiles are blurred', { priority: 'low' })
}

// @cap:local-cache.works-from-cache
test('a project opened before shows its lists without the server', async ({ ada }) => {
  const { page } = ada
  await furnish(ada)
  const said = await listenToCopy(page)
  await page.goto(ada.list)
  await copyIsReady(said)
  await refuseLists(page)

  await filterBy(page, 'High')
  await expect(row(page, 'TRAIL-2')).toHaveCount(0)
  await expect(row(page, 'TRAIL-1 Contour lines')).toBeVisible()
  await page.getByRole('radio', { name: 'Board' }).click()
  await expect(page.getByText('Contour lines')).toBeVisible()
  await copySays(said, /list from the cache/)

  // Works without the data embedded in the page and without updates of the project.
  await askForEverything(page)
  await page.route('**/v2/issues/?*', (route) => route.abort())
  await page.goto(ada.list)
  await expect(page.getByText('Contour lines')).toBeVisible()
})

test('what others do while nobody looks is on the screen after the next sync', async ({ ada }) => {
  const { page, context, slug, project_id } = ada
  await furnish(ada)
  const { id } = await ada.addItem('Soon gone')
  let said = await listenToCopy(page)
  await page.goto(ada.list)
  await copyIsReady(said)
  await page.goto('about:blank')
  await call(context.request, workItemsApi.remove, { params: { slug, project_id, id } })
  await ada.addItem('Newcomer')

  said = await listenToCopy(page)
  await askForEverything(page)
  await refuseLists(page)
  await page.goto(ada.list)
  await expect(row(page, 'TRAIL-4 Newcomer')).toBeVisible()
  await expect(row(page, 'TRAIL-3')).toHaveCount(0)
})

// @cap:local-cache.falls-back
test('where no copy can be kept, or it cannot answer, nobody notices', async ({ ada }) => {
  const { page, context } = ada
  await furnish(ada)

  async function works(there: Page) {
    await there.goto(ada.list)
    await expect(row(there, 'TRAIL-2 Tiles are blurred')).toBeVisible()
    await filterBy(there, 'High')
    await expect(row(there, 'TRAIL-2')).toHaveCount(0)
    await expect(row(there, 'TRAIL-1')).toBeVisible()
    // The user's next browser starts with the settings saved by this one.
    const isSaved = there.waitForResponse(
      (answer) =>
        answer.url().endsWith('/user-properties/') &&
        answer.request().method() === 'PATCH' &&
        !answer.request().postData()?.includes('high'),
    )
    await filterBy(there, 'High', false)
    await expect(row(there, 'TRAIL-2')).toBeVisible()
    await isSaved
  }

  // Turned off.
  const off = await ada.secondBrowser()
  await withoutLocalCache(off)
  await works(off)
  // A browser without a private file system.
  const old = await ada.secondBrowser()
  await old.addInitScript(() => {
    Object.defineProperty(navigator, 'storage', { value: {} })
  })
  await works(old)
  // The database fails to start.
  const failing = await ada.secondBrowser()
  const said = await listenToCopy(failing)
  await failing.context().route('**/*.wasm', (route) => route.abort())
  await failing.goto(ada.list)
  await copySays(said, /Failed to initialize database worker/)
  await works(failing)

  // A query only the server can answer.
  const heard = await listenToCopy(page)
  await page.goto(ada.list)
  await copyIsReady(heard)
  const me = await context.request.get('/api/users/me/').then((answer) => answer.json())
  await page.goto(`${ada.list}?mentions=${me.id}`)
  await expect(page.getByText('No work items match these filters')).toBeVisible()
})

// @cap:local-cache.toggle
test('the switch in the help menu clears what is kept, and fills it again', async ({ ada }) => {
  const { page } = ada
  await furnish(ada)
  const said = await listenToCopy(page)
  await page.goto(ada.list)
  await copyIsReady(said)
  expect(await filesOf(page)).toEqual(['cairn-copies'])

  const choose = async () => {
    await page.getByRole('button', { name: 'Help' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Local cache' }).click()
  }
  const expectSwitch = async (on: boolean) => {
    await page.getByRole('button', { name: 'Help' }).click()
    await expect(
      page.getByRole('menuitemcheckbox', { name: 'Local cache', checked: on }),
    ).toBeVisible()
    await page.keyboard.press('Escape')
  }
  await expectSwitch(true)
  await choose()
  await expect.poll(() => filesOf(page)).toEqual([])
  await expectSwitch(false)

  said.length = 0
  await choose()
  await copyIsReady(said)
  await refuseLists(page)
  await filterBy(page, 'High')
  await expect(row(page, 'TRAIL-2')).toHaveCount(0)
  await expect(row(page, 'TRAIL-1')).toBeVisible()

  await choose()
  await expect.poll(() => filesOf(page)).toEqual([])
  await page.context().route('**/*.wasm', (route) => route.abort())
  await choose()
  await copySays(said, /error while toggling local DB/)
  await expectSwitch(false)
})

/** Changes the version of the stored database. */
const makeOlder = (page: Page) =>
  page.evaluate(async () => {
    interface Folder {
      values(): AsyncIterable<FileSystemFileHandle | Folder>
    }
    const encode = (text: string) => new TextEncoder().encode(text)
    const [now, then] = [encode('DB_VERSION1.4'), encode('DB_VERSION1.3')]
    let changed = 0
    async function walk(folder: Folder) {
      for await (const entry of folder.values()) {
        if ('values' in entry) await walk(entry)
        else {
          const bytes = new Uint8Array(await (await entry.getFile()).arrayBuffer())
          const at = bytes.findIndex((_, n) => now.every((byte, k) => bytes[n + k] === byte))
          if (at < 0) continue
          bytes.set(then, at)
          const file = await entry.createWritable()
          await file.write(bytes)
          await file.close()
          changed += 1
        }
      }
    }
    await walk((await navigator.storage.getDirectory()) as unknown as Folder)
    return changed
  })

// @cap:local-cache.version-rebuild
test('a copy of another version is thrown away and made anew', async ({ ada }) => {
  const { page } = ada
  await furnish(ada)
  const said = await listenToCopy(page)
  await page.goto(ada.list)
  await copyIsReady(said)
  await page.goto('/robots.txt')
  await expect.poll(() => makeOlder(page).catch(() => 0)).toBe(1)

  said.length = 0
  await page.goto(ada.list)
  await copyIsReady(said)
  expect(said.some((line) => /status .* loading$/.test(line))).toBe(true)
  said.length = 0
  await page.reload()
  await copyIsReady(said)
  expect(said.some((line) => /status .* loading$/.test(line))).toBe(false)
})

// @cap:local-cache.rights
test('who leaves a project, and who signs out, leaves nothing behind', async ({ ada }) => {
  const { context, slug, project_id } = ada
  await furnish(ada)
  await call(context.request, projectsApi.change, {
    params: { slug, project_id },
    body: { guest_view_all_features: true },
  })
  const { page: gus } = await ada.addColleague(GUEST, 'gus')
  const members = { slug, project_id }
  const me = await gus.request.get('/api/users/me/').then((answer) => answer.json())
  await call(context.request, projectMembersApi.add, {
    params: members,
    body: { members: [{ member_id: me.id, role: GUEST }] },
  })
  const said = await listenToCopy(gus)
  await gus.goto(ada.list)
  await copyIsReady(said)

  // From now on guests see only their own items: none.
  said.length = 0
  await call(context.request, projectsApi.change, {
    params: { slug, project_id },
    body: { guest_view_all_features: false },
  })
  await copyIsReady(said)
  await refuseLists(gus)
  await filterBy(gus, 'High')
  await expect(row(gus, 'TRAIL-1')).toHaveCount(0)

  await gus.getByRole('button', { name: /^Account of/ }).click()
  await gus.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(gus.getByLabel('Email')).toBeVisible()
  await expect.poll(() => filesOf(gus)).toEqual([])
})

// @cap:local-cache.several-tabs
test('two pages share one copy; when its owner is closed the other takes it over', async ({
  ada,
}) => {
  const { page, context } = ada
  await furnish(ada)
  const said = await listenToCopy(page)
  await page.goto(ada.list)
  await copyIsReady(said)

  const other = await context.newPage()
  const heard = await listenToCopy(other)
  await other.goto(ada.list)
  await copyIsReady(heard)
  await refuseLists(other)
  await filterBy(other, 'High')
  await expect(row(other, 'TRAIL-2')).toHaveCount(0)
  await expect(row(other, 'TRAIL-1')).toBeVisible()
  await copySays(heard, /list from the cache/)
  expect(heard.some((line) => line.includes('here'))).toBe(false)
  // All requests of the screen are answered: this count is read last.
  await expect(other.getByText('1 of 2')).toBeVisible()

  heard.length = 0
  await page.close()
  await copySays(heard, /here/)
  await copyIsReady(heard)
  await other.getByRole('radio', { name: 'Board' }).click()
  await expect(other.getByText('Contour lines')).toBeVisible()
  await copySays(heard, /list from the cache/)
  expect([...said, ...heard].filter((line) => /Failed|error/.test(line))).toEqual([])
})
