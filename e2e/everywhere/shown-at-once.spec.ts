import {
  cyclesApi,
  initiativesApi,
  labelsApi,
  modulesApi,
  pagesApi,
  teamspacesApi,
  viewsApi,
  workItemListsApi,
  workItemsApi,
} from '@cairn/contract'
import type { Page, Route } from '@playwright/test'
import { call, dialogOf, expect, test, type Visitor } from '../kit/visitors.ts'

/**
 * Created objects are shown before the server has responded: they can be opened and changed, and
 * are removed with the reason if the server rejects them.
 */
/** Shown for a reason without a message. */
const why = "The server didn't accept it."

/** Holds requests that create something until the test has looked. */
async function blockCreation(page: Page, path: string) {
  const asked = Promise.withResolvers<Route>()
  const address = `**${path}`
  await page.route(address, (route) =>
    route.request().method() === 'POST' ? asked.resolve(route) : route.fallback(),
  )
  return {
    answer: async () => {
      await (await asked.promise).continue()
      await page.unroute(address)
    },
    refuse: async () => {
      await (await asked.promise).fulfill({
        status: 400,
        json: { error: 'The server has a bad day' },
      })
      await page.unroute(address)
    },
  }
}

const at = ({ slug, project_id }: Visitor) => ({ slug, project_id })
const projectOf = ({ slug, project_id }: Visitor) => `/${slug}/projects/${project_id}`
const labelRows = (page: Page) => page.getByRole('main').locator('[data-sortable]')

test('a label', async ({ ada }) => {
  const { page } = ada
  await page.goto(`/${ada.slug}/settings/projects/${ada.project_id}/labels/`)
  await page.getByRole('button', { name: 'Add label' }).click()
  const title = page.getByRole('textbox', { name: 'Label name' })
  const blocked = await blockCreation(page, '/issue-labels/')
  await title.fill('Bug')
  await page.keyboard.press('Enter')
  await expect(labelRows(page)).toHaveText(['Bug'])
  await expect(title).toHaveValue('')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Actions for Bug' }).click()
  await page.getByRole('menuitem', { name: 'Edit label' }).click()
  await title.fill('Defect')
  await page.getByRole('button', { name: 'Save changes', exact: true }).click()
  await expect(labelRows(page)).toHaveText(['Defect'])
  await blocked.answer()
  const names = async () =>
    (await call(ada.context.request, labelsApi.list, { params: at(ada) })).map(({ name }) => name)
  await expect.poll(names).toEqual(['Defect'])

  await page.getByRole('button', { name: 'Add label' }).click()
  const refused = await blockCreation(page, '/issue-labels/')
  await title.fill('Idea')
  await page.keyboard.press('Enter')
  await expect(labelRows(page)).toHaveText(['Defect', 'Idea'])
  await refused.refuse()
  await expect(page.getByText(why)).toBeVisible()
  await expect(labelRows(page)).toHaveText(['Defect'])
  await expect(title).toHaveValue('Idea')

  // The server creates it, but the response is lost: a retry creates no second one.
  await page.route('**/issue-labels/', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch()
    await route.abort()
  })
  await title.press('Enter')
  await expect.poll(names).toEqual(['Defect', 'Idea'])
  const again = page.getByText('Try again', { exact: true })
  await expect(again).toBeVisible()
  await page.unroute('**/issue-labels/')
  const repeated = page.waitForResponse((answer) => answer.request().method() === 'POST')
  await again.click()
  expect((await repeated).status()).toBeGreaterThanOrEqual(400)
  await expect(labelRows(page)).toHaveText(['Defect', 'Idea'])
  await expect(again).toBeHidden()
  expect(await names()).toEqual(['Defect', 'Idea'])
})

test('a cycle', async ({ ada }) => {
  const { page } = ada
  await page.goto(`${projectOf(ada)}/cycles/`)
  const dialog = dialogOf(page).filter({ hasText: 'Create cycle' })
  const create = async (name: string) => {
    await page.keyboard.press('q')
    await dialog.getByLabel('Title').fill(name)
    await dialog.getByRole('button', { name: 'Create cycle' }).click()
    await expect(page.getByRole('link', { name })).toBeVisible()
    await expect(dialog).toBeHidden()
  }
  await expect(page.getByRole('heading', { name: 'Plan work in cycles' })).toBeVisible()
  const blocked = await blockCreation(page, '/cycles/')
  await create('First light')
  await page.getByRole('link', { name: 'First light' }).click()
  await expect(page).toHaveURL(/\/cycles\/[0-9a-f-]{36}\//)
  await expect(page.getByRole('main').getByText('First light').first()).toBeVisible()
  const id = page.url().match(/cycles\/([\w-]+)/)?.[1] ?? ''
  await blocked.answer()
  const read = () => call(ada.context.request, cyclesApi.list, { params: at(ada), query: {} })
  await expect.poll(async () => (await read()).map((cycle) => cycle.id)).toEqual([id])

  await page.goto(`${projectOf(ada)}/cycles/`)
  await expect(page.getByRole('link', { name: 'First light' })).toBeVisible()
  const refused = await blockCreation(page, '/cycles/')
  await create('Last light')
  await refused.refuse()
  await expect(dialog.getByText(why)).toBeVisible()
  await expect(dialog.getByLabel('Title')).toHaveValue('Last light')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('link', { name: 'Last light' })).toHaveCount(0)
})

test('a module', async ({ ada }) => {
  const { page } = ada
  await page.goto(`${projectOf(ada)}/modules/`)
  const rows = page.getByRole('list', { name: 'Modules' }).getByRole('listitem')
  const dialog = dialogOf(page)
  const create = async (name: string) => {
    await page.keyboard.press('m')
    await dialog.getByLabel('Title').fill(name)
    await dialog.getByRole('button', { name: 'Create module' }).click()
    await expect(rows.filter({ hasText: name })).toBeVisible()
    await expect(dialog).toBeHidden()
  }
  await expect(page.getByRole('heading', { name: 'No modules yet' })).toBeVisible()
  const blocked = await blockCreation(page, '/modules/')
  await create('Offline maps')
  await page.getByRole('button', { name: 'Actions for Offline maps' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await dialog.getByLabel('Title').fill('Maps for the hills')
  await dialog.getByRole('button', { name: 'Update module' }).click()
  await expect(rows.filter({ hasText: 'Maps for the hills' })).toBeVisible()
  await expect(dialog).toBeHidden()
  await blocked.answer()
  const names = async () =>
    (await call(ada.context.request, modulesApi.list, { params: at(ada) })).map(({ name }) => name)
  await expect.poll(names).toEqual(['Maps for the hills'])

  const refused = await blockCreation(page, '/modules/')
  await create('Huts')
  await refused.refuse()
  await expect(dialog.getByText(why)).toBeVisible()
  await expect(dialog.getByLabel('Title')).toHaveValue('Huts')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(rows).toHaveCount(1)
})

test('a view', async ({ ada }) => {
  const { page } = ada
  await ada.addItem('Contour lines')
  await page.goto(`${projectOf(ada)}/views/`)
  const dialog = page.getByRole('dialog', { name: 'Create view' })
  const create = async (name: string) => {
    await page.keyboard.press('v')
    await dialog.getByLabel('Title').fill(name)
    await dialog.getByRole('button', { name: 'Create view' }).click()
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(/\/views\/[0-9a-f-]{36}\//)
    await expect(page.getByRole('main').getByText(name).first()).toBeVisible()
  }
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
  const blocked = await blockCreation(page, '/views/')
  await create('Everything')
  const id = page.url().match(/views\/([\w-]+)/)?.[1] ?? ''
  await blocked.answer()
  const ids = async () =>
    (await call(ada.context.request, viewsApi.list, { params: at(ada) })).map((view) => view.id)
  await expect.poll(ids).toEqual([id])
  await expect(page.getByText('Contour lines').first()).toBeVisible()

  await page.goto(`${projectOf(ada)}/views/`)
  await expect(page.getByRole('list', { name: 'Views' })).toBeVisible()
  const refused = await blockCreation(page, '/views/')
  await create('Nothing')
  await refused.refuse()
  await expect(dialog.getByText(why)).toBeVisible()
  await expect(dialog.getByLabel('Title')).toHaveValue('Nothing')
  await expect(page).toHaveURL(/\/views\/$/)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('list', { name: 'Views' }).getByRole('listitem')).toHaveCount(1)
})

test('a page', async ({ ada }) => {
  const { page } = ada
  await page.goto(`${projectOf(ada)}/pages/`)
  const dialog = dialogOf(page)
  const title = page.getByRole('textbox', { name: 'Title' })
  const create = async (name: string) => {
    await page.keyboard.press('d')
    await dialog.getByLabel('Title').fill(name)
    await dialog.getByRole('button', { name: 'Create page' }).click()
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(/\/pages\/[0-9a-f-]{36}\//)
    await expect(title).toHaveValue(name)
  }
  await expect(page.getByRole('heading', { name: 'Write the first page' })).toBeVisible()
  const blocked = await blockCreation(page, '/pages/')
  await create('Launch plan')
  const id = page.url().match(/pages\/([\w-]+)/)?.[1] ?? ''
  await blocked.answer()
  const ids = async () =>
    (await call(ada.context.request, pagesApi.list, { params: at(ada), query: {} })).map(
      (one) => one.id,
    )
  await expect.poll(ids).toEqual([id])
  await expect(page.getByRole('main').getByRole('textbox', { name: /^Text of/ })).toBeVisible()

  await page.goto(`${projectOf(ada)}/pages/`)
  const rows = page.getByRole('treegrid', { name: 'Pages' }).getByRole('row')
  await expect(rows).toHaveCount(1)
  const refused = await blockCreation(page, '/pages/')
  await create('Retreat')
  await refused.refuse()
  await expect(dialog.getByText(why)).toBeVisible()
  await expect(dialog.getByLabel('Title')).toHaveValue('Retreat')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(rows).toHaveCount(1)
})

for (const { kind, api, path } of [
  { kind: 'teamspace', api: teamspacesApi, path: '/teamspaces/' },
  { kind: 'initiative', api: initiativesApi, path: '/initiatives/' },
] as const) {
  test(kind === 'teamspace' ? 'a teamspace' : 'an initiative', async ({ ada }) => {
    const { page, slug } = ada
    await page.goto(`/${slug}${path}`)
    const dialog = dialogOf(page)
    // By tag: behind an open dialog elements have no role.
    const rows = page.locator('main ul[aria-label] > li')
    const named = (name: string) => rows.filter({ hasText: name })
    const submit = async (button: string, name: string) => {
      await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
      await dialog.getByRole('button', { name: button }).click()
      await expect(dialog).toBeHidden()
      await expect(named(name)).toBeVisible()
    }
    const names = async () =>
      (await call(ada.context.request, api.list, { params: { slug } })).map(({ name }) => name)
    const add = page.getByRole('button', { name: `Add ${kind}` })
    const menuOf = async (name: string, action: string) => {
      await named(name)
        .getByRole('button', { name: `Actions for ${name}` })
        .click()
      await page.getByRole('menuitem', { name: action }).click()
    }

    await add.first().click()
    const refused = await blockCreation(page, path)
    await submit(`Create ${kind}`, 'South')
    await refused.refuse()
    await expect(dialog.getByText(why)).toBeVisible()
    await expect(rows).toHaveCount(0)
    const blocked = await blockCreation(page, path)
    await submit(`Create ${kind}`, 'North')
    await blocked.answer()
    await expect.poll(names).toEqual(['North'])

    await page.goto(`/${slug}${path}`)
    await page.route(`**${path}*/`, (route) =>
      route.request().method() === 'GET'
        ? route.fallback()
        : route.fulfill({ status: 400, json: { error: 'The server has a bad day' } }),
    )
    await menuOf('North', `Edit ${kind}`)
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Far north')
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await expect(dialog.getByText(why)).toBeVisible()
    await expect(named('Far north')).toHaveCount(0)
    await page.unroute(`**${path}*/`)
    await submit('Save changes', 'Far north')
    await expect.poll(names).toEqual(['Far north'])

    await menuOf('Far north', `Delete ${kind}`)
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: `Delete ${kind}` })
      .click()
    await expect(rows).toHaveCount(0)
    await expect.poll(names).toEqual([])
  })
}

test('a work item of the dialog', async ({ ada }) => {
  const { page } = ada
  await ada.addItem('Contour lines')
  await ada.arrange({ layout: 'list' })
  await page.goto(ada.list)
  const row = (name: string) => page.getByRole('group', { name }).first()
  await expect(row('Contour lines')).toBeVisible()
  const dialog = dialogOf(page).first()
  const create = async (name: string) => {
    await page.keyboard.press('c')
    await dialog.getByLabel('Title').fill(name)
    await dialog.getByRole('textbox', { name: 'Description' }).click()
    await page.keyboard.type('Mind the gap')
    await dialog.getByRole('button', { name: 'Create work item', exact: true }).click()
    await expect(row(name)).toBeVisible()
    await expect(dialogOf(page)).toBeHidden()
  }
  const blocked = await blockCreation(page, '/issues/')
  await create('Summit cross')
  await row('Summit cross').getByRole('button', { name: 'Priority: No priority' }).click()
  await page.getByRole('option', { name: 'High' }).click()
  await expect(row('Summit cross').getByRole('button', { name: 'Priority: High' })).toBeVisible()
  await blocked.answer()
  const saved = async () =>
    call(ada.context.request, workItemsApi.byKey, {
      params: { slug: ada.slug, key: 'TRAIL-2' },
      query: {},
    })
  await expect(row('TRAIL-2 Summit cross')).toBeVisible()
  await expect.poll(async () => (await saved()).priority).toBe('high')

  const refused = await blockCreation(page, '/issues/')
  await create('Signpost')
  await refused.refuse()
  await expect(dialog.getByText(why)).toBeVisible()
  await expect(dialog.getByLabel('Title')).toHaveValue('Signpost')
  await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveText('Mind the gap')
  await expect(page.getByRole('group', { name: 'Signpost' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Create work item', exact: true }).click()
  await expect(row('TRAIL-3 Signpost')).toBeVisible()
})

test('a reload before the server has answered loses no text, and creates nothing twice', async ({
  ada,
}) => {
  const { page } = ada
  const { id } = await ada.addItem('Contour lines')
  await ada.arrange({ layout: 'list' })
  await page.goto(ada.list)
  await page.getByRole('group', { name: 'Contour lines' }).first().waitFor()
  const dialog = dialogOf(page).first()
  const items = async () => {
    const found = await call(ada.context.request, workItemListsApi.project, {
      params: at(ada),
      query: {},
    })
    return (found.results as { name: string }[]).map(({ name }) => name).toSorted()
  }

  const isPost = (route: Route) => route.request().method() === 'POST'
  const save = dialog.getByRole('button', { name: 'Create work item', exact: true })

  await test.step('of the create dialog, which comes back', async () => {
    await page.keyboard.press('c')
    await dialog.getByLabel('Title').fill('Summit cross')
    await page.route('**/issues/', (route) => (isPost(route) ? undefined : route.fallback()))
    await save.click()
    await expect(page.getByRole('group', { name: 'Summit cross' }).first()).toBeVisible()
    await page.reload()
    await expect(dialog.getByLabel('Title')).toHaveValue('Summit cross')
    expect(await items()).toEqual(['Contour lines'])
  })

  await test.step('unless the server had taken it', async () => {
    await page.unroute('**/issues/')
    // The server creates it, but the response never arrives.
    await page.route('**/issues/', (route) =>
      isPost(route) ? void route.fetch() : route.fallback(),
    )
    await save.click()
    await expect.poll(items).toEqual(['Contour lines', 'Summit cross'])
    await page.reload()
    await expect(page.getByRole('group', { name: 'TRAIL-2 Summit cross' }).first()).toBeVisible()
    await expect(dialogOf(page)).toBeHidden()
    const stored = () =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('cairn.text ')))
    await expect.poll(stored).toEqual([])
  })

  await test.step('of a comment', async () => {
    await page.goto(`/${ada.slug}/browse/TRAIL-1/`)
    const box = page.getByRole('textbox', { name: 'Add comment' })
    await blockCreation(page, `/issues/${id}/comments/`)
    await box.click()
    await page.keyboard.type('Mind the gap')
    await page.keyboard.press('Enter')
    await expect(box).toHaveText('')
    await page.reload()
    await expect(box).toHaveText('Mind the gap')
    await page.unroute(`**/issues/${id}/comments/`)
  })
})
