import {
  accountApi,
  type BuiltWidget,
  cyclesApi,
  dashboardsApi,
  firstWidgetQuery,
  GUEST,
  labelsApi,
  MEMBER,
  projectMembersApi,
  projectsApi,
  statesApi,
  workspacesApi,
} from '@cairn/contract'
import type { Page } from '@playwright/test'
import { expectAccessibleInThemes } from '../kit/accessibility.ts'
import { followNumber, removeOtherProjects } from '../kit/counted-items.ts'
import { drag, settledBox } from '../kit/drag.ts'
import { expectFits } from '../kit/fits.ts'
import { call, dialogOf, expect, test, type Visitor } from '../kit/visitors.ts'

const dayFromNow = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Items that differ in every grouping, one of them a child; some are in a running cycle. */
async function addWork(ada: Visitor) {
  const { context, slug, project_id, addItem } = ada
  await removeOtherProjects(ada)
  const params = { slug, project_id }
  await call(context.request, projectsApi.change, { params, body: { cycle_view: true } })
  const me = (await call(context.request, accountApi.me, {})).id
  const states = await call(context.request, statesApi.list, { params })
  const stateOf = (group: string) => states.find((state) => state.group === group)?.id
  const label = await call(context.request, labelsApi.create, { params, body: { name: 'trail' } })
  const parent = await addItem('Map the ridge', {
    ...{ priority: 'urgent', assignee_ids: [me], label_ids: [label.id] },
  })
  const items = [
    parent,
    await addItem('Draw the contour lines', { parent_id: parent.id, priority: 'high' }),
    await addItem('Order new markers', { priority: 'high', state_id: stateOf('started') }),
    await addItem('Paint the summit sign', {
      ...{ priority: 'low', assignee_ids: [me], state_id: stateOf('completed') },
    }),
    await addItem('Check the huts', { label_ids: [label.id], state_id: stateOf('unstarted') }),
  ]
  const dates = { start_date: dayFromNow(-2), end_date: dayFromNow(9) }
  const cycle = await call(context.request, cyclesApi.create, {
    ...{ params, body: { name: 'Cycle 24', ...dates } },
  })
  await call(context.request, cyclesApi.addItems, {
    params: { ...params, id: cycle.id },
    body: { issues: items.slice(0, 4).map(({ id }) => id) },
  })
  return { me, cycle }
}

const widget = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const order = (page: Page) => page.getByRole('list', { name: 'Widgets' }).getByRole('heading')
const panel = (page: Page) => page.getByRole('complementary', { name: /^Settings for / })

async function choose(page: Page, field: string, value: string) {
  await panel(page).getByRole('combobox', { name: field, exact: true }).click()
  await page.getByRole('option', { name: value, exact: true }).click()
}

test('a dashboard is built, arranged by mouse and keyboard, and found again as it was @cap:dashboards.build', async ({
  ada,
}) => {
  const { page, slug, context } = ada
  await addWork(ada)
  const other = await ada.secondBrowser()
  const create = async (name: string, about?: string, access?: string) => {
    await page.goto(`/${slug}/dashboards/`)
    await page.getByRole('button', { name: 'New dashboard' }).click()
    const dialog = dialogOf(page)
    await dialog.getByLabel('Name').fill(name)
    if (about) {
      await dialog.getByRole('combobox', { name: 'About' }).click()
      await page.getByRole('option', { name: about }).click()
    }
    if (access) await dialog.getByRole('radio', { name: access }).check()
    await dialog.getByRole('button', { name: 'Create dashboard' }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  }
  const stored = async () => {
    const id = page.url().match(/dashboards\/([^/]+)/)?.[1] ?? ''
    const rows = await call(context.request, dashboardsApi.widgets, { params: { slug, id } })
    return rows.map(({ title, kind, width, height }) => `${title || kind} ${width}x${height}`)
  }

  await test.step('for the workspace or a project, private or shared', async () => {
    await create('Mine alone')
    await expect(page.getByText('Acme · only visible to you')).toBeVisible()
    await create('Trail health', 'Trail Maps', 'Shared')
    await expect(page.getByText('Shared with everyone in Trail Maps')).toBeVisible()
    await create('Release 4.2 health', undefined, 'Shared')
    await expect(page.getByText('Shared with everyone in Acme')).toBeVisible()
  })

  await test.step('with widgets of every kind', async () => {
    const kinds = ['Number', 'Bars', 'Line', 'Donut', 'Table', 'List', 'Burn-down']
    for (const kind of kinds) {
      await page.getByRole('button', { name: 'Add widget' }).click()
      await page.getByRole('menuitem', { name: kind }).click()
      await panel(page).getByLabel('Title').fill(`${kind} of work`)
      await expect(widget(page, `${kind} of work`)).toBeVisible()
    }
    await choose(page, 'Cycle', 'Cycle 24')
    await expect(widget(page, 'Burn-down of work').getByText('3 left')).toBeVisible()
    await expect(widget(page, 'Number of work').getByRole('link')).toHaveText('5')
    await expect(widget(page, 'List of work').getByRole('listitem')).toHaveCount(5)
    await expect(widget(page, 'Donut of work').getByRole('link')).toHaveText([
      ...[/^Backlog2$/, /^Todo1$|^Unstarted1$/, /1$/, /1$/],
    ])
    await expect
      .poll(stored)
      .toEqual([
        ...['Number of work 3x1', 'Bars of work 6x3', 'Line of work 6x3', 'Donut of work 6x3'],
        ...['Table of work 12x3', 'List of work 8x3', 'Burn-down of work 6x3'],
      ])
    await expectAccessibleInThemes(page)
  })

  await test.step('moved and resized by keyboard, and said so', async () => {
    const number = widget(page, 'Number of work')
    await number.focus()
    await page.keyboard.press('ArrowRight')
    await expect(order(page).first()).toHaveText('Bars of work')
    await expect(page.getByRole('status').filter({ hasText: 'position 2 of 7' })).toBeAttached()
    await expect(number).toBeFocused()
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Shift+ArrowDown')
    await expect(
      page.getByRole('status').filter({ hasText: '4 columns wide and 2 high' }),
    ).toBeAttached()
    await page.keyboard.press('ArrowDown')
    await expect
      .poll(stored)
      .toEqual([
        ...['Bars of work 6x3', 'Line of work 6x3', 'Number of work 4x2', 'Donut of work 6x3'],
        ...['Table of work 12x3', 'List of work 8x3', 'Burn-down of work 6x3'],
      ])
  })

  await test.step('moved and resized by mouse', async () => {
    await panel(page).getByRole('button', { name: 'Close settings' }).click()
    const grip = widget(page, 'Line of work').getByRole('button', { name: 'Move Line of work' })
    await drag(grip, widget(page, 'Bars of work'), { x: 8, y: 60 })
    await expect(order(page).first()).toHaveText('Line of work')
    await widget(page, 'Line of work').getByRole('heading').click()
    const handle = page.locator('[data-resize=both]')
    await expect(panel(page)).toBeVisible()
    const box = await settledBox(handle)
    const column = (await page.getByRole('list', { name: 'Widgets' }).boundingBox())?.width ?? 0
    await page.mouse.move((box?.x ?? 0) + 5, (box?.y ?? 0) + 5)
    await page.mouse.down()
    await page.mouse.move((box?.x ?? 0) + column / 6, (box?.y ?? 0) + 100, { steps: 4 })
    await page.mouse.up()
    await expect
      .poll(stored)
      .toEqual([
        ...['Line of work 8x4', 'Bars of work 6x3', 'Number of work 4x2', 'Donut of work 6x3'],
        ...['Table of work 12x3', 'List of work 8x3', 'Burn-down of work 6x3'],
      ])
  })

  await test.step('duplicated and deleted', async () => {
    await panel(page).getByRole('button', { name: 'Duplicate' }).click()
    await expect(order(page)).toHaveCount(8)
    await panel(page).getByRole('button', { name: 'Delete widget' }).click()
    await expect(order(page)).toHaveCount(7)
    await page.getByRole('button', { name: 'Done' }).click()
  })

  await test.step('and found as it was after a reload, and by others as it happens', async () => {
    const names = [
      ...['Line of work', 'Bars of work', 'Number of work', 'Donut of work'],
      ...['Table of work', 'List of work', 'Burn-down of work'],
    ]
    await expect.poll(async () => (await stored()).length).toBe(7)
    await page.reload()
    await expect(order(page)).toHaveText(names)
    const cell = page.locator('[data-widget]', { has: widget(page, 'Line of work') })
    await expect(cell).toHaveCSS('grid-column-start', 'span 8')
    await expect(cell).toHaveCSS('grid-row-start', 'span 4')
    await other.goto(page.url())
    await expect(order(other)).toHaveText(names)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await widget(page, 'Burn-down of work').focus()
    await page.keyboard.press('ArrowLeft')
    await expect(order(other)).toHaveText([
      ...[...names.slice(0, 5), 'Burn-down of work', 'List of work'],
    ])
    await page.setViewportSize({ width: 390, height: 800 })
    await expect(widget(page, 'Number of work')).toBeVisible()
    await expectFits(page, 'dashboard')
  })
})

test('a widget is asked as a list is, and every number opens what it counts @cap:dashboards.widget-query', async ({
  ada,
}) => {
  const { page, slug, context } = ada
  const { cycle } = await addWork(ada)
  const { id } = await call(context.request, dashboardsApi.create, {
    params: { slug },
    body: { name: 'Release 4.2 health' },
  })
  const add = (title: string, kind: BuiltWidget['kind'], query = {}) =>
    call(context.request, dashboardsApi.createWidget, {
      params: { slug, id },
      body: { kind, title, query: { ...firstWidgetQuery, ...query } },
    })
  await add('Open', 'bar')

  await test.step('its filter, measure and grouping are set as in a list', async () => {
    await page.goto(`/${slug}/dashboards/${id}/`)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await widget(page, 'Open').getByRole('heading').click()
    await panel(page)
      .getByRole('button', { name: /^Filters/ })
      .click()
    const filters = page.getByRole('dialog', { name: 'Filters' })
    await filters.getByRole('checkbox', { name: 'High' }).check()
    await filters.getByRole('checkbox', { name: 'Urgent' }).check()
    await page.keyboard.press('Escape')
    await choose(page, 'Group by', 'Priority')
    await expect(widget(page, 'Open').getByRole('link')).toHaveText(['Urgent1', 'High2'])
    await choose(page, 'Measure', 'Estimate points')
    await expect(widget(page, 'Open').getByText('No matches')).toBeVisible()
    await choose(page, 'Measure', 'Work items')
    await choose(page, 'Group by', 'Assignee')
    await expect(widget(page, 'Open').getByRole('link')).toHaveText([/No assignee2$/, /1$/])
    await page.reload()
    await expect(widget(page, 'Open').getByRole('link')).toHaveText([/No assignee2$/, /1$/])
  })

  await test.step('every bar, slice, cell, point and number opens exactly its items', async () => {
    await add('Everything', 'number')
    await add('By state', 'donut', { group_by: 'state_id' })
    await add('By label', 'bar', { group_by: 'labels__id' })
    await add('By cycle', 'bar', { group_by: 'cycle_id' })
    await add('Matrix', 'table', { group_by: 'assignees__id', sub_group_by: 'priority' })
    await add('Course', 'line', { interval: 'day', periods: 2 })
    await add('Burn-down', 'burndown', { cycle_id: cycle.id })
    await add('Urgent ones', 'list', { filters: { priority: ['urgent', 'high'] } })
    await page.reload()
    const counts: Record<string, number[]> = {}
    for (const name of ['Open', 'Everything', 'By state', 'By label', 'By cycle', 'Matrix']) {
      counts[name] = await followAll(page, name)
    }
    counts.Course = await followAll(page, 'Course')
    counts['Burn-down'] = await followAll(page, 'Burn-down')
    const listed = widget(page, 'Urgent ones').getByRole('link', { name: 'Show all 3' })
    expect((await followNumber(page, listed)).count).toBe(3)
    expect(counts).toEqual({
      Open: [2, 1],
      Everything: [5],
      'By state': expect.arrayContaining([2, 1, 1, 1]),
      'By label': [3, 2],
      'By cycle': [4, 1],
      Matrix: expect.arrayContaining([3, 2]),
      Course: [0, 0, 5, 1],
      'Burn-down': [3],
    })
  })

  await test.step('a slice of the ring itself does, too', async () => {
    const slice = widget(page, 'By state').locator('.recharts-pie-sector path').first()
    await slice.click({ position: { x: 4, y: 4 }, force: true })
    await expect(page).toHaveURL(/workspace-views\/all-issues\/.*state=/)
  })
})

/** The counts of all links of a widget, each followed to its list. */
async function followAll(page: Page, name: string) {
  const links = widget(page, name).getByRole('link')
  await expect(links.first()).toBeAttached()
  const count = await links.count()
  const counts: number[] = []
  for (let at = 0; at < count; at++) {
    await expect(links).toHaveCount(count)
    // Links for the keyboard only are followed by keyboard.
    const link = links.nth(at)
    const isHidden = await link.evaluate((element) => element.matches('.sr-only'))
    if (isHidden) counts.push(await followByKey(page, at, name))
    else counts.push((await followNumber(page, link)).count)
  }
  return counts
}

async function followByKey(page: Page, at: number, name: string) {
  const link = widget(page, name).getByRole('link').nth(at)
  const text = (await link.textContent()) ?? ''
  const count = Number(text.match(/\d+(?= (?:created|completed))/)?.[0])
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/workspace-views\/all-issues\//)
  await expect(page.locator('main [data-item]')).toHaveCount(count)
  await page.goBack()
  return count
}

test('a shared dashboard shows each reader only what they may see, a private one nobody else @cap:dashboards.rights', async ({
  ada,
}) => {
  const { page, slug, project_id, context } = ada
  await addWork(ada)
  const { id } = await call(context.request, dashboardsApi.create, {
    params: { slug },
    body: { name: 'For everybody', access: 1 },
  })
  await call(context.request, dashboardsApi.createWidget, {
    params: { slug, id },
    body: { kind: 'number', title: 'All work' },
  })
  const ofProject = await call(context.request, dashboardsApi.create, {
    params: { slug },
    body: { name: 'Trail only', access: 1, project: project_id },
  })
  const bob = await ada.addColleague(MEMBER, 'bob')
  const gus = await ada.addColleague(GUEST, 'gus')
  const address = `/${slug}/dashboards/${id}/`
  const total = (on: Page) => widget(on, 'All work').getByRole('link')
  const missing = (on: Page) => on.getByRole('heading', { name: "This dashboard doesn't exist" })

  await test.step('each reader counts their own', async () => {
    await Promise.all([page.goto(address), bob.page.goto(address), gus.page.goto(address)])
    await expect(total(page)).toHaveText('5')
    await expect(total(bob.page)).toHaveText('0')
    await expect(total(gus.page)).toHaveText('0')
    await expect(bob.page.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0)
    await bob.page.goto(`/${slug}/dashboards/${ofProject.id}/`)
    await expect(missing(bob.page)).toBeVisible()
  })

  await test.step('who joins a project sees what is in it, guests what they made', async () => {
    const people = await call(context.request, workspacesApi.members, { params: { slug } })
    const idOf = (name: string) =>
      people.find(({ member }) => member.display_name === name)?.member.id ?? ''
    await call(context.request, projectMembersApi.add, {
      params: { slug, project_id },
      body: {
        members: [
          { member_id: idOf('bob'), role: MEMBER },
          { member_id: idOf('gus'), role: GUEST },
        ],
      },
    })
    await Promise.all([bob.page.goto(address), gus.page.goto(address)])
    await expect(total(bob.page)).toHaveText('5')
    await expect(total(gus.page)).toHaveText('0')
  })

  await test.step('it follows what happens, and is gone when it is shared no longer', async () => {
    await ada.addItem('One more')
    await expect(total(bob.page)).toHaveText('6')
    await page.getByRole('button', { name: 'Actions for For everybody' }).click()
    await page.getByRole('menuitem', { name: 'Make private' }).click()
    await expect(missing(bob.page)).toBeVisible()
    await expect(missing(gus.page)).toBeVisible()
    await expect(page.getByText('only visible to you')).toBeVisible()
    await bob.page.goto(`/${slug}/dashboards/`)
    await expect(bob.page.getByRole('list', { name: 'Dashboards' })).toContainText('Trail only')
    await expect(bob.page.getByText('For everybody')).toHaveCount(0)
    const url = dashboardsApi.get.url.replace(':slug', slug).replace(':id', id)
    expect((await bob.context.request.get(url)).status()).toBe(404)
  })
})
