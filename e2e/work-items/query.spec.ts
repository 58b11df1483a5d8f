import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import {
  apiTokensApi,
  dashboardsApi,
  firstWidgetQuery,
  labelsApi,
  projectsApi,
  viewsApi,
  workItemListsApi,
  workItemPropertiesApi,
  workItemsApi,
  workItemTypesApi,
} from '@cairn/contract'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../kit/accessibility.ts'
import { textIn } from '../kit/unzip.ts'
import { call, expect, test, type Visitor } from '../kit/visitors.ts'

const rows = (page: Page) => page.getByRole('group', { name: /^TRAIL-/ })
const row = (page: Page, name: string) => page.getByRole('group', { name })
const line = (page: Page) => page.getByRole('combobox', { name: 'Query' })
const turn = (page: Page) => page.getByRole('switch', { name: 'Query' })
const option = (page: Page, name: string) => page.getByRole('option', { name, exact: true })
const params = ({ slug, project_id }: Visitor) => ({ slug, project_id })

const addLabel = (ada: Visitor, name: string) =>
  call(ada.context.request, labelsApi.create, { params: params(ada), body: { name } })

/** Items of which no flat filter finds the first two without the third. */
async function furnish(ada: Visitor) {
  const [bug, crash] = [await addLabel(ada, 'Bug'), await addLabel(ada, 'Crash report')]
  await ada.addItem('Urgent idea', { priority: 'urgent' })
  const low = await ada.addItem('Low bug', { priority: 'low', label_ids: [bug.id] })
  await ada.addItem('Low idea', { priority: 'low' })
  const high = await ada.addItem('High crash', { priority: 'high', label_ids: [crash.id] })
  return { bug, crash, low, high }
}

type Item = Awaited<ReturnType<Visitor['addItem']>>

/** A major bug, and a crash of some effort. */
async function furnishProperties(ada: Visitor, { low, high }: { low: Item; high: Item }) {
  const { request } = ada.context
  const { slug } = ada
  await call(request, projectsApi.change, {
    params: params(ada),
    body: { is_issue_type_enabled: true },
  })
  const types = await call(request, workItemTypesApi.listOfWorkspace, { params: { slug } })
  const type = { id: types.find(({ name }) => name === 'Bug')?.id ?? '' }
  const major = randomUUID()
  const add = (body: object) =>
    call(request, workItemPropertiesApi.create, {
      params: { slug, type_id: type.id },
      body: body as never,
    })
  const severity = await add({
    ...{ name: 'Severity', kind: 'option' },
    options: [{ id: major, name: 'Major' }],
  })
  const effort = await add({ name: 'Effort', kind: 'number' })
  const give = (item: Item, property_values: object) =>
    call(request, workItemsApi.change, {
      params: { ...params(ada), id: item.id },
      body: { type_id: type.id, property_values } as never,
    })
  await give(low, { [severity.id]: [major] })
  await give(high, { [effort.id]: 8 })
  return { severity, effort, major }
}

const written = (query: string) => `&layout=list&pql=${encodeURIComponent(query)}`.slice(1)

test('filters are combined in groups on screen @cap:query.builder', async ({ ada }) => {
  const { page } = ada
  const { bug } = await furnish(ada)
  await page.goto(`${ada.list}?layout=list&priority=urgent&labels=${bug.id}`)
  await expect(page.getByText('Match all')).toBeVisible()
  await expect(rows(page)).toHaveCount(0)

  await test.step('all of them become any of them', async () => {
    await page.getByRole('button', { name: 'Match all' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Match any' }).click()
    await expect(rows(page)).toHaveCount(2)
    await expect(row(page, 'Urgent idea')).toBeVisible()
    await expect(row(page, 'Low bug')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('a group inside of them excludes', async () => {
    await page.getByRole('button', { name: 'Match any' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Match none' }).click()
    await expect(rows(page)).toHaveCount(2)
    await expect(row(page, 'Low idea')).toBeVisible()
    await page.getByRole('button', { name: 'Match none' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Match any' }).click()
    await expect(row(page, 'Low bug')).toBeVisible()
    await page.getByRole('button', { name: 'Add group' }).click()
    await page.getByRole('menuitem', { name: 'All of', exact: true }).click()
    await page.getByRole('button', { name: 'Add filter to group' }).click()
    await expect(page.getByRole('dialog').getByRole('searchbox')).toBeFocused()
    await page.keyboard.type('high')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expect(rows(page)).toHaveCount(3)
    await expect(row(page, 'High crash')).toBeVisible()
  })

  await test.step('conditions are removed one by one, until they are plain filters again', async () => {
    await page.getByRole('button', { name: 'Remove filter Priority' }).last().click()
    await expect(rows(page)).toHaveCount(2)
    await page.getByRole('button', { name: 'Remove filter Label' }).click()
    await expect(rows(page)).toHaveCount(1)
    // One filter has nothing to be combined with.
    await expect(page.getByText('Match a', { exact: false })).toBeHidden()
    await expect(page).toHaveURL(/priority=urgent/)
    await expect(page).not.toHaveURL(/pql=/)
  })
})

test('the same filter is typed, completed and corrected, and turns into groups and back @cap:query.text', async ({
  ada,
}) => {
  const { page } = ada
  const properties = await furnishProperties(ada, await furnish(ada))
  await page.goto(ada.list)
  await expect(rows(page)).toHaveCount(4)

  await test.step('the menu leads to the line, which completes what is typed', async () => {
    await page.keyboard.press('f')
    await page.getByRole('dialog', { name: 'Filters' }).getByText('Query').click()
    await expect(line(page)).toBeFocused()
    await page.keyboard.type('lab')
    await expect(option(page, 'label Label')).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('=')
    await page.keyboard.type(' cra')
    await expect(option(page, '"Crash report"')).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Tab')
    await expect(line(page)).toHaveValue('label = "Crash report" ')
    await page.keyboard.type('or prio')
    await expect(option(page, 'priority Priority')).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.type('in (urgent, high) ')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(rows(page)).toHaveCount(2)
  })

  await test.step('it turns into chips, and back', async () => {
    await turn(page).click()
    await expect(page.getByRole('button', { name: 'Match any' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Label: Crash report' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Priority: Urgent, High' })).toBeVisible()
    await turn(page).click()
    await expect(line(page)).toHaveValue('label = "Crash report" or priority in (urgent, high)')
  })

  await test.step('an error is shown at its place, and the list stays', async () => {
    await line(page).fill('labl = Bug and priority = low')
    await expect(page.getByRole('alert')).toContainText("There's no field called “labl”")
    await expect(rows(page)).toHaveCount(2)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    await expect(line(page)).toHaveValue('label = Bug and priority = low')
    await page.keyboard.press('Enter')
    await expect(rows(page)).toHaveCount(1)
    await line(page).fill('label = Nothing')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText('no value called “Nothing”')
    await expect(row(page, 'Low bug')).toBeVisible()
  })

  await test.step('properties of types are fields, with their operators and values', async () => {
    await line(page).fill('seve')
    await expect(option(page, '[Severity] Property')).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(line(page)).toHaveValue('[Severity] ')
    await page.keyboard.type('= ma')
    await expect(option(page, 'Major')).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.type('or [Effort] > 5')
    await page.keyboard.press('Enter')
    await expect(rows(page)).toHaveCount(2)
    await expect(row(page, 'Low bug')).toBeVisible()
    await expect(row(page, 'High crash')).toBeVisible()
    await turn(page).click()
    await expect(page.getByRole('button', { name: 'Severity: Major' })).toBeVisible()
    await expect(page.getByRole('button', { name: '[Effort] > 5', exact: true })).toBeVisible()
    await turn(page).click()
    await expect(line(page)).toHaveValue('[Severity] = Major or [Effort] > 5')
    for (const [text, problem] of [
      ['[Sevrity] = Major', 'no field called “Sevrity”'],
      ['[Severity] = Huge', 'no value called “Huge”'],
      ['[Effort] = soon', 'no value called “soon”'],
    ] as const) {
      await line(page).fill(text)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('alert')).toContainText(problem)
    }
  })

  await test.step('filters by properties turn into a query, and back', async () => {
    const { severity, effort, major } = properties
    const filters = `property_option_${severity.id}=${major}&property_number_${effort.id}=5..10`
    await page.goto(`${ada.list}?layout=list&${filters}`)
    await expect(page.getByRole('button', { name: 'Severity: Major' })).toBeVisible()
    await expect(rows(page)).toHaveCount(0)
    await turn(page).click()
    await expect(line(page)).toHaveValue('[Severity] = Major and [Effort] between 5 and 10')
    await turn(page).click()
    await expect(page.getByRole('button', { name: 'Effort: 5 – 10' })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`property_number_${effort.id}=5\\.\\.10`))
    await expect(page).not.toHaveURL(/pql=/)
    await page.getByRole('button', { name: 'Match all' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Match any' }).click()
    await expect(rows(page)).toHaveCount(2)
    await turn(page).click()
    await expect(line(page)).toHaveValue('[Severity] = Major or [Effort] between 5 and 10')
  })

  await test.step('on a phone it fits, too', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(line(page)).toBeVisible()
    await line(page).fill('pri')
    await expect(option(page, 'priority Priority')).toBeInViewport()
    await option(page, 'priority Priority').click()
    await expect(line(page)).toHaveValue('priority ')
  })
})

test('the same text is in addresses, views, dashboards, exports and the API @cap:query.everywhere', async ({
  ada,
}) => {
  const { page } = ada
  const { bug } = await furnish(ada)
  const request = ada.context.request
  const query = 'label = Bug or priority = urgent'

  await test.step('an address', async () => {
    await page.goto(`${ada.list}?${written(query)}`)
    await expect(rows(page)).toHaveCount(2)
    await expect(row(page, 'Low bug')).toBeVisible()
  })

  await test.step('an address of before', async () => {
    await page.goto(`${ada.list}?layout=list&labels=${bug.id}&priority=low`)
    await expect(rows(page)).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'Label: Bug' })).toBeVisible()
  })

  await test.step('a view is saved with it, and one of before still works', async () => {
    await page.goto(`${ada.list}?${written(query)}`)
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Both')
    await page.getByRole('button', { name: 'Create view' }).click()
    await expect(page).toHaveURL(/\/views\//)
    await expect(rows(page)).toHaveCount(2)
    const [saved] = await call(request, viewsApi.list, { params: params(ada) })
    expect(saved?.query.pql).toEqual([query])
    const old = await call(request, viewsApi.create, {
      params: params(ada),
      body: { name: 'Old', filters: { priority: ['low'] } },
    })
    await page.goto(`${ada.list.replace(/issues\/?$/, '')}views/${old.id}/`)
    await expect(rows(page)).toHaveCount(2)
    await expect(row(page, 'Low idea')).toBeVisible()
  })

  await test.step('a widget counts by it', async () => {
    const { slug } = ada
    const { id } = await call(request, dashboardsApi.create, {
      params: { slug },
      body: { name: 'D' },
    })
    const widget = await call(request, dashboardsApi.createWidget, {
      params: { slug, id },
      body: { kind: 'number', query: { ...firstWidgetQuery, filters: { pql: [query] } } },
    })
    const address = { slug, id, widget_id: widget.id }
    expect(await call(request, dashboardsApi.data, { params: address })).toMatchObject({ total: 2 })
  })

  await test.step('an export has what meets it', async () => {
    await page.goto(`/${ada.slug}/settings/exports/`)
    await page.getByRole('textbox', { name: 'Query' }).fill(query)
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const made = page.getByRole('region', { name: 'Previous exports' }).getByRole('row').nth(1)
    await expect(made).toHaveAccessibleName(/Completed/)
    const download = page.waitForEvent('download')
    await made.getByRole('link', { name: 'Download' }).click()
    const text = textIn(await readFile(await (await download).path()))
    const names = ['Low bug', 'Urgent idea', 'Low idea', 'High crash']
    expect(names.filter((name) => text.includes(name))).toEqual(['Low bug', 'Urgent idea'])
  })

  await test.step('and lists that programs read', async () => {
    const page = await call(request, workItemListsApi.project, {
      params: params(ada),
      query: { pql: query },
    })
    expect(page.total_count).toBe(2)
    const { token } = await call(request, apiTokensApi.create, { body: { label: 'script' } })
    const items = `/api/v1/workspaces/${ada.slug}/projects/${ada.project_id}/work-items/`
    const found = await request.get(`${items}?pql=${encodeURIComponent(query)}`, {
      headers: { 'x-api-key': token },
    })
    const { results } = (await found.json()) as { results: { name: string }[] }
    expect(results.map(({ name }) => name).toSorted()).toEqual(['Low bug', 'Urgent idea'])
  })
})

test.describe('with a copy of the project', () => {
  test.use({ localCache: true })

  test('the browser answers queries as the server does @cap:query.local', async ({ ada }) => {
    const { page } = ada
    await furnishProperties(ada, await furnish(ada))
    const said: string[] = []
    page.on('console', (message) => said.push(message.text()))
    await page.addInitScript(() => localStorage.setItem('LOCAL_DB_DEBUG', 'true'))
    await page.goto(ada.list)
    await expect.poll(() => said.some((text) => /status .* ready$/.test(text))).toBe(true)
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/')) asked.push(request.url())
    })
    await page.keyboard.press('f')
    await page.getByRole('dialog', { name: 'Filters' }).getByText('Query').click()

    await test.step('from its own data', async () => {
      await line(page).fill('label = bug or not priority in (low, high)')
      await page.keyboard.press('Enter')
      await expect(rows(page)).toHaveCount(2)
      await expect(row(page, 'Low bug')).toBeVisible()
      expect(asked.filter((url) => url.includes('pql'))).toEqual([])
    })

    await test.step('also about properties', async () => {
      await line(page).fill('[Severity] = major or [Effort] between 5 and 9')
      await page.keyboard.press('Enter')
      await expect(rows(page)).toHaveCount(2)
      await expect(row(page, 'High crash')).toBeVisible()
      await line(page).fill('[Effort] is empty and label is not empty')
      await page.keyboard.press('Enter')
      await expect(rows(page)).toHaveCount(1)
      await expect(row(page, 'Low bug')).toBeVisible()
      expect(asked.filter((url) => url.includes('pql'))).toEqual([])
    })

    await test.step('and leaves history to the server', async () => {
      await line(page).fill('was in state Backlog and label is not empty')
      await page.keyboard.press('Enter')
      await expect(row(page, 'High crash')).toBeVisible()
      await expect(row(page, 'Urgent idea')).toBeHidden()
      expect(asked.some((url) => url.includes('pql'))).toBe(true)
    })
  })
})
