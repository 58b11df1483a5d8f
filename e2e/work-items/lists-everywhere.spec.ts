import {
  accountApi,
  type Draft,
  draftsApi,
  projectsApi,
  relationsApi,
  statesApi,
  teamspacesApi,
  teamViewsApi,
  workItemsApi,
  workspaceViewsApi,
} from '@cairn/contract'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../kit/accessibility.ts'
import { choose as chooseOption } from '../kit/choose.ts'
import { drag } from '../kit/drag.ts'
import { call, dialogOf, expect, test, type Visitor } from '../kit/visitors.ts'

const layouts = ['List', 'Board', 'Calendar', 'Table', 'Timeline'] as const
const today = new Date().toISOString().slice(0, 10)

async function setUp(ada: Visitor) {
  const { context, slug, project_id } = ada
  const { request } = context
  const { id: me } = await call(request, accountApi.me, {})
  const site = await call(request, projectsApi.create, {
    params: { slug },
    body: { name: 'Site', identifier: 'SITE' },
  })
  const dated = { start_date: today, target_date: today, assignee_ids: [me] }
  const first = await ada.addItem('Measure the path', { ...dated, priority: 'high' })
  const second = await call(request, workItemsApi.create, {
    params: { slug, project_id: site.id },
    body: { name: 'Print the sign', ...dated, priority: 'urgent' },
  })
  await call(request, relationsApi.create, {
    params: { slug, project_id, id: first.id },
    body: { relation_type: 'blocking', issues: [second.id] },
  })
  const params = { slug }
  const project_ids = [project_id, site.id]
  const { id: teamspace_id } = await call(request, teamspacesApi.create, {
    params,
    body: { name: 'Guides', project_ids, member_ids: [me] },
  })
  const display_filters = { layout: 'kanban', group_by: 'project' }
  const saved = await call(request, workspaceViewsApi.create, {
    params,
    body: { name: 'By project', display_filters },
  })
  const ofTeam = await call(request, teamViewsApi.create, {
    params: { slug, teamspace_id },
    body: { name: 'Of the team', display_filters },
  })
  for (const [name, priority] of [
    ['Ask the ranger', 'urgent'],
    ['Buy rope', 'low'],
  ] as const) {
    const body = { name, priority, project_id, target_date: today, start_date: today }
    await call(request, draftsApi.create, { params, body })
  }
  const team = `/${slug}/teamspaces/${teamspace_id}/`
  return {
    ...{ me, site, second },
    all: `/${slug}/workspace-views/all-issues/`,
    saved: `/${slug}/workspace-views/${saved.id}/`,
    across: [
      ...['all-issues', 'assigned', 'created'].map((view) => `/${slug}/workspace-views/${view}/`),
      ...[team, `${team}views/${ofTeam.id}/`],
      ...['assigned', 'created', 'subscribed'].map((tab) => `/${slug}/profile/${me}/${tab}/`),
    ],
    drafts: `/${slug}/drafts/`,
  }
}

const choose = (page: Page, layout: string) =>
  page.getByRole('group', { name: 'Layout' }).getByRole('radio', { name: layout }).click()

const main = (page: Page) => page.getByRole('main')
const column = (page: Page, name: string) =>
  main(page).getByRole('region', { name: new RegExp(`^${name}`) })
const card = (page: Page, name: string) => page.locator('[data-card]').filter({ hasText: name })

/** The options of the display panel under a heading. */
async function offered(page: Page, heading: string) {
  const select = page.getByRole('dialog').getByRole('combobox', { name: heading, exact: true })
  if ((await select.count()) === 0) return []
  await select.click()
  await expect(page.getByRole('option').first()).toBeVisible()
  const names = await page.getByRole('option').allTextContents()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('option')).toHaveCount(0)
  return names
}

async function offers(page: Page) {
  await page.getByRole('button', { name: 'Display' }).click()
  const panel = page.getByRole('dialog')
  await expect(panel.getByText(/^Properties/)).toBeVisible()
  const [groups, orders] = [await offered(page, 'Group by'), await offered(page, 'Order by')]
  const properties = await panel.locator('button[aria-pressed]').allTextContents()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  return { groups, orders, properties }
}

test('every list of items is a list, a board, a calendar, a table and a timeline @cap:lists.every-context-every-layout', async ({
  ada,
}) => {
  test.slow()
  const { page, context, slug } = ada
  const place = await setUp(ada)
  const { request } = context
  await page.goto(ada.list)
  await expect(page.getByText('Measure the path')).toBeVisible()
  const ofProject = await offers(page)
  const shared = ofProject.groups.map((group) => (group === 'State' ? 'State group' : group))

  for (const address of place.across) {
    await test.step(`${address} has all layouts`, async () => {
      await page.goto(address)
      for (const layout of layouts) {
        await choose(page, layout)
        for (const name of ['Measure the path', 'Print the sign']) {
          await expect(main(page).getByText(name).first()).toBeVisible()
        }
      }
      await choose(page, 'List')
      const { groups, orders, properties } = await offers(page)
      expect(groups).toEqual(expect.arrayContaining([...shared, 'Project']))
      expect(properties).toEqual(ofProject.properties)
      const isManual = (order: string) => order === 'Manual'
      const withoutManual = ofProject.orders.filter((order) => !isManual(order))
      expect(orders.filter((order) => !isManual(order))).toEqual(withoutManual)
    })
  }

  await test.step('a board of the workspace moves items between state groups, each by its own states', async () => {
    await page.goto(place.all)
    // As the user left it, and in the URL.
    await expect(page).toHaveURL(/workspace-views\/all-issues\/\?layout=list$/)
    await choose(page, 'Board')
    await expect(page).toHaveURL(/layout=kanban/)
    await drag(card(page, 'Print the sign'), column(page, 'Started'))
    await expect(column(page, 'Started').getByText('Print the sign')).toBeVisible()
    const states = await call(request, statesApi.list, {
      params: { slug, project_id: place.site.id },
    })
    const started = states.find(({ group }) => group === 'started')?.id
    const stored = async () =>
      (
        await call(request, workItemsApi.get, {
          params: { slug, project_id: place.site.id, id: place.second.id },
        })
      ).state_id
    await expect.poll(stored).toBe(started)
    await page.reload()
    await expect(column(page, 'Started').getByText('Print the sign')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('what was chosen is kept for the place, and a link shows the same', async () => {
    await page.getByRole('button', { name: 'Display' }).click()
    await chooseOption(page, 'Group by', 'Project')
    await page.keyboard.press('Escape')
    await expect(column(page, 'Site').locator('[data-card]')).toHaveText([/Print the sign/])
    await page.goto(place.all)
    await expect(column(page, 'Site').locator('[data-card]')).toHaveText([/Print the sign/])
    await page.goto(`${place.all}?layout=list`)
    await expect(page.getByRole('list', { name: /work items/i }).first()).toBeVisible()
  })

  await test.step('the timeline draws what waits for an item of another project', async () => {
    await page.goto(`${place.all}?layout=gantt_chart`)
    await expect(page.getByRole('button', { name: /TRAIL-1.*SITE-1/ }).first()).toBeAttached()
  })

  await test.step('a saved view of the workspace is as it was saved', async () => {
    await page.goto(place.saved)
    await expect(column(page, 'Site').locator('[data-card]')).toHaveText([/Print the sign/])
    await choose(page, 'Calendar')
    await page.getByRole('button', { name: 'Update view' }).click()
    await expect(page.getByRole('button', { name: 'Update view' })).toHaveCount(0)
    const layout = async () => {
      const views = await call(request, workspaceViewsApi.list, { params: { slug } })
      return views.find(({ name }) => name === 'By project')?.display_filters.layout
    }
    await expect.poll(layout).toBe('calendar')
  })

  await test.step('drafts have the layouts, groups, orders and filters, too', async () => {
    await page.goto(place.drafts)
    for (const layout of layouts) {
      await choose(page, layout)
      await expect(main(page).getByText('Ask the ranger').first()).toBeVisible()
      await expect(main(page).getByText('Buy rope').first()).toBeVisible()
    }
    await choose(page, 'List')
    const { groups, orders, properties } = await offers(page)
    expect(groups).toEqual(expect.arrayContaining(['State group', 'Priority', 'Project', 'Label']))
    expect(orders).toEqual(ofProject.orders)
    expect(properties).toEqual(expect.arrayContaining(['ID', 'Assignee', 'Priority', 'State']))
    await page.goto(`${place.drafts}?priority=urgent&layout=list`)
    await expect(page.getByText('Ask the ranger')).toBeVisible()
    await expect(page.getByText('Buy rope')).toHaveCount(0)
    await page.goto(`${place.drafts}?layout=kanban`)
    await drag(card(page, 'Buy rope'), column(page, 'High'))
    await expect(column(page, 'High').locator('[data-card]')).toHaveText([/Buy rope/])
    const priorities = async () => {
      const { results } = await call(request, draftsApi.list, {
        params: { slug },
        query: {},
      })
      return (results as Draft[]).map(({ name, priority }) => `${name}: ${priority}`).toSorted()
    }
    await expect.poll(priorities).toEqual(['Ask the ranger: urgent', 'Buy rope: high'])
    await card(page, 'Buy rope').getByText('Buy rope').click()
    await expect(dialogOf(page).first().getByLabel('Title')).toHaveValue('Buy rope')
    await page.keyboard.press('Escape')
    await expectAccessible(page)
  })
})
