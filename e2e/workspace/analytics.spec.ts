import {
  cyclesApi,
  epicsApi,
  GUEST,
  modulesApi,
  projectsApi,
  statesApi,
  workItemsApi,
} from '@cairn/contract'
import type { Download, Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInThemes } from '../kit/accessibility.ts'
import { followNumber, removeOtherProjects } from '../kit/counted-items.ts'
import { ageItem, recordStates } from '../kit/long-ago.ts'
import { call, dialogOf, expect, test, type Visitor } from '../kit/visitors.ts'

const card = (page: Page, name: string) =>
  page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) })
const total = (page: Page, name: string, count: number) =>
  expect(card(page, name).locator('dd > :first-child')).toHaveText(String(count))

const rowsOf = async (page: Page, table: RegExp) => {
  const rows = page.getByRole('region', { name: table }).getByRole('row')
  return (await rows.allInnerTexts()).map((row) => row.split(/\s*\t\s*/).join('|'))
}

async function contentOf(download: Download) {
  const parts = await (await download.createReadStream()).toArray()
  return Buffer.concat(parts as Buffer[]).toString()
}

async function stateOf({ context, slug, project_id }: Visitor, wanted: string) {
  const states = await call(context.request, statesApi.list, { params: { slug, project_id } })
  return states.find(({ group }) => group === wanted)?.id ?? ''
}

const choose = async (page: Page, select: string, option: string) => {
  await page.getByRole('combobox', { name: select }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

// @cap:analytics.overview
// @cap:analytics.work-items
// @cap:analytics.duration-and-projects
// @cap:analytics.custom-chart
// @cap:analytics.csv
test('numbers of the chosen projects and days, a chart of one’s own, and its table as a file', async ({
  ada,
}) => {
  const { page, slug, context } = ada
  const completed = await stateOf(ada, 'completed')
  await ada.addItem('Contour lines', { priority: 'high', state_id: completed })
  await ada.addItem('Tiles', { priority: 'high' })
  await ada.addItem('Legend', { priority: 'low' })
  // Every workspace starts with a starter project.
  const starters = await call(context.request, projectsApi.listLite, { params: { slug } })
  for (const { id } of starters.filter((one) => one.id !== ada.project_id)) {
    await call(context.request, projectsApi.remove, { params: { slug, project_id: id } })
  }
  const huts = await call(context.request, projectsApi.create, {
    params: { slug },
    body: { name: 'Mountain Huts', identifier: 'HUTS' },
  })
  await call(context.request, workItemsApi.create, {
    params: { slug, project_id: huts.id },
    body: { name: 'Roof' },
  })
  await call(context.request, cyclesApi.create, {
    params: { slug, project_id: huts.id },
    body: { name: 'Spring' },
  })

  await page.goto(`/${slug}/`)
  await page.getByRole('button', { name: 'More' }).click()
  await page
    .getByRole('region', { name: 'More' })
    .getByRole('link', { name: 'Analytics', exact: true })
    .click()
  await expect(page).toHaveURL(new RegExp(`/${slug}/analytics/overview/$`))
  await expect(page).toHaveTitle('Acme - Analytics')
  for (const [name, count] of [
    ...([
      ['users', 1],
      ['admins', 1],
      ['members', 0],
      ['guests', 0],
    ] as const),
    ...([
      ['projects', 2],
      ['work items', 4],
      ['cycles', 1],
      ['intake', 0],
    ] as const),
  ]) {
    await total(page, `Total ${name}`, count)
  }
  const kinds = page.getByRole('table', { name: 'Share of new items' })
  await expect(kinds.getByRole('row', { name: 'Work items 4 4' })).toBeVisible()
  const flowHeads = 'Project|Created|Completed|Open|Overdue|Done|Completed over time'
  await expect
    .poll(async () => (await rowsOf(page, /2 projects/)).toSorted())
    .toEqual(['Mountain Huts|1|0|1|0|0%|', flowHeads, 'Trail Maps|3|1|2|0|33%|'])
  await expectAccessibleInThemes(page)

  await page.getByRole('button', { name: 'Projects: All projects' }).click()
  await page.getByPlaceholder('Search projects').fill('trail')
  await page.getByRole('option', { name: /Trail Maps/ }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Projects: Trail Maps' })).toBeVisible()
  await total(page, 'Total projects', 1)
  await total(page, 'Total work items', 3)
  await total(page, 'Total cycles', 0)
  await expect(kinds.getByRole('row', { name: 'Work items 3 3' })).toBeVisible()
  await expect.poll(async () => (await rowsOf(page, /1 project/)).length).toBe(2)

  await page.getByRole('tab', { name: 'Work items' }).click()
  await expect(page).toHaveURL(new RegExp(`/${slug}/analytics/work-items/$`))
  await total(page, 'Total work items', 3)
  await total(page, 'Completed work items', 1)
  await total(page, 'Backlog work items', 2)
  await total(page, 'Started work items', 0)
  await total(page, 'Unstarted work items', 0)
  const course = page.getByRole('list', { name: 'Created and completed' }).getByRole('link')
  await expect(course.nth(-2)).toHaveText(/: 3 created$/)
  await expect(course.last()).toHaveText(/: 1 completed$/)
  await expectAccessible(page)

  await expect
    .poll(() => rowsOf(page, /rows by Priority/))
    .toEqual(['Priority|Count', 'High|2', 'Low|1'])
  await choose(page, 'Group by', 'Status type')
  const grouped = ['Priority|Count|Backlog|Completed', 'High|2|1|1', 'Low|1|1|0']
  await expect.poll(() => rowsOf(page, /rows by Priority/)).toEqual(grouped)
  // The same property is never offered twice.
  await page.getByRole('combobox', { name: 'X-axis' }).click()
  await expect(page.getByRole('option', { name: 'State' })).toBeVisible()
  await expect(page.getByRole('option', { name: 'Status type' })).toBeHidden()
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Group by' }).click()
  await expect(page.getByRole('option', { name: 'Label' })).toBeVisible()
  await expect(page.getByRole('option', { name: 'Priority' })).toBeHidden()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Search Priority' }).click()
  await page.getByRole('searchbox', { name: 'Search Priority' }).fill('hi')
  await expect.poll(() => rowsOf(page, /1 row by Priority/)).toEqual([grouped[0], grouped[1]])
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).first().click()
  const file = await download
  expect(file.suggestedFilename()).toBe(`${slug}-analytics.csv`)
  expect(await contentOf(file)).toBe(
    '"Priority","Count","Backlog","Completed"\r\n"High","2","1","1"',
  )

  const heads = 'Project|Backlog|Started|Unstarted|Completed|Canceled'
  await expect.poll(() => rowsOf(page, /1 project/)).toEqual([heads, 'Trail Maps|2|0|0|1|0'])
  await page.getByRole('button', { name: 'Projects: Trail Maps' }).click()
  await page.getByRole('option', { name: /Trail Maps/ }).click()
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await rowsOf(page, /2 projects/)).length).toBe(3)
  await page.getByRole('button', { name: 'Search Project' }).click()
  await page.getByRole('searchbox', { name: 'Search Project' }).fill('huts')
  await expect.poll(() => rowsOf(page, /1 project/)).toEqual([heads, 'Mountain Huts|1|0|0|0|0'])

  await page.getByRole('radio', { name: 'Yesterday' }).check()
  await total(page, 'Total work items', 0)
  const insights = page.getByRole('region', { name: 'Custom chart' })
  await expect(insights.getByText('No data yet')).toBeVisible()
  await page.getByRole('tab', { name: 'Overview' }).click()
  await total(page, 'Created', 0)
  await total(page, 'Total users', 1)
  await expect(card(page, 'Total users')).toContainText('0 new, 0 before')
  await expect(card(page, 'Total projects')).toContainText('0 new, 0 before')
  await expect(page.getByText('No data yet')).toHaveCount(2)
})

test('percentages, steps and links say what is true', async ({ ada }) => {
  const { page, slug } = ada
  await removeOtherProjects(ada)
  const completed = await stateOf(ada, 'completed')
  const late = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  for (const [name, age, more] of [
    ['Today, done', { created: 0, completed: 0 }, { state_id: completed }],
    ['Today, open', { created: 0 }, { priority: 'high' }],
    ['Five days, done', { created: 5, completed: 2 }, { state_id: completed }],
    ['Ten days, late', { created: 10 }, { target_date: late, priority: 'high' }],
    ['Twenty days', { created: 20 }, {}],
    ['Forty days', { created: 40 }, {}],
    ['Forty days more', { created: 40 }, {}],
    ['Before, done', { created: 45, completed: 44 }, { state_id: completed }],
  ] as const) {
    await ageItem((await ada.addItem(name, more)).id, age)
  }
  await page.goto(`/${slug}/analytics/overview/`)
  const link = (name: string) => card(page, name).getByRole('link')

  // @cap:analytics.true-numbers
  await test.step('analytics says true numbers', async () => {
    await test.step('percentages compare with as many days before', async () => {
      await total(page, 'Created', 5)
      await expect(card(page, 'Created')).toContainText('+2 (+67%) vs. previous 31 days')
      await expect(card(page, 'Completed')).toContainText('+1 (+100%) vs. previous 31 days')
      await page.getByRole('radio', { name: '7 days' }).check()
      await expect(card(page, 'Created')).toContainText('+2 (+200%) vs. previous 8 days')
      await expect(card(page, 'Completed')).toContainText('+2 vs. previous 8 days')
      await page.getByRole('radio', { name: '6 months' }).check()
      await expect(card(page, 'Created')).toContainText('+8 vs. previous 182 days')
    })

    await test.step('steps fit the period', async () => {
      const course = page.getByRole('list', { name: 'Created and completed' }).getByRole('link')
      for (const [period, steps, unit] of [
        ['7 days', 8, 'work items per day'],
        ['3 months', 13, 'work items per week'],
        ['1 year', 12, 'work items per month'],
        ['30 days', 31, 'work items per day'],
      ] as const) {
        await page.getByRole('radio', { name: period }).check()
        await expect(page.getByText(unit)).toBeVisible()
        await expect(course).toHaveCount(2 * steps)
      }
    })

    await test.step('every number of the overview opens what it counts', async () => {
      for (const [name, count, item] of [
        ['Created', 5, 'Twenty days'],
        ['Completed', 2, 'Five days, done'],
        ['Open', 5, 'Forty days more'],
        ['Overdue', 1, 'Ten days, late'],
        ['Total work items', 8, 'Before, done'],
      ] as const) {
        await total(page, name, count)
        const opened = await followNumber(page, link(name))
        expect(opened.count).toBe(count)
        expect(opened.names).toContain(item)
      }
      const step = page
        .getByRole('list', { name: 'Throughput' })
        .getByRole('link', { name: /1 completed/ })
        .first()
      await step.press('Enter')
      await expect(page).toHaveURL(/all-issues/)
      await expect(page.locator('main [data-item]')).toHaveCount(1)
      await expect(page.locator('main [data-item]')).toContainText('Five days, done')
      await page.goBack()
      const row = page.getByRole('region', { name: '1 project' }).getByRole('row').last()
      for (const column of [0, 1, 2, 3]) {
        await followNumber(page, row.getByRole('link').nth(column))
      }
    })

    await test.step('and so does every number about items', async () => {
      await page.getByRole('tab', { name: 'Work items' }).click()
      for (const [name, count] of [
        ['Total work items', 5],
        ['Completed work items', 2],
        ['Backlog work items', 3],
        ['Canceled work items', 0],
      ] as const) {
        await total(page, name, count)
        await followNumber(page, link(name))
      }
      await choose(page, 'Group by', 'Status type')
      await expect
        .poll(() => rowsOf(page, /rows by Priority/))
        .toEqual(['Priority|Count|Backlog|Completed', 'High|2|2|0', 'No priority|3|1|2'])
      const insights = page.getByRole('region', { name: /rows by Priority/ }).getByRole('link')
      await followNumber(page, insights.nth(1))
      await expect
        .poll(() => rowsOf(page, /1 project/))
        .toEqual(['Project|Backlog|Started|Unstarted|Completed|Canceled', 'Trail Maps|3|0|0|2|0'])
      const states = page.getByRole('region', { name: '1 project' }).getByRole('link')
      await followNumber(page, states.first())
    })
  })
})

// @cap:analytics.peek
// @cap:workspaces.sidebar-state-persists
test('the lists of a project, its epics, a cycle and a module open their own numbers', async ({
  ada,
}) => {
  const { page, slug, project_id, context } = ada
  const params = { slug, project_id }
  const { request } = context
  await call(request, projectsApi.change, { params, body: { is_epic_enabled: true } })
  await call(request, epicsApi.create, { params, body: { name: 'Maps for all' } })
  const item = await ada.addItem('Contour lines')
  await ada.addItem('Tiles')
  const issues = [item.id]
  const cycle = await call(request, cyclesApi.create, { params, body: { name: 'Spring' } })
  const module = await call(request, modulesApi.create, { params, body: { name: 'Paper' } })
  const into = { body: { issues } }
  await call(request, cyclesApi.addItems, { params: { ...params, id: cycle.id }, ...into })
  await call(request, modulesApi.addItems, { params: { ...params, id: module.id }, ...into })

  const panel = dialogOf(page)
  const base = `/${slug}/projects/${project_id}`
  for (const [path, title, name, count] of [
    [`${base}/epics/`, 'Analytics for Trail Maps', 'Total epics', 1],
    [`${base}/cycles/${cycle.id}/`, 'Analytics for Trail Maps in Spring', 'Total work items', 1],
    [`${base}/modules/${module.id}/`, 'Analytics for Trail Maps in Paper', 'Total work items', 1],
    [`${base}/issues/`, 'Analytics for Trail Maps', 'Total work items', 2],
  ] as const) {
    await page.goto(path)
    await page.getByRole('button', { name: 'Analytics', exact: true }).click()
    await expect(panel.getByRole('heading', { name: title, exact: true })).toBeVisible()
    await total(page, name, count)
    await expect
      .poll(() => rowsOf(page, /1 assignee/))
      .toEqual([
        'Assignee|Backlog|Started|Unstarted|Completed|Canceled',
        `Unassigned|${count}|0|0|0|0`,
      ])
    if (path.endsWith('/issues/')) continue
    await page.getByRole('button', { name: 'Close analytics' }).click()
    await expect(panel).toBeHidden()
  }
  await expectAccessible(page)

  // Numbers in analytics of a list open its items, those of epics open epics.
  expect((await followNumber(page, card(page, 'Total work items').getByRole('link'))).count).toBe(2)
  await page.goto(`${base}/epics/`)
  await page.getByRole('button', { name: 'Analytics', exact: true }).click()
  await card(page, 'Backlog epics').getByRole('link').click()
  await expect(page).toHaveURL(/\/epics\/\?.*state_group=backlog/)
  await expect(panel).toBeHidden()
  await expect(page.locator('main [data-item]')).toHaveCount(1)
  await page.goto(`${base}/issues/`)
  await page.getByRole('button', { name: 'Analytics', exact: true }).click()

  const width = async () => (await panel.boundingBox())?.width
  await expect.poll(width).toBe(720)
  await page.getByRole('button', { name: 'Full width' }).click()
  await expect.poll(width).toBe(1440)
  // Open state and width survive a reload.
  await page.reload()
  await total(page, 'Total work items', 2)
  await expect.poll(width).toBe(1440)
  await page.getByRole('button', { name: 'Half width' }).click()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await page.reload()
  await expect(page.getByRole('link', { name: /Tiles/ }).first()).toBeVisible()
  await expect(panel).toBeHidden()
})

// @cap:flow.charts
test('charts of the history: how long work takes, where it waits, and the items of each point', async ({
  ada,
}) => {
  const { page, slug } = ada
  await removeOtherProjects(ada)
  const [backlog, started, completed] = await Promise.all(
    ['backlog', 'started', 'completed'].map((group) => stateOf(ada, group)),
  )
  const make = async (name: string, days: readonly number[]) => {
    const path = [backlog ?? '', started ?? '', completed ?? ''].slice(0, days.length)
    const { id } = await ada.addItem(name, { state_id: path.at(-1) })
    await recordStates(
      id,
      path.map((state, index) => [state, days[index] ?? 0]),
    )
    await ageItem(id, {
      created: days[0] ?? 0,
      ...(days[2] !== undefined && { completed: days[2] }),
    })
  }
  await make('Quick', [10, 5, 3])
  await make('Slow', [20, 9, 3])
  await make('Open', [6, 2])

  await page.goto(`/${slug}/analytics/flow/`)
  const pointsOf = (chart: string) => page.getByRole('list', { name: chart }).getByRole('link')
  const spans = pointsOf('Cycle time and lead time')
  await expect(spans).toContainText([
    ...[/Cycle time 4 d, 2 work items/, /Lead time 12 d, 2 work items/],
    ...[/^4 d\s*Cycle time/, /^12 d\s*Lead time/],
  ])
  const flow = pointsOf('Cumulative flow')
  await expect(flow.last()).toHaveText(/0\s*Canceled/)
  await expect(flow.filter({ hasText: /^2\s*Completed$/ })).toBeVisible()
  await expect(flow.filter({ hasText: /^1\s*Started$/ })).toBeVisible()
  await expect(pointsOf('Time in state')).toContainText([/Backlog\s*5 d/, /Started\s*4 d/])
  await expect(pointsOf('Throughput').filter({ hasText: '2 completed' })).toHaveCount(1)
  await expectAccessibleInThemes(page)

  const heading = page.getByRole('main').getByRole('heading', { level: 2 })
  const rows = page.getByRole('main').getByRole('listitem').getByRole('link')
  const open = async (chart: string, point: RegExp, title: RegExp, names: RegExp[]) => {
    const link = pointsOf(chart).filter({ hasText: point }).last()
    await link.focus()
    await page.keyboard.press('Enter')
    await expect(heading.filter({ hasText: title })).toBeVisible()
    await expect(rows.filter({ hasText: /TRAIL/ })).toHaveText(names)
  }
  await open('Cycle time and lead time', /Cycle time/, /^Cycle time: /, [/Slow.*6 d/, /Quick.*2 d/])
  await expectAccessible(page)
  // The address says which items.
  await page.reload()
  await expect(rows.filter({ hasText: /TRAIL/ })).toHaveCount(2)
  await expect(rows.filter({ hasText: 'Slow' })).toHaveAttribute('href', /browse\/TRAIL-\d+\/$/)
  await page.goto(`/${slug}/analytics/flow/`)
  await open('Time in state', /Backlog/, /^Time in Backlog: /, [
    ...[/Slow.*11 d/, /Quick.*5 d/, /Open.*4 d/],
  ])
  await page.goBack()
  await open('Cumulative flow', /^1\s*Started$/, /^In Started on /, [/Open/])
  await page.goBack()

  // A project counts by its own states.
  await page.goto(ada.list)
  await page.getByRole('button', { name: 'Analytics', exact: true }).click()
  await expect(flow.filter({ hasText: /^2\s*Done$/ })).toBeVisible()
  await flow.filter({ hasText: /^2\s*Done$/ }).click()
  await expect(heading.filter({ hasText: /^In Done on / })).toBeVisible()
  await expect(rows.filter({ hasText: /TRAIL/ })).toHaveCount(2)
})

// @cap:analytics.roles
test('guests have no analytics, neither in the navigation nor by its address', async ({ ada }) => {
  const { page } = await ada.addColleague(GUEST, 'Gus')
  await page.goto(`/${ada.slug}/`)
  await page.getByRole('button', { name: 'More' }).click()
  const panel = page.getByRole('region', { name: 'More' })
  await expect(panel.getByRole('link', { name: 'Views' })).toBeVisible()
  await expect(panel.getByRole('link', { name: 'Analytics' })).toBeHidden()
  await page.goto(`/${ada.slug}/analytics/`)
  await expect(page).toHaveURL(/\/analytics\/overview\/$/)
  await expect(page.getByRole('heading', { level: 1, name: /don't have access/ })).toBeVisible()
})
