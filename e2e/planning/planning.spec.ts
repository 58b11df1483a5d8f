import {
  accountApi,
  cyclesApi,
  estimatesApi,
  labelsApi,
  MEMBER,
  modulesApi,
  projectMembersApi,
  projectsApi,
  workItemsApi,
  workspacesApi,
} from '@cairn/contract'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../kit/accessibility.ts'
import { choose } from '../kit/choose.ts'
import { drag, drop, lift, over } from '../kit/drag.ts'
import { nextFrame } from '../kit/next-frame.ts'
import { changesAnswered } from '../kit/unanswered-changes.ts'
import { call, dialogOf, expect, test, type Visitor } from '../kit/visitors.ts'

const at = ({ slug, project_id }: Visitor) => ({ slug, project_id })
const day = (offset: number) =>
  new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
const row = (page: Page, name: string) => page.getByRole('group', { name })
const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const card = (page: Page, name: string) => page.getByRole('article', { name })
const cardsIn = (page: Page, name: string) => column(page, name).getByRole('article')

/** Three cycles (completed, running, upcoming), two modules, and estimate points. */
async function plan(ada: Visitor) {
  const { request } = ada.context
  const params = at(ada)
  const addCycle = (name: string, first: number, last: number) =>
    call(request, cyclesApi.create, {
      params,
      body: { name, start_date: day(first), end_date: day(last) },
    })
  const over = await addCycle('Spring', -40, -20)
  const running = await addCycle('Summer', -5, 10)
  const coming = await addCycle('Autumn', 20, 30)
  const offline = await call(request, modulesApi.create, { params, body: { name: 'Offline' } })
  const routing = await call(request, modulesApi.create, { params, body: { name: 'Routing' } })
  const estimate = await call(request, estimatesApi.create, {
    params,
    body: {
      estimate: { name: 'Points', type: 'points', last_used: true },
      estimate_points: ['1', '3', '8'].map((value, n) => ({ key: n + 1, value })),
    },
  })
  await call(request, projectsApi.change, { params, body: { estimate: estimate.id } })
  return { over, running, coming, offline, routing, estimate }
}

const itemOf = (ada: Visitor, id: string) =>
  call(ada.context.request, workItemsApi.get, { params: { ...at(ada), id }, query: {} })

// @cap:work-items.add-to-cycle-and-modules
// @cap:work-items.create-dialog
// @cap:estimates.use
test('an item is planned where it is made, in its row, on its page and with others at once', async ({
  ada,
}) => {
  const { page } = ada
  const { running, coming, offline, routing, estimate } = await plan(ada)
  const [one, three, eight] = estimate.points
  await ada.addItem('Second')
  await page.goto(ada.list)
  await expect(row(page, 'Second')).toBeVisible()
  await page.keyboard.press('c')
  const dialog = dialogOf(page).first()
  await dialog.getByLabel('Title').fill('First')
  await dialog.getByRole('button', { name: 'Cycle' }).click()
  await expect(page.getByRole('option', { name: 'Spring' })).toHaveCount(0)
  await page.getByRole('option', { name: 'Summer' }).click()
  await dialog.getByRole('button', { name: 'Modules' }).click()
  await page.getByRole('option', { name: 'Offline' }).click()
  await page.getByRole('option', { name: 'Routing' }).click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Estimate' }).click()
  await page.getByRole('option', { name: '3', exact: true }).click()
  await dialog.getByRole('button', { name: 'Create work item', exact: true }).click()
  const first = row(page, 'First')
  await expect(first.getByRole('button', { name: 'Cycle: Summer' })).toBeVisible()
  await expect(first.getByRole('button', { name: 'Modules: 2 modules' })).toBeVisible()
  await expect(first.getByRole('button', { name: 'Estimate: 3' })).toBeVisible()
  const actions = page.getByRole('region', { name: 'Notifications' })
  await expect(actions.getByRole('button', { name: 'Open work item' }).first()).toBeVisible()
  await expectAccessible(page)

  // Choosing a second cycle moves it there.
  await first.getByRole('button', { name: 'Cycle: Summer' }).click()
  await page.getByRole('option', { name: 'Autumn' }).click()
  await expect(first.getByRole('button', { name: 'Cycle: Autumn' })).toBeVisible()
  await first.focus()
  await page.keyboard.press('e')
  await page.getByRole('option', { name: '8', exact: true }).click()
  await expect(first.getByRole('button', { name: 'Estimate: 8' })).toBeVisible()
  const planned = async (key: number) => {
    const { slug } = ada
    const { id } = await call(ada.context.request, workItemsApi.byKey, {
      params: { slug, key: `TRAIL-${key}` },
      query: {},
    })
    const { cycle_id, module_ids, estimate_point } = await itemOf(ada, id)
    return [cycle_id, module_ids, estimate_point]
  }
  // Changes of an item are sent one after the other: the next page could be read before the last.
  await expect.poll(() => planned(2)).toEqual([coming.id, expect.any(Array), eight?.id])

  await page.goto(`/${ada.slug}/browse/TRAIL-2/`)
  const properties = page.getByRole('complementary').last()
  await properties.getByRole('button', { name: 'Modules' }).click()
  await page.getByRole('option', { name: 'Routing' }).click()
  await page.keyboard.press('Escape')
  await properties.getByRole('button', { name: 'Cycle' }).click()
  await page.getByRole('option', { name: 'No cycle' }).click()
  await expect.poll(() => planned(2)).toEqual([null, [offline.id], eight?.id])

  await page.goto(ada.list)
  for (const name of ['First', 'Second']) {
    await row(page, name).focus()
    await page.keyboard.press('x')
  }
  const bar = page.getByRole('region', { name: 'Selected work items' })
  await expect(bar).toContainText('2 selected')
  await bar.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Modules' }).click()
  await page.getByRole('option', { name: 'Routing' }).click()
  await page.keyboard.press('Escape')
  await bar.getByRole('button', { name: 'Cycle' }).click()
  await page.getByRole('option', { name: 'Summer' }).click()
  await bar.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Estimate' }).click()
  await page.getByRole('option', { name: '1', exact: true }).click()
  await expect(bar.getByRole('button', { name: 'Cycle: Summer' })).toBeVisible()
  await expect.poll(() => planned(1)).toEqual([running.id, [routing.id], one?.id])
  const both = [offline.id, routing.id].sort()
  await expect
    .poll(async () => {
      const [cycle, modules, point] = await planned(2)
      return [cycle, [...(modules as string[])].sort(), point]
    })
    .toEqual([running.id, both, one?.id])
  expect([three?.value, coming.name]).toEqual(['3', 'Autumn'])
})

// @cap:list.groups-with-counts
// @cap:list.drag-between-groups
test('rows stand in groups of whatever they have, with exact totals, and are carried between them', async ({
  ada,
}) => {
  const { page, context } = ada
  const { running, offline } = await plan(ada)
  const params = at(ada)
  const bug = await call(context.request, labelsApi.create, { params, body: { name: 'Bug' } })
  const me = await call(context.request, accountApi.me, {})
  for (const name of ['Tarn', 'Scree']) await ada.addItem(name)
  const { id } = await ada.addItem('Cairn', {
    ...{ priority: 'high', label_ids: [bug.id], assignee_ids: [me.id] },
    plan: { cycle_id: running.id, module_ids: [offline.id] },
  })
  await ada.arrange({ group_by: 'state', order_by: 'sort_order' })
  await page.goto(ada.list)
  await expect(row(page, 'Cairn')).toBeVisible()
  const group = (name: string | RegExp) => page.getByRole('button', { name, expanded: true })
  const total = (name: string, count: number) =>
    expect(group(new RegExp(`^${name}.*${count}$`))).toBeVisible()
  const by = async (name: string) => {
    await page.getByRole('button', { name: 'Display' }).click()
    const display = page.getByRole('dialog', { name: 'Display' })
    await expect(display).toBeVisible()
    await choose(page, 'Group by', name)
    await page.keyboard.press('Escape')
  }
  await total('Backlog', 3)
  const others = [
    ['Priority', 'High', 'No priority', 'Urgent', { priority: 'urgent' }],
    ['Cycle', 'Summer', 'No cycle', 'Autumn', { cycle_id: expect.any(String) }],
    ['Module', 'Offline', 'No module', 'Routing', { module_ids: [expect.any(String)] }],
    ['Label', 'Bug', 'No label', 'No label', { label_ids: [] }],
    ['Assignee', me.display_name, 'No assignee', 'No assignee', { assignee_ids: [] }],
  ] as const
  for (const [grouping, own, none, target, change] of others) {
    await by(grouping)
    await total(own, 1)
    await total(none, 2)
    await drag(row(page, 'Cairn'), group(new RegExp(`^${target}`)))
    await total(own, 0)
    await expect.poll(() => itemOf(ada, id)).toMatchObject(change)
  }
  expect((await itemOf(ada, id)).cycle_id).not.toBe(running.id)
  await by('Created by')
  await total(me.display_name, 3)
  await by('None')
  await expect(page.getByText('All work items')).toBeVisible()
  await page.goto(`/${ada.slug}/profile/${me.id}/created/`)
  await by('Project')
  await total('Trail Maps', 3)
})

// @cap:work-items.optimistic-update
test('whatever is changed shows at once, and goes back with its reason when it is refused', async ({
  ada,
}) => {
  const { page, context, project_id } = ada
  await plan(ada)
  const params = at(ada)
  await call(context.request, labelsApi.create, { params, body: { name: 'Bug' } })
  await ada.addItem('Tarn')
  // Room for toasts below the panel.
  await page.setViewportSize({ width: 1440, height: 1600 })
  await page.goto(`/${ada.slug}/browse/TRAIL-1/`)
  const panel = page.getByRole('complementary', { name: 'Properties' })
  await expect(panel.getByRole('button', { name: 'State: Backlog' })).toBeVisible()
  let property = ''
  let answer = Promise.withResolvers<void>()
  await page.route(`**/projects/${project_id}/**`, async (route) => {
    if (route.request().method() === 'GET') return route.fallback()
    await answer.promise
    await route.fulfill({ status: 400, json: { error: `Not this ${property}.` } })
  })
  const refused = async (name: string, choose: () => Promise<void>, shown: Locator) => {
    property = name
    answer = Promise.withResolvers()
    await choose()
    await page.keyboard.press('Escape')
    await expect(shown).toBeVisible()
    answer.resolve()
    // The details of the message contain the server's text.
    await expect(page.getByText(`Not this ${name}.`).first()).toBeAttached()
    await expect(shown).toHaveCount(0)
  }
  for (const [name, option] of [
    ['State', 'Todo'],
    ['Priority', 'Urgent'],
    ['Assignees', 'You'],
    ['Cycle', 'Summer'],
    ['Modules', 'Offline'],
    ['Estimate', '8'],
  ] as const) {
    const choose = async () => {
      await panel.getByRole('button', { name }).click()
      await page.getByRole('option', { name: option }).click()
    }
    const value = option === 'You' ? /^Assignees: (?!Add)/ : `${name}: ${option}`
    await refused(name, choose, panel.getByRole('button', { name: value }))
  }
  const label = async () => {
    await panel.getByRole('button', { name: 'Add label' }).click()
    await page.getByRole('option', { name: 'Bug' }).click()
  }
  await refused('label', label, panel.getByRole('button', { name: 'Remove the label Bug' }))
  for (const name of ['Start date', 'Due date']) {
    const day = async () => {
      await panel.getByRole('button', { name }).click()
      await page.getByRole('button', { name: 'Today', exact: true }).click()
    }
    const value = new RegExp(`^${name}: .*\\d{4}`)
    await refused(name, day, panel.getByRole('button', { name: value }))
  }
})

// @cap:work-items.pickers
// @cap:labels.create-from-picker as decided: members create labels too
test('every picker is searched, used by keys alone, and shows what was chosen', async ({ ada }) => {
  const { page, context, slug } = ada
  await plan(ada)
  await call(context.request, projectsApi.create, {
    params: { slug },
    body: { name: 'Huts', identifier: 'HUT' },
  })
  await ada.addItem('The way up')
  await page.goto(ada.list)
  await expect(row(page, 'The way up')).toBeVisible()
  await page.keyboard.press('c')
  const dialog = dialogOf(page).first()
  await expect(dialog.getByLabel('Title')).toBeFocused()
  await page.keyboard.type('Found by keys')
  const shows = (name: string | RegExp) =>
    expect(dialog.getByRole('button', { name })).toBeVisible()
  const open = async (name: string) => {
    await dialog.getByRole('button', { name }).focus()
    await page.keyboard.press('Enter')
  }
  for (const [name, typed, shown] of [
    ['Project', 'hut', 'Project: Huts'],
    ['Project', 'trail', 'Project: Trail Maps'],
    ['State', 'in pro', 'State: In Progress'],
    ['Priority', 'urg', 'Priority: Urgent'],
    ['Assignees', 'you', /^Assignees: ./],
    ['Labels', 'scree', 'Labels: scree'],
    ['Cycle', 'summ', 'Cycle: Summer'],
    ['Modules', 'off', 'Modules: Offline'],
    ['Estimate', '8', 'Estimate: 8'],
  ] as const) {
    await open(name)
    await expect(page.locator('[role=combobox]:focus')).toBeVisible()
    await page.keyboard.type(typed)
    await expect(page.getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await shows(shown)
    // Multi-select lists stay open.
    if (['Assignees', 'Labels', 'Modules'].includes(name)) await page.keyboard.press('Escape')
    await expect(page.getByRole('option')).toHaveCount(0)
    await nextFrame(page)
  }
  // It takes the focus after it is shown.
  const focused = (name: string) =>
    page.getByRole('dialog', { name }).and(page.locator(':focus-within'))
  for (const [name, typed, shown] of [
    ['Start date', 'dec 20, 2030', 'Start date: Dec 20, 2030'],
    ['Due date', '2030-12-24', 'Due date: Dec 24, 2030'],
  ] as const) {
    await open(name)
    await expect(focused(name).getByRole('grid')).toBeVisible()
    await page.keyboard.type(typed)
    await page.keyboard.press('Enter')
    await shows(shown)
    await expect(page.getByRole('dialog', { name }).getByRole('grid')).toHaveCount(0)
    await nextFrame(page)
  }
  // A due date before the start is rejected.
  await open('Due date')
  await expect(focused('Due date').getByRole('grid')).toBeVisible()
  await page.keyboard.type('19 dec 2030')
  await page.keyboard.press('Enter')
  await expect(page.getByText("This day can't be chosen here")).toBeVisible()
  await page.keyboard.press('Escape')

  await open('Add parent')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('way')
  const found = page.getByRole('button', { name: /The way up/ })
  await expect(found).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(found).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('TRAIL-1')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(dialog).toBeHidden()
  await page.goto(`/${slug}/browse/TRAIL-2/`)
  const panel = page.getByRole('complementary', { name: 'Properties' })
  await expect(panel.getByText('scree')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Cycle: Summer' })).toBeVisible()
})

// @cap:kanban.completed-cycle-refuses
// @cap:kanban.drag-other-properties
// @cap:work-items.quick-add-none
// @cap:spreadsheet.columns
// @cap:spreadsheet.edit-cells
test('columns of cycles and modules take cards, completed cycles none; the table edits in its cells', async ({
  ada,
}) => {
  const { page } = ada
  const { running, coming, offline, routing, estimate } = await plan(ada)
  const { id } = await ada.addItem('Tarn')
  await ada.arrange({ layout: 'kanban', group_by: 'cycle', order_by: 'sort_order' })
  await page.goto(`${ada.list}?layout=kanban`)
  await expect(cardsIn(page, 'No cycle')).toHaveText([/Tarn/])
  const carry = (name: string) => drag(card(page, 'Tarn'), column(page, name), { x: 60, y: 200 })
  await carry('Summer')
  await expect(cardsIn(page, 'Summer')).toHaveText([/Tarn/])
  await expect.poll(async () => (await itemOf(ada, id)).cycle_id).toBe(running.id)
  await carry('Spring')
  await expect(page.getByText("Completed cycles can't take new work items").first()).toBeVisible()
  await expect(cardsIn(page, 'Summer')).toHaveText([/Tarn/])
  await expect(column(page, 'Spring').getByRole('button', { name: 'New work item' })).toHaveCount(0)
  await carry('No cycle')
  await expect.poll(async () => (await itemOf(ada, id)).cycle_id).toBeNull()
  const newTitle = (name: string) =>
    column(page, name).getByRole('textbox', { name: 'Work item title' })
  await column(page, 'No cycle').getByRole('button', { name: 'New work item' }).click()
  await expect(newTitle('No cycle')).toBeFocused()
  await page.keyboard.type('Unplanned')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(cardsIn(page, 'No cycle')).toHaveCount(2)
  await column(page, 'Summer').getByRole('button', { name: 'New work item' }).click()
  await expect(newTitle('Summer')).toBeFocused()
  await page.keyboard.type('Planned')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(cardsIn(page, 'Summer')).toHaveText([/Planned/])
  await changesAnswered(ada.context.request)
  await page.reload()
  await expect(cardsIn(page, 'Summer')).toHaveText([/Planned/])
  await expect(cardsIn(page, 'No cycle')).toHaveCount(2)

  await ada.arrange({ layout: 'kanban', group_by: 'module', order_by: 'sort_order' })
  await page.goto(`${ada.list}?layout=kanban`)
  await drag(card(page, 'Tarn'), column(page, 'Offline'), { x: 60, y: 200 })
  await expect.poll(async () => (await itemOf(ada, id)).module_ids).toEqual([offline.id])
  await lift(cardsIn(page, 'Offline'), { x: 90, y: 16 })
  await over(column(page, 'No module'), { x: 60, y: 200 })
  await drop(column(page, 'No module'), { x: 60, y: 200 })
  await expect.poll(async () => (await itemOf(ada, id)).module_ids).toEqual([])

  await page.goto(`${ada.list}?layout=spreadsheet`)
  await expect(page.getByRole('columnheader')).toHaveText([
    ...['Work items', 'State', 'Priority', 'Assignees', 'Labels', 'Modules', 'Cycle'],
    ...['Start date', 'Due date', 'Estimate', 'Created on', 'Updated on', 'Link', 'Attachment'],
    'Sub-items',
  ])
  const cell = (name: string) =>
    page.getByRole('row', { name: 'Tarn' }).getByRole('gridcell', { name })
  const choose = async (from: string, option: string) => {
    await cell(from).click()
    await page.getByRole('option', { name: option, exact: true }).click()
    await page.keyboard.press('Escape')
  }
  await choose('Select cycle: not set', 'Autumn')
  await expect(cell('Cycle: Autumn')).toBeVisible()
  await choose('Select modules: not set', 'Routing')
  await expect(cell('Modules: Routing')).toBeVisible()
  await choose('Estimate: not set', '8')
  await expect(cell('Estimate: 8')).toBeVisible()
  await expect
    .poll(() => itemOf(ada, id))
    .toMatchObject({
      ...{ cycle_id: coming.id, module_ids: [routing.id], estimate_point: estimate.points[2]?.id },
    })
  await page.reload()
  for (const value of ['Cycle: Autumn', 'Modules: Routing', 'Estimate: 8']) {
    await expect(cell(value)).toBeVisible()
  }
})

/** Another user in the project. */
async function addMember(ada: Visitor, name: string) {
  const { request } = ada.context
  const colleague = await ada.addColleague(MEMBER, name)
  const people = await call(request, workspacesApi.members, { params: { slug: ada.slug } })
  const member_id = people.find(({ member }) => member.display_name === name)?.member.id ?? ''
  const members = [{ member_id, role: MEMBER }]
  await call(request, projectMembersApi.add, { params: at(ada), body: { members } })
  return colleague
}

// @cap:projects.feature-switches
// @cap:projects.feature-off-screen
// @cap:work-items.delete
// @cap:estimates.switch-off-and-on
// @cap:bulk.delete-dialog
test('what a project switches off is gone from its screens and comes back with its data', async ({
  ada,
}) => {
  const { page, context, slug } = ada
  const { running, offline, estimate } = await plan(ada)
  const item = await ada.addItem('Tarn', { estimate_point: estimate.points[1]?.id })
  const params = { ...at(ada), id: running.id }
  await call(context.request, cyclesApi.addItems, { params, body: { issues: [item.id] } })
  await call(context.request, modulesApi.addItems, {
    params: { ...at(ada), id: offline.id },
    body: { issues: [item.id] },
  })
  const tarn = row(page, 'Tarn')
  const chips = ['Cycle: Summer', 'Modules: Offline', 'Estimate: 3'] as const
  await page.goto(ada.list)
  for (const name of chips) await expect(tarn.getByRole('button', { name })).toBeVisible()
  const sidebar = page.getByRole('navigation', { name: 'Projects' })
  const screens = ['Cycles', 'Modules', 'Views', 'Pages'] as const
  for (const name of screens) await expect(sidebar.getByRole('link', { name })).toBeVisible()

  const off = {
    ...{ cycle_view: false, module_view: false, issue_views_view: false, page_view: false },
    estimate: null,
  }
  await call(context.request, projectsApi.change, { params: at(ada), body: off })
  for (const name of screens) await expect(sidebar.getByRole('link', { name })).toHaveCount(0)
  for (const name of chips) await expect(tarn.getByRole('button', { name })).toHaveCount(0)
  const bob = await addMember(ada, 'Bob Fields')
  for (const path of ['cycles', 'modules', 'views', 'pages', 'intake', 'epics']) {
    const address = `/${slug}/projects/${ada.project_id}/${path}/`
    for (const [one, links] of [
      [page, 1],
      [bob.page, 0],
    ] as const) {
      await one.goto(address)
      await expect(one.getByRole('heading', { name: /turned off in/ })).toBeVisible()
      await expect(one.getByRole('link', { name: 'Manage features' })).toHaveCount(links)
    }
  }
  await page.goto(ada.list)
  await page.getByRole('button', { name: 'Display' }).click()
  const display = page.getByRole('dialog', { name: 'Display' })
  await expect(display.getByRole('button', { name: 'Priority' })).toBeVisible()
  for (const name of ['Cycle', 'Module', 'Estimate']) {
    await expect(display.getByRole('button', { name, exact: true })).toHaveCount(0)
  }
  await display.getByRole('combobox', { name: 'Group by', exact: true }).click()
  await expect(page.getByRole('option', { name: 'Priority' })).toBeVisible()
  for (const name of ['Cycle', 'Module']) {
    await expect(page.getByRole('option', { name, exact: true })).toHaveCount(0)
  }
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')

  const on = { ...off, cycle_view: true, module_view: true, estimate: estimate.id }
  await call(context.request, projectsApi.change, { params: at(ada), body: on })
  for (const name of chips) await expect(tarn.getByRole('button', { name })).toBeVisible()

  // Delete without a focused item asks which ones.
  await page.getByRole('heading', { name: 'Work items', level: 1 }).click()
  await page.keyboard.press('Delete')
  const dialog = page.getByRole('dialog', { name: 'Select work items to delete' })
  await expect(dialog.getByText('TRAIL-1')).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete selected work items' }).click()
  await expect(page.getByText('Select at least one work item').first()).toBeVisible()
  await dialog.getByRole('checkbox', { name: /Tarn/ }).check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Delete selected work items' }).click()
  await expect(dialog).toBeHidden()
  await expect(tarn).toHaveCount(0)

  await ada.addItem('Scree')
  await bob.page.goto(ada.list)
  await expect(row(bob.page, 'Scree')).toBeVisible()
  await bob.page.keyboard.press('Delete')
  const refusal = bob.page.getByText("You don't have permission to do this").first()
  await expect(refusal).toBeVisible()
  await bob.page.goto(`/${slug}/browse/TRAIL-2/`)
  await bob.page.getByRole('button', { name: 'Delete' }).click()
  await expect(refusal).toBeVisible()
  await expect(bob.page.getByRole('alertdialog')).toHaveCount(0)
})

test('an item moves to another project with all it has, and its old address leads there', async ({
  ada,
}) => {
  const { page, slug, context } = ada
  const { running } = await plan(ada)
  await call(context.request, projectsApi.create, {
    params: { slug },
    body: { name: 'Sync Engine', identifier: 'SYNC' },
  })
  await ada.addItem('Wanderer', { plan: { cycle_id: running.id } })
  await page.goto(`/${slug}/browse/TRAIL-1/`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Move to project…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move TRAIL-1 to another project' })
  await dialog.getByRole('button', { name: 'Project' }).click()
  await page.getByRole('option', { name: 'Sync Engine' }).click()
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(page).toHaveURL(/browse\/SYNC-1\//)
  await expect(page.getByText('moved it to')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cycle: No cycle' })).toBeVisible()
  await page.goto(`/${slug}/browse/TRAIL-1/`)
  await expect(page).toHaveURL(/browse\/SYNC-1\//)
  await expect(page.getByRole('heading', { name: 'Wanderer' }).first()).toBeVisible()
})
