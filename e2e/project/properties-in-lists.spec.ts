import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  draftsApi,
  type NewWorkItemProperty,
  projectMembersApi,
  projectsApi,
  viewPublicationsApi,
  viewsApi,
  webhooksApi,
  workItemListsApi,
  workItemPropertiesApi,
  workItemsApi,
  workItemTypesApi,
} from '@cairn/contract'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../kit/accessibility.ts'
import { choose } from '../kit/choose.ts'
import { textIn } from '../kit/unzip.ts'
import { call, dialogOf, expect, test, type Visitor } from '../kit/visitors.ts'

const at = ({ slug, project_id }: Visitor) => ({ slug, project_id })

/** The bugs of a project have a severity and a distance. */
async function withProperties(ada: Visitor, more: Partial<NewWorkItemProperty> = {}) {
  const { context, slug } = ada
  await call(context.request, projectsApi.change, {
    params: at(ada),
    body: { is_issue_type_enabled: true },
  })
  const types = await call(context.request, workItemTypesApi.listOfWorkspace, { params: { slug } })
  const bug = types.find(({ name }) => name === 'Bug')?.id ?? ''
  const define = (body: NewWorkItemProperty) =>
    call(context.request, workItemPropertiesApi.create, { params: { slug, type_id: bug }, body })
  const options = ['Critical', 'Major', 'Minor'].map((name, n) => ({
    ...{ id: crypto.randomUUID(), name },
    color: ['#ca5747', '#cf8a2e', '#3d81d4'][n] ?? '',
  }))
  const severity = await define({ name: 'Severity', kind: 'option', options, ...more })
  const distance = await define({ name: 'Distance', kind: 'number', unit: 'km' })
  const [critical = '', major = '', minor = ''] = options.map(({ id }) => id)
  return { bug, severity: severity.id, distance: distance.id, critical, major, minor, define }
}

const itemsOf = async (ada: Visitor) => {
  const { results } = await call(ada.context.request, workItemListsApi.project, { params: at(ada) })
  return results as { id: string; name: string; property_values: Record<string, unknown> }[]
}
const valuesOf = async (ada: Visitor, name: string) =>
  (await itemsOf(ada)).find((item) => item.name === name)?.property_values

const show = (ada: Visitor, own: string[]) =>
  call(ada.context.request, projectMembersApi.changeProperties, {
    params: at(ada),
    body: { display_properties: { own } },
  })

const row = (page: Page, name: string) =>
  page.getByRole('group', { name: new RegExp(`^TRAIL-\\d+ ${name}$`) })

/** Receives webhooks; returns what it received. */
async function receiver() {
  const received: string[] = []
  const server = createServer(async (request, response) => {
    received.push(Buffer.concat(await request.toArray()).toString())
    response.writeHead(200).end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  const close = () => {
    server.closeAllConnections()
    return new Promise((closed) => server.close(closed))
  }
  return { url, received, close }
}

// @cap:properties.everywhere
test('a property is used wherever work items are', async ({ ada }) => {
  // One item goes through every screen.
  test.slow()
  const { page, slug, context } = ada
  const hook = await receiver()
  await call(context.request, webhooksApi.create, {
    params: { slug },
    body: { url: hook.url, issue: true },
  })
  const { bug, severity, distance, critical, major, minor } = await withProperties(ada)
  await ada.addItem('Plain task')
  await ada.addItem('Tiles stop', {
    ...{ type_id: bug, property_values: { [severity]: [major], [distance]: 12.5 } },
  })
  const bar = page.getByRole('region', { name: 'Selected work items' })

  await test.step('in the dialog', async () => {
    await page.goto(ada.list)
    await page.getByRole('button', { name: 'New work item' }).first().click()
    const dialog = dialogOf(page)
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Contours flicker')
    await dialog.getByRole('button', { name: 'Type: Task' }).click()
    await page.getByRole('option', { name: 'Bug' }).click()
    await dialog.getByRole('button', { name: '2 more properties' }).click()
    await dialog.getByRole('button', { name: 'Severity: None' }).click()
    await page.getByRole('option', { name: 'Minor' }).click()
    await dialog.getByRole('textbox', { name: 'Distance' }).fill('3')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Create work item' }).click()
    await expect(row(page, 'Contours flicker')).toBeVisible()
    await expect
      .poll(() => valuesOf(ada, 'Contours flicker'))
      .toEqual({ [severity]: [minor], [distance]: 3 })
  })

  await test.step('on its page, where the history tells it', async () => {
    await page.goto(`/${slug}/browse/TRAIL-2/`)
    const details = page.getByRole('region', { name: 'Bug details' })
    await details.getByRole('button', { name: 'Severity: Major' }).click()
    await page.getByRole('option', { name: 'Critical' }).click()
    await expect(details.getByRole('button', { name: 'Severity: Critical' })).toBeVisible()
    const history = page.getByRole('region', { name: 'Activity' })
    await expect(history.getByText('set Severity to Critical')).toBeVisible()
    await expect.poll(() => valuesOf(ada, 'Tiles stop')).toMatchObject({ [severity]: [critical] })
  })

  await test.step('by webhooks', async () => {
    const received = () => hook.received.filter((text) => text.includes(`"${critical}"`)).length
    await expect.poll(received).toBeGreaterThan(0)
  })

  await test.step('as columns, which are edited and sorted', async () => {
    await show(ada, [severity, distance])
    await page.goto(`${ada.list}?layout=spreadsheet`)
    const cell = page
      .getByRole('row', { name: 'Contours flicker' })
      .getByRole('gridcell', { name: /^Severity/ })
    await expect(cell).toHaveText('Minor')
    await cell.click()
    await page.getByRole('option', { name: 'Major' }).click()
    await expect(cell).toHaveText('Major')
    await expect
      .poll(() => valuesOf(ada, 'Contours flicker'))
      .toMatchObject({ [severity]: [major] })
    const names = page.locator('[role=gridcell][data-col="0"]').getByRole('link')
    await page.getByRole('columnheader', { name: 'Distance' }).getByRole('button').click()
    await page.getByRole('menuitemcheckbox', { name: 'Lowest first' }).click()
    await expect(names).toHaveText(['Contours flicker', 'Tiles stop', 'Plain task'])
    await page.getByRole('columnheader', { name: 'Distance' }).getByRole('button').click()
    await page.getByRole('menuitemcheckbox', { name: 'Highest first' }).click()
    await expect(names).toHaveText(['Tiles stop', 'Contours flicker', 'Plain task'])
    await expectAccessible(page)
  })

  await test.step('on cards', async () => {
    await page.goto(`${ada.list}?layout=kanban`)
    const card = page.getByRole('article', { name: /Tiles stop/ })
    await expect(card.getByRole('button', { name: 'Distance: 12.5\u00a0km' })).toBeVisible()
    await card.getByRole('button', { name: 'Severity: Critical' }).click()
    await page.getByRole('option', { name: 'Minor' }).click()
    await expect(card.getByRole('button', { name: 'Severity: Minor' })).toBeVisible()
    await expect.poll(() => valuesOf(ada, 'Tiles stop')).toMatchObject({ [severity]: [minor] })
  })

  await test.step('as filters: chosen, excluded, empty, and of a range', async () => {
    await page.goto(`${ada.list}?layout=list`)
    await page.getByRole('button', { name: /^Filters/ }).click()
    const filters = page.getByRole('dialog', { name: 'Filters' })
    const severities = filters.getByRole('group', { name: /^Severity/ })
    await severities.getByRole('checkbox', { name: 'Minor' }).check()
    await expect(page.getByRole('group', { name: /^TRAIL-/ })).toHaveCount(1)
    await severities.getByRole('checkbox', { name: 'No Severity' }).check()
    await expect(page.getByRole('group', { name: /^TRAIL-/ })).toHaveCount(2)
    await filters.getByRole('textbox', { name: 'Distance: at least' }).fill('10')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('group', { name: /^TRAIL-/ })).toHaveCount(1)
    await expect(row(page, 'Tiles stop')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Remove filter Distance' }).click()
    await page.getByRole('button', { name: /Severity: is/ }).click()
    await page.getByRole('menuitemcheckbox', { name: 'is not' }).click()
    await expect(row(page, 'Tiles stop')).toHaveCount(0)
    await expect(page.getByRole('group', { name: /^TRAIL-/ })).toHaveCount(2)
    // The address shows the same to others, and it lasts.
    await page.reload()
    await expect(row(page, 'Contours flicker')).toBeVisible()
    await expect(page.getByRole('group', { name: /^TRAIL-/ })).toHaveCount(2)
    await page.getByRole('button', { name: 'Clear all' }).click()
    await expect(page.getByRole('group', { name: /^TRAIL-/ })).toHaveCount(3)
    // Nothing of it is stored for the next visit.
    await page.goto(`${ada.list}?layout=spreadsheet`)
    await expect(page.locator('[role=gridcell][data-col="0"]')).toHaveCount(3)
  })

  await test.step('as groups and order, and moved between groups', async () => {
    await page.goto(`${ada.list}?layout=kanban`)
    await page.getByRole('button', { name: 'Display' }).click()
    await choose(page, 'Group by', 'Severity')
    await choose(page, 'Order by', 'Distance')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Display' })).toHaveCount(0)
    const column = (name: string) => page.getByRole('region', { name, exact: true })
    await expect(column('Minor').getByRole('article', { name: /Tiles stop/ })).toBeVisible()
    await expect(column('No Severity').getByRole('article', { name: /Plain task/ })).toBeVisible()
    await column('Minor')
      .getByRole('article', { name: /Tiles stop/ })
      .focus()
    await page.keyboard.press('Alt+ArrowLeft')
    await expect(column('Major').getByRole('article')).toHaveCount(2)
    await expect.poll(() => valuesOf(ada, 'Tiles stop')).toMatchObject({ [severity]: [major] })
    await expect(column('Major').getByRole('article').first()).toHaveAccessibleName(
      /Contours flicker/,
    )
    await expectAccessible(page)
  })

  await test.step('of several at once', async () => {
    await page.goto(`${ada.list}?layout=list`)
    for (const name of ['Tiles stop', 'Contours flicker']) {
      await row(page, name).hover()
      await row(page, name).getByRole('checkbox').check()
    }
    await bar.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Severity' }).click()
    await page.getByRole('option', { name: 'Critical' }).click()
    for (const name of ['Tiles stop', 'Contours flicker']) {
      await expect.poll(() => valuesOf(ada, name)).toMatchObject({ [severity]: [critical] })
    }
    await bar.getByRole('button', { name: 'Clear selection' }).click()
  })

  await test.step('of a copy', async () => {
    await row(page, 'Tiles stop').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Make a copy' }).click()
    const dialog = dialogOf(page)
    await expect(dialog.getByRole('button', { name: 'Severity: Critical' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Create work item', exact: true }).click()
    await expect
      .poll(() => valuesOf(ada, 'Tiles stop (copy)'))
      .toEqual({ [severity]: [critical], [distance]: 12.5 })
  })

  await test.step('of a copy in another project, if that uses the type', async () => {
    const make = (name: string, identifier: string, body: object) =>
      call(context.request, projectsApi.create, {
        params: { slug },
        body: { name, identifier, ...body },
      })
    const huts = await make('Huts', 'HUT', { is_issue_type_enabled: true })
    await make('Lakes', 'LAKE', {})
    await page.goto(`${ada.list}?layout=list`)
    await row(page, 'Tiles stop').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Make a copy' }).click()
    const dialog = dialogOf(page)
    await expect(dialog.getByRole('button', { name: 'Severity: Critical' })).toBeVisible()
    const goTo = async (name: string) => {
      await dialog.getByRole('button', { name: 'Project' }).click()
      await page.getByRole('option', { name }).click()
    }
    await goTo('Huts')
    await expect(dialog.getByRole('button', { name: 'Type: Bug' })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Severity: Critical' })).toBeVisible()
    await expect(dialog.getByText('Not available in')).toBeHidden()
    await dialog.getByRole('button', { name: 'Create work item', exact: true }).click()
    await expect
      .poll(async () => {
        const params = { slug, project_id: huts.id }
        const { results } = await call(context.request, workItemListsApi.project, { params })
        return (results as { property_values: object }[]).map((item) => item.property_values)
      })
      .toEqual([{ [severity]: [critical], [distance]: 12.5 }])
    await row(page, 'Tiles stop').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Make a copy' }).click()
    await expect(dialog.getByRole('button', { name: 'Severity: Critical' })).toBeVisible()
    await goTo('Lakes')
    await expect(dialog.getByText('Not available in Lakes: Severity and Distance')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Severity' })).toHaveCount(0)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Discard' }).click()
  })

  await test.step('of drafts, which are filtered by them', async () => {
    const add = (name: string, values: object) =>
      call(context.request, draftsApi.create, {
        params: { slug },
        body: { name, project_id: ada.project_id, type_id: bug, property_values: values as never },
      })
    await add('Minor draft', { [severity]: [minor] })
    await add('Major draft', { [severity]: [major], [distance]: 3 })
    await page.goto(`/${slug}/drafts/?layout=list`)
    const drafts = page.getByRole('group', { name: /draft$/ })
    await expect(drafts).toHaveCount(2)
    await page.getByRole('button', { name: /^Filters/ }).click()
    const filters = page.getByRole('dialog', { name: 'Filters' })
    await filters
      .getByRole('group', { name: /^Severity/ })
      .getByRole('checkbox', { name: 'Major' })
      .check()
    await expect(drafts).toHaveCount(1)
    await expect(page.getByRole('group', { name: /Major draft$/ })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('on the web, where a published view displays them', async () => {
    const view = await call(context.request, viewsApi.create, {
      params: at(ada),
      body: {
        name: 'Far away',
        filters: { [`property_number_${distance}`]: ['10..'] },
        display_properties: { own: [severity, distance] },
      },
    })
    const { anchor } = await call(context.request, viewPublicationsApi.publish, {
      params: { ...at(ada), id: view.id },
      body: {},
    })
    await page.goto(`/spaces/views/${anchor}`)
    await expect(page.getByRole('link', { name: 'Contours flicker' })).toHaveCount(0)
    await expect(page.getByRole('img', { name: 'Severity: Critical' }).first()).toBeVisible()
    await expect(page.getByRole('img', { name: 'Distance: 12.5\u00a0km' }).first()).toBeVisible()
    await page.getByRole('link', { name: 'Tiles stop', exact: true }).click()
    const peek = page.getByRole('region', { name: 'TRAIL-2' })
    await expect(peek.getByRole('term').filter({ hasText: 'Distance' })).toBeVisible()
    await expect(peek.getByText('12.5\u00a0km')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('in exports', async () => {
    await page.goto(`/${slug}/settings/exports/`)
    await page.getByLabel('Projects').click()
    await page.getByRole('option', { name: /Trail Maps/ }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const done = page.getByRole('region', { name: 'Previous exports' }).getByRole('row').nth(1)
    const download = page.waitForEvent('download')
    await done.getByRole('link', { name: 'Download' }).click()
    const text = textIn(await readFile(await (await download).path()))
    const [head = '', ...lines] = text.split('\r\n')
    const cellsOf = (line = '') => line.slice(1, -1).split('","')
    const places = ['Severity', 'Distance'].map((name) => cellsOf(head).indexOf(name))
    const copied = cellsOf(lines.find((line) => line.includes('Tiles stop (copy)')))
    expect(places.map((n) => copied[n])).toEqual(['Critical', '12.5'])
  })

  await test.step('from imports', async () => {
    await page.goto(`/${slug}/settings/imports/`)
    const file = page.getByLabel('File', { exact: true })
    await page.getByRole('combobox', { name: 'Project' }).click()
    await page.getByRole('option', { name: 'Trail Maps' }).click()
    const text = 'Title,Type,Severity,Distance\nImported bug,Bug,Major,7\nWrong bug,Bug,Huge,7\n'
    const buffer = Buffer.from(text)
    await file.setInputFiles({ name: 'bugs.csv', mimeType: 'text/csv', buffer })
    await expect(page.getByRole('combobox', { name: 'Severity is' })).toHaveText('Severity')
    await page.getByRole('button', { name: 'Check' }).click()
    await expect(page.getByRole('row', { name: '3 Severity “Huge” is not' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Import 1 work item' }).click()
    await expect
      .poll(() => valuesOf(ada, 'Imported bug'))
      .toEqual({ [severity]: [major], [distance]: 7 })
  })
  await hook.close()
})

// @cap:properties.required
test('a required property is asked for, and nothing is created without it', async ({ ada }) => {
  const { page, slug, context } = ada
  const { bug, severity, major } = await withProperties(ada, { is_required: true })
  await page.goto(ada.list)
  await page.getByRole('button', { name: 'New work item' }).first().click()
  const dialog = dialogOf(page)
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Tiles stop')
  await dialog.getByRole('button', { name: 'Type: Task' }).click()
  await page.getByRole('option', { name: 'Bug' }).click()
  await dialog.getByRole('button', { name: 'Create work item' }).click()
  await expect(dialog.getByText('This property is required.')).toBeVisible()
  await expectAccessible(page)
  expect(await itemsOf(ada)).toEqual([])
  await dialog.getByRole('button', { name: 'Severity: None' }).click()
  await page.getByRole('option', { name: 'Major' }).click()
  await dialog.getByRole('button', { name: 'Create work item' }).click()
  await expect.poll(() => valuesOf(ada, 'Tiles stop')).toEqual({ [severity]: [major] })

  await test.step('the server refuses it, in the app and for programs', async () => {
    const body = { name: 'Without', type_id: bug }
    const address = `/api/workspaces/${slug}/projects/${ada.project_id}/issues/`
    const refused = await context.request.post(address, { data: body })
    const missing = { property_values: { [severity]: ['This field is required.'] } }
    expect([refused.status(), await refused.json()]).toEqual([400, missing])
    const made = await context.request.post('/api/users/api-tokens/', { data: { label: 'script' } })
    const { token } = await made.json()
    const program = await context.request.post(
      `/api/v1/workspaces/${slug}/projects/${ada.project_id}/work-items/`,
      { data: body, headers: { 'x-api-key': token } },
    )
    expect([program.status(), await program.json()]).toEqual([400, missing])
    const [item] = await itemsOf(ada)
    const cleared = await context.request.patch(`${address}${item?.id}/`, {
      data: { property_values: { [severity]: null } },
    })
    expect([cleared.status(), await cleared.json()]).toEqual([400, missing])
    expect(await itemsOf(ada)).toHaveLength(1)
    const params = { ...at(ada), id: item?.id ?? '' }
    const { property_values } = await call(context.request, workItemsApi.get, { params })
    expect(property_values).toEqual({ [severity]: [major] })
  })
})
