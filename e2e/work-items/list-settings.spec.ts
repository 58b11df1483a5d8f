import {
  ADMIN,
  accountApi,
  cyclesApi,
  epicsApi,
  GUEST,
  labelsApi,
  MEMBER,
  modulesApi,
  projectMembersApi,
  projectsApi,
  statesApi,
  teamspacesApi,
  viewsApi,
  workItemListsApi,
  workItemsApi,
} from '@cairn/contract'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../kit/accessibility.ts'
import { choose } from '../kit/choose.ts'
import { drag } from '../kit/drag.ts'
import { call, expect, test, type Visitor, withoutLocalCache } from '../kit/visitors.ts'

test.use({ localCache: true })

const rows = (page: Page) => page.getByRole('group', { name: /^TRAIL-/ })
const row = (page: Page, name: string) => page.getByRole('group', { name })
/** In one call: a row that goes between two calls would be waited for. */
const names = (page: Page) =>
  rows(page).evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))
const group = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${name}`), expanded: true })
const filters = (page: Page) => page.getByRole('dialog', { name: 'Filters' })
const display = (page: Page) => page.getByRole('dialog', { name: 'Display' })

const stateNamed = async ({ context, slug, project_id }: Visitor, name: string) => {
  const states = await call(context.request, statesApi.list, { params: { slug, project_id } })
  return states.find((state) => state.name === name)?.id ?? ''
}

const labelNamed = ({ context, slug, project_id }: Visitor, name: string) =>
  call(context.request, labelsApi.create, { params: { slug, project_id }, body: { name } })

/** Counts the requests of the list itself. */
function countReads(page: Page) {
  const reads: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (request.method() === 'GET' && /\/issues\/$/.test(pathname) && search) reads.push(search)
  })
  return reads
}

test('an administrator saves the display as the default of the project, and everybody may go back to it', async ({
  ada,
}) => {
  const { page, context, slug, project_id } = ada
  await ada.addItem('First', { priority: 'high' })
  await ada.addItem('Second', { priority: 'low' })
  const params = { slug, project_id }
  const ben = await ada.addColleague(MEMBER, 'Ben')
  const { id: member_id } = await call(ben.context.request, accountApi.me, {})
  await call(context.request, projectMembersApi.add, {
    params,
    body: { members: [{ member_id, role: MEMBER }] },
  })
  const stored = (who: Visitor['context']) =>
    call(who.request, projectMembersApi.properties, { params })

  await test.step('what is chosen becomes what others see', async () => {
    await page.goto(ada.list)
    await expect(rows(page)).toHaveCount(2)
    await page.getByRole('button', { name: 'Display' }).click()
    await choose(page, 'Group by', 'Priority')
    await display(page).getByRole('button', { name: 'Labels' }).click()
    await display(page).getByRole('button', { name: 'Save as project default' }).click()
    await expect(page.getByText('Default display of Trail Maps saved')).toBeVisible()
    await expectAccessible(page)
    await ben.page.goto(ada.list)
    await expect(group(ben.page, 'High')).toBeVisible()
    await ben.page.getByRole('button', { name: 'Display' }).click()
    const labels = display(ben.page).getByRole('button', { name: 'Labels' })
    await expect(labels).toHaveAttribute('aria-pressed', 'false')
    await expect(display(ben.page).getByRole('button', { name: 'Reset' })).toBeVisible()
    await expect(
      display(ben.page).getByRole('button', { name: 'Save as project default' }),
    ).toHaveCount(0)
  })

  await test.step('who chooses keeps it, until they go back', async () => {
    await choose(ben.page, 'Group by', 'State')
    await expect(group(ben.page, 'Backlog')).toBeVisible()
    await expect
      .poll(async () => (await stored(ben.context)).display_filters)
      .toMatchObject({ group_by: 'state' })
    expect((await stored(ben.context)).display_properties).toMatchObject({ labels: false })
    await display(ben.page).getByRole('button', { name: 'Reset' }).click()
    await expect(group(ben.page, 'High')).toBeVisible()
    await expect(group(ben.page, 'Backlog')).toHaveCount(0)
    await ben.page.reload()
    await expect(group(ben.page, 'High')).toBeVisible()
  })
})

// @cap:filters.chips
// @cap:filters.dropdown-search
// @cap:filters.grouping-type
// @cap:filters.or-within-and-across
test('filters narrow the list at once, stand in its address, and go chip by chip', async ({
  ada,
}) => {
  const { page } = ada
  const bug = await labelNamed(ada, 'Bug')
  await ada.addItem('Urgent bug', { priority: 'urgent', label_ids: [bug.id] })
  await ada.addItem('Low bug', { priority: 'low', label_ids: [bug.id] })
  await ada.addItem('Urgent idea', { priority: 'urgent', state_id: await stateNamed(ada, 'Todo') })
  for (const name of ['Map', 'Sync', 'Design', 'Offline', 'Search']) await labelNamed(ada, name)
  await page.goto(ada.list)
  await expect(rows(page)).toHaveCount(3)

  await page.getByRole('button', { name: /^Filters/ }).click()
  await expect(filters(page).getByRole('searchbox')).toBeFocused()
  await filters(page).getByRole('checkbox', { name: 'Urgent' }).check()
  await expect(rows(page)).toHaveCount(2)
  await filters(page).getByRole('checkbox', { name: 'Low' }).check()
  await expect(rows(page)).toHaveCount(3)
  await filters(page).getByRole('button', { name: 'Priority (2)' }).click()
  await expect(filters(page).getByRole('checkbox', { name: 'Urgent' })).toBeHidden()

  const labels = filters(page).getByRole('group', { name: 'Label' })
  await expect(labels.getByRole('checkbox')).toHaveCount(5)
  await labels.getByRole('button', { name: 'Show all' }).click()
  await expect(labels.getByRole('checkbox')).toHaveCount(7)
  await labels.getByRole('button', { name: 'Show less' }).click()
  await filters(page).getByRole('searchbox').fill('bux')
  await expect(filters(page).getByText('No matches')).toBeVisible()
  await filters(page).getByRole('searchbox').fill('bu')
  await expect(filters(page).getByRole('checkbox')).toHaveCount(1)
  await filters(page).getByRole('checkbox', { name: 'Bug' }).check()
  await expect(row(page, 'Urgent idea')).toBeHidden()
  await expect(rows(page)).toHaveCount(2)
  await filters(page).getByRole('searchbox').fill('')
  await expect(labels.getByRole('checkbox').first()).toBeChecked()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  const link = page.url()
  expect(new URL(link).searchParams.get('priority')).toBe('urgent,low')
  await page.getByRole('button', { name: 'Priority: Urgent, Low' }).click()
  await page
    .getByRole('dialog', { name: 'Priority' })
    .getByRole('checkbox', { name: 'Low' })
    .uncheck()
  await page.keyboard.press('Escape')
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Remove filter Label', exact: true }).click()
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(rows(page)).toHaveCount(3)

  await page.goto(link)
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Clear all' }).click()
  await page.getByRole('button', { name: /^Filters/ }).click()
  await filters(page).getByRole('radio', { name: 'Active' }).check()
  await expect(rows(page)).toHaveCount(1)
  await filters(page).getByRole('radio', { name: 'Backlog' }).check()
  await expect(rows(page)).toHaveCount(2)
  await filters(page).getByRole('checkbox', { name: 'High' }).check()
  await page.keyboard.press('Escape')
  await expect(page.getByText('No work items match these filters')).toBeVisible()
  await page.getByRole('button', { name: 'Clear all filters' }).click()
  await expect(rows(page)).toHaveCount(3)
})

// @cap:display.defaults
// @cap:list.inline-properties
// @cap:display.order-and-sub-items-refetch
// @cap:filters.save-failure-refetches
test('how a list is shown is chosen, saved for the next browser, and taken back when it is not', async ({
  ada,
}) => {
  const { page } = ada
  const parent = await ada.addItem('First', { priority: 'low' })
  await ada.addItem('Second', { priority: 'urgent', parent_id: parent.id })
  await withoutLocalCache(page)
  const reads = countReads(page)
  await page.goto(ada.list)
  await expect(page.getByText('All work items')).toBeVisible()
  await expect(rows(page)).toHaveCount(2)
  expect(await names(page)).toEqual(['TRAIL-2 Second', 'TRAIL-1 First'])

  await page.getByRole('button', { name: 'Display' }).click()
  for (const pill of await display(page).locator('button[aria-pressed]').all()) {
    await expect(pill).toHaveAttribute('aria-pressed', 'true')
  }
  await expect(display(page).getByRole('switch', { name: 'Show sub-items' })).toBeChecked()
  await expect(display(page).getByText('Sub-group by')).toBeHidden()
  await expectAccessible(page)
  const before = reads.length
  await display(page).getByRole('button', { name: 'Priority' }).click()
  await expect(row(page, 'First').getByRole('button', { name: 'Priority: Low' })).toBeHidden()
  await display(page).getByRole('button', { name: 'Priority' }).click()
  await expect(row(page, 'First').getByRole('button', { name: 'Priority: Low' })).toBeVisible()
  expect(reads).toHaveLength(before)

  await choose(page, 'Order by', 'Manual')
  await expect.poll(() => names(page)).toEqual(['TRAIL-1 First', 'TRAIL-2 Second'])
  await display(page).getByRole('switch', { name: 'Show sub-items' }).uncheck()
  await expect(rows(page)).toHaveCount(1)
  expect(reads.length).toBeGreaterThan(before + 1)
  await choose(page, 'Group by', 'Assignee')
  await expect(group(page, 'No assignee')).toBeVisible()
  await page.keyboard.press('Escape')

  const other = await ada.signInElsewhere()
  await other.goto(ada.list)
  await expect(group(other, 'No assignee')).toBeVisible()
  await expect(rows(other)).toHaveCount(1)

  await other.route('**/user-properties/', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 403, json: { error: 'You are not a member.' } })
      : route.continue(),
  )
  await other.getByRole('button', { name: /^Filters/ }).click()
  await filters(other).getByRole('checkbox', { name: 'Urgent' }).check()
  const notices = other.getByRole('region', { name: 'Notifications' })
  await expect(notices.getByText("These settings weren't saved")).toBeVisible()
  await expect(rows(other)).toHaveCount(1)
  await expect(filters(other).getByRole('checkbox', { name: 'Urgent' })).not.toBeChecked()

  // Settings chosen in another browser replace those stored in this one.
  for (const layout of ['kanban', 'list']) {
    await ada.arrange({ layout })
    await page.goto(ada.list)
    await expect(
      page.getByRole('radio', { name: layout === 'list' ? 'List' : 'Board' }),
    ).toBeChecked()
    await expect.poll(() => new URL(page.url()).searchParams.get('layout') ?? 'list').toBe(layout)
  }
})

// @cap:list.loading-and-empty
test('a list on its way is grey, one read again stays, and an empty one says what to do', async ({
  ada,
}) => {
  const { page, slug } = ada
  const empty = (name: string) => page.getByRole('heading', { name })
  await page.goto(ada.list)
  await expect(empty('No work items yet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create your first work item' })).toBeVisible()
  await page.goto(`/${slug}/projects/${ada.project_id}/archives/issues/`)
  await expect(empty('No archived work items yet')).toBeVisible()
  await page.goto(`/${slug}/workspace-views/subscribed/`)
  await expect(empty("You don't follow any work items yet")).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: /Create/ })).toHaveCount(0)

  await ada.addItem('High', { priority: 'high' })
  let gate = Promise.withResolvers<void>()
  await withoutLocalCache(page)
  await page.route(/^[^?]*\/api\/[^?]*\/issues\/\?/, async (route) => {
    await gate.promise
    await route.continue().catch(() => undefined)
  })
  await page.goto(ada.list)
  await expect(
    page.getByRole('main').getByRole('status').filter({ hasText: 'Loading' }),
  ).toBeVisible()
  gate.resolve()
  await expect(row(page, 'TRAIL-1 High')).toBeVisible()

  gate = Promise.withResolvers()
  await page.getByRole('button', { name: /^Filters/ }).click()
  await filters(page).getByRole('checkbox', { name: 'Low' }).check()
  const bar = page.getByRole('progressbar', { name: 'Refreshing' })
  await expect(bar).toBeAttached()
  await expect(row(page, 'TRAIL-1 High')).toBeVisible()
  gate.resolve()
  await expect(empty('No work items match these filters')).toBeVisible()
  await expect(bar).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Clear all filters' }).click()
  await expect(row(page, 'TRAIL-1 High')).toBeVisible()
})

// @cap:list.stale-answers-dropped
test('of filters changed quickly only the last answer is shown', async ({ ada }) => {
  const { page } = ada
  await ada.addItem('High', { priority: 'high' })
  await ada.addItem('Low', { priority: 'low' })
  await withoutLocalCache(page)
  await page.goto(ada.list)
  await expect(rows(page)).toHaveCount(2)
  let release: () => void = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/issues\/\?.*priority=high&|priority=high$/, async (route) => {
    await gate
    await route.continue().catch(() => undefined)
  })
  await page.getByRole('button', { name: /^Filters/ }).click()
  await filters(page).getByRole('checkbox', { name: 'High' }).check()
  await filters(page).getByRole('checkbox', { name: 'High' }).uncheck()
  await filters(page).getByRole('checkbox', { name: 'Low' }).check()
  await expect(rows(page)).toHaveCount(1)
  release()
  await expect(row(page, 'TRAIL-2 Low')).toBeVisible()
  await expect(row(page, 'TRAIL-1 High')).toBeHidden()
})

// @cap:list.nested-sub-items
// @cap:list.drag-between-groups
test('rows are grouped by what they have, carried between groups, and open to their sub-items', async ({
  ada,
}) => {
  const { page } = ada
  const bug = await labelNamed(ada, 'Bug')
  const map = await labelNamed(ada, 'Map')
  const parent = await ada.addItem('Two labels', { label_ids: [bug.id, map.id] })
  const child = await ada.addItem('Child', { parent_id: parent.id })
  await ada.addItem('Grandchild', { parent_id: child.id })
  await ada.arrange({ group_by: 'labels', order_by: 'sort_order', sub_issue: false })
  await page.goto(ada.list)
  await expect(row(page, 'TRAIL-1')).toHaveCount(2)
  await expect(group(page, 'Bug')).toContainText('1')

  const first = row(page, 'TRAIL-1').first()
  await first.getByRole('button', { name: 'Sub-items' }).click()
  await expect(row(page, 'TRAIL-2 Child')).toBeVisible()
  await row(page, 'TRAIL-2').getByRole('button', { name: 'Sub-items' }).click()
  await expect(row(page, 'TRAIL-3 Grandchild')).toBeVisible()
  await first.getByRole('button', { name: 'Sub-items' }).click()
  await expect(row(page, 'TRAIL-3')).toBeHidden()
  await page.getByRole('button', { name: 'Display' }).click()
  await display(page).getByRole('switch', { name: 'Show sub-items' }).check()
  await expect(group(page, 'No label')).toContainText('2')

  await choose(page, 'Group by', 'State')
  await page.keyboard.press('Escape')
  await expect(group(page, 'Backlog')).toContainText('3')
  await drag(row(page, 'TRAIL-2'), group(page, 'Todo'))
  await expect(group(page, 'Todo')).toContainText('1')
  await drag(row(page, 'TRAIL-3'), row(page, 'TRAIL-1'), { x: 300, y: 4 })
  await expect
    .poll(() => names(page))
    .toEqual(['TRAIL-2 Child', 'TRAIL-3 Grandchild', 'TRAIL-1 Two labels'])
  await page.reload()
  await expect
    .poll(() => names(page))
    .toEqual(['TRAIL-2 Child', 'TRAIL-3 Grandchild', 'TRAIL-1 Two labels'])
})

// @cap:bulk.archive
// @cap:bulk.delete-selected
// @cap:bulk.select
// @cap:bulk.selection-lifecycle
// @cap:archive.only-closed
test('several are chosen and changed, archived or deleted at once', async ({ ada }) => {
  const { page } = ada
  const one = await ada.addItem('One')
  for (const name of ['Two', 'Three', 'Four']) await ada.addItem(name)
  await page.goto(ada.list)
  const box = (name: string) => row(page, name).getByRole('checkbox')
  const bar = page.getByRole('region', { name: 'Selected work items' })
  await row(page, 'Four').focus()
  await page.keyboard.press('x')
  await expect(bar).toContainText('1 selected')
  await row(page, 'Two').hover()
  await box('Two').click({ modifiers: ['Shift'] })
  await expect(bar).toContainText('3 selected')
  const all = page.getByRole('checkbox', { name: 'Select all in All work items' })
  await all.click()
  await expect(bar).toBeHidden()
  await all.click()
  await expect(bar).toContainText('4 selected')
  await all.click()
  await expect(bar).toBeHidden()
  await row(page, 'Four').focus()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(bar).toContainText('2 selected')
  await expectAccessible(page)

  const closedOnly = 'Only completed or canceled work items can be archived'
  await expect(bar.getByRole('button', { name: closedOnly })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await bar.getByRole('button', { name: 'Priority' }).click()
  await page.getByRole('option', { name: 'High' }).click()
  await expect(bar.getByRole('button', { name: 'Priority: High' })).toBeVisible()
  await expect(row(page, 'Two').getByRole('button', { name: 'Priority: High' })).toBeVisible()
  await page.getByText('Undo').click()
  await expect(
    row(page, 'Two').getByRole('button', { name: 'Priority: No priority' }),
  ).toBeVisible()

  await expect(bar).toContainText('2 selected')
  await bar.getByRole('button', { name: 'State' }).click()
  await page.getByRole('option', { name: 'Done' }).click()
  await expect(bar.getByRole('button', { name: 'State: Done' })).toBeVisible()
  await bar.getByRole('button', { name: 'Clear selection' }).click()
  await expect(bar).toBeHidden()
  await row(page, 'One').click({ button: 'right' })
  await expect(page.getByRole('menuitem', { name: /Archive/ })).toBeDisabled()
  await expect(
    page.getByText('Only completed or canceled work items can be archived'),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  for (const name of ['Three', 'Two', 'One']) {
    await row(page, name).hover()
    await box(name).click()
  }
  await expect(bar.getByRole('button', { name: closedOnly })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await call(ada.context.request, workItemsApi.remove, {
    params: { ...{ slug: ada.slug, project_id: ada.project_id }, id: one.id },
  })
  await expect(bar).toContainText('2 selected')

  const [asked] = await Promise.all([
    page.waitForEvent('dialog'),
    page.evaluate('setTimeout(() => location.reload())'),
  ])
  expect(asked.type()).toBe('beforeunload')
  await asked.dismiss()
  await bar.getByRole('button', { name: 'Archive' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Archive' }).click()
  await expect(rows(page)).toHaveCount(1)
  const { context, slug, project_id } = ada
  const archived = async () => {
    const params = { slug, project_id }
    return (await call(context.request, workItemListsApi.archived, { params, query: {} }))
      .total_count
  }
  await expect.poll(archived).toBe(2)

  await row(page, 'Four').hover()
  await box('Four').click()
  await bar.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete TRAIL-4?' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('heading', { name: 'No work items yet' })).toBeVisible()
})

// @cap:display.saved-on-server
// @cap:display.properties
// @cap:display.contexts-independent
// @cap:filters.persist-per-context
test('every list is shown as one chose it there, and no other list changes with it', async ({
  ada,
}) => {
  const { page, context, slug, project_id } = ada
  const { request } = context
  const params = { slug, project_id }
  await call(request, projectsApi.change, { params, body: { is_epic_enabled: true } })
  await call(request, epicsApi.create, { params, body: { name: 'Epic', priority: 'high' } })
  const cycle = await call(request, cyclesApi.create, { params, body: { name: 'Summer' } })
  const module = await call(request, modulesApi.create, { params, body: { name: 'Offline' } })
  const me = await call(request, accountApi.me, {})
  await ada.addItem('Tarn', {
    ...{ priority: 'high', assignee_ids: [me.id] },
    plan: { cycle_id: cycle.id, module_ids: [module.id] },
  })
  const view = await call(request, viewsApi.create, { params, body: { name: 'Mine' } })
  const team = await call(request, teamspacesApi.create, {
    params: { slug },
    body: { name: 'Team', project_ids: [project_id] },
  })
  const old = await ada.addItem('Old Tarn', { state_id: await stateNamed(ada, 'Done') })
  await call(request, workItemsApi.archive, { params: { ...params, id: old.id } })
  const project = `/${slug}/projects/${project_id}/`
  // Changes in these two must not affect other lists either.
  for (const [path, grouping, name] of [
    ['archives/issues/', 'Assignee', 'No assignee'],
    [`views/${view.id}/`, 'Label', 'No label'],
  ] as const) {
    await page.goto(project + path)
    await expect(page.getByText('All work items')).toBeVisible()
    await page.getByRole('button', { name: 'Display' }).click()
    await choose(page, 'Group by', grouping)
    await expect(group(page, name)).toBeVisible()
    await page.keyboard.press('Escape')
  }
  const onServer = [
    [`${project}issues/`, 'Priority', 'High'],
    [`${project}epics/`, 'Label', 'No label'],
    [`${project}cycles/${cycle.id}/`, 'Module', 'Offline'],
    [`/${slug}/teamspaces/${team.id}/`, 'Project', 'Trail Maps'],
    [`${project}modules/${module.id}/`, 'State', 'Backlog'],
  ] as const
  const item = page.getByRole('group', { name: /Tarn|Epic/ })
  const saved = () => page.waitForResponse(/user-properties\/$/)
  for (const [path, grouping, name] of onServer) {
    await page.goto(path)
    await expect(page.getByText('All work items')).toBeVisible()
    await expect(item.getByRole('button', { name: 'State: Backlog' })).toBeVisible()
    await page.getByRole('button', { name: 'Display' }).click()
    const retained = saved()
    await choose(page, 'Group by', grouping)
    await expect(group(page, name)).toBeVisible()
    await retained
    await page.keyboard.press('Escape')
  }
  // In the last list a filter and a property: applied before the server has responded.
  const gate = Promise.withResolvers<void>()
  await page.route('**/user-properties/', async (route) => {
    await gate.promise
    await route.fallback()
  })
  await page.getByRole('button', { name: /^Filters/ }).click()
  await filters(page).getByRole('checkbox', { name: 'Urgent' }).check()
  await expect(page.getByText('No work items match these filters')).toBeVisible()
  await filters(page).getByRole('checkbox', { name: 'High' }).check()
  await expect(item).toBeVisible()
  gate.resolve()
  const filtered = async () => {
    const at = { ...params, id: module.id }
    return (await call(request, modulesApi.properties, { params: at })).filters.priority
  }
  await expect.poll(filtered).toEqual(['urgent', 'high'])
  await page.unroute('**/user-properties/')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Display' }).click()
  const hidden = saved()
  await display(page).getByRole('button', { name: 'State', exact: true }).click()
  await expect(item.getByRole('button', { name: 'State: Backlog' })).toHaveCount(0)
  await hidden
  await page.keyboard.press('Escape')

  const other = await ada.signInElsewhere()
  const there = other.getByRole('group', { name: /Tarn|Epic/ })
  const chip = other.getByRole('button', { name: 'Remove filter Priority' })
  for (const [path, , name] of onServer) {
    await other.goto(path)
    await expect(group(other, name)).toBeVisible()
    const isLast = path.includes('/modules/')
    await expect(chip).toHaveCount(isLast ? 1 : 0)
    const state = there.getByRole('button', { name: 'State: Backlog' })
    await expect(state).toHaveCount(isLast ? 0 : 1)
  }
})

// @cap:display.layouts-per-context
test('another layout of a list begins anew, with rows of its own', async ({ ada }) => {
  const { page } = ada
  await ada.addItem('Tarn', { priority: 'high' })
  await ada.arrange({ group_by: 'priority' })
  const item = page.getByRole('group', { name: /Tarn/ })
  const asked = Promise.withResolvers<void>()
  await withoutLocalCache(page)
  await page.goto(ada.list)
  await expect(group(page, 'High')).toBeVisible()
  await expect(item).toBeVisible()
  await page.route('**/issues/?*', async (route) => {
    await asked.promise
    await route.fallback()
  })
  await page.getByRole('radio', { name: 'Table' }).click()
  await expect(item).toHaveCount(0)
  await expect(page.getByText('Tarn')).toHaveCount(0)
  asked.resolve()
  await expect(page.getByText('Tarn')).toBeVisible()
})

test('a display chosen while the server cannot be reached survives a reload, and is saved then', async ({
  ada,
}) => {
  const { page, context, slug, project_id } = ada
  await ada.addItem('Tarn', { priority: 'high' })
  await page.goto(ada.list)
  await expect(row(page, 'Tarn')).toBeVisible()
  await page.route('**/user-properties/', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
  )
  await page.getByRole('button', { name: 'Display' }).click()
  await choose(page, 'Group by', 'Assignee')
  await choose(page, 'Group by', 'Priority')
  await expect(group(page, 'High')).toBeVisible()
  await page.unroute('**/user-properties/')
  await page.reload()
  const saved = async () => {
    const params = { slug, project_id }
    const properties = await call(context.request, projectMembersApi.properties, { params })
    return properties.display_filters.group_by
  }
  await expect.poll(saved).toBe('priority')
  await expect(group(page, 'High')).toBeVisible()
})

// @cap:display.saved-in-browser
// @cap:display.contexts-independent
test('lists across projects are shown as one chose them in this browser', async ({ ada }) => {
  const { page, context, slug } = ada
  const me = await call(context.request, accountApi.me, {})
  await ada.addItem('Tarn', { priority: 'high', assignee_ids: [me.id] })
  const profile = `/${slug}/profile/${me.id}/assigned/`
  const workspace = `/${slug}/workspace-views/all-issues/`
  await page.goto(profile)
  await page.getByRole('button', { name: 'Display' }).click()
  await choose(page, 'Group by', 'Priority')
  await page.goto(workspace)
  await expect(page.getByRole('columnheader', { name: 'Priority' })).toBeVisible()
  await page.getByRole('button', { name: 'Display' }).click()
  await display(page).getByRole('button', { name: 'Priority', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: 'Priority' })).toHaveCount(0)
  await page.goto(profile)
  await expect(group(page, 'High')).toBeVisible()
  await page.goto(workspace)
  await expect(page.getByRole('columnheader', { name: 'State' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Priority' })).toHaveCount(0)
  const entries = await page.evaluate<{ key: string; userId: string }[]>(
    `JSON.parse(localStorage.getItem('issue_local_filters'))`,
  )
  expect(entries.map(({ key }) => key)).toEqual(expect.arrayContaining(['profile', 'workspace']))
  expect(new Set(entries.map(({ userId }) => userId))).toEqual(new Set([me.id]))
  const other = await ada.signInElsewhere()
  await other.goto(profile)
  await expect(other.getByText('All work items')).toBeVisible()
})

// @cap:work-items.guest-read-only
test('guests only look', async ({ ada }) => {
  await ada.addItem('Contour lines flicker')
  const { page, context } = await ada.addColleague(GUEST, 'Gus Guest')
  const { slug, project_id } = ada
  const me = await (await context.request.get('/api/users/me/')).json()
  await call(ada.context.request, projectMembersApi.add, {
    params: { slug, project_id },
    body: { members: [{ member_id: me.id, role: GUEST }] },
  })
  await ada.context.request.patch(`/api/workspaces/${slug}/projects/${project_id}/`, {
    data: { guest_view_all_features: true },
  })
  await page.goto(ada.list)
  const item = row(page, 'TRAIL-1')
  await expect(item).toBeVisible()
  await item.hover()
  await expect(item.getByRole('img', { name: 'State: Backlog' })).toBeVisible()
  await expect(item.getByRole('button', { name: /Priority|Assignees|Labels/ })).toHaveCount(0)
  await expect(item.getByRole('checkbox')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('button', { name: 'New work item' })).toHaveCount(0)
  await item.click({ button: 'right' })
  await expect(page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: /Rename|Archive|Delete/ })).toHaveCount(0)
  const answer = await context.request.patch(
    `/api/workspaces/${slug}/projects/${project_id}/issues/${(await ada.addItem('Other')).id}/`,
    { data: { name: 'Mine' } },
  )
  expect(answer.status()).toBe(403)
})

// @cap:list.inline-properties
test('in a list across projects each row is changed by one’s role in its project', async ({
  ada,
}) => {
  const { slug, project_id, context } = ada
  const { request } = context
  const huts = await call(request, projectsApi.create, {
    params: { slug },
    body: { name: 'Huts', identifier: 'HUT', guest_view_all_features: true },
  })
  const me = await call(request, accountApi.me, {})
  const body = { name: 'Stove', assignee_ids: [me.id] }
  await call(request, workItemsApi.create, { params: { slug, project_id: huts.id }, body })
  await ada.addItem('Tarn', { assignee_ids: [me.id] })
  const { page, context: his } = await ada.addColleague(MEMBER, 'Bob Fields')
  const bob = await call(his.request, accountApi.me, {})
  for (const [id, role] of [
    [project_id, MEMBER],
    [huts.id, GUEST],
  ] as const) {
    await call(request, projectMembersApi.add, {
      params: { slug, project_id: id },
      body: { members: [{ member_id: bob.id, role }] },
    })
  }
  await page.goto(`/${slug}/profile/${me.id}/assigned/`)
  const stove = row(page, 'HUT-1 Stove')
  await expect(stove.getByRole('img', { name: 'State: Backlog' })).toBeVisible()
  await expect(stove.getByRole('button', { name: /^(State|Priority|Labels)/ })).toHaveCount(0)
  const tarn = row(page, 'TRAIL-1 Tarn')
  await tarn.getByRole('button', { name: 'State: Backlog' }).click()
  await page.getByRole('option', { name: 'Todo' }).click()
  await expect(tarn.getByRole('button', { name: 'State: Todo' })).toBeVisible()
})

// @cap:work-items.row-menu
test('the button and a right click open the same menu, by list and by role', async ({ ada }) => {
  const { page, context, slug, project_id } = ada
  const { request } = context
  const params = { slug, project_id }
  const state_id = await stateNamed(ada, 'Done')
  const cycle = await call(request, cyclesApi.create, { params, body: { name: 'Summer' } })
  const module = await call(request, modulesApi.create, { params, body: { name: 'Offline' } })
  const more = { state_id, plan: { cycle_id: cycle.id, module_ids: [module.id] } }
  await ada.addItem('Tarn', more)
  const old = await ada.addItem('Old hut', more)
  await call(request, workItemsApi.bulkArchive, { params, body: { issue_ids: [old.id] } })
  const gus = await ada.addColleague(GUEST, 'Gus')
  const mel = await ada.addColleague(MEMBER, 'Mel')
  for (const [{ context: of }, role] of [
    [gus, GUEST],
    [mel, MEMBER],
  ] as const) {
    const { id } = await call(of.request, accountApi.me, {})
    const body = { members: [{ member_id: id, role }] }
    await call(request, projectMembersApi.add, { params, body })
  }
  await call(request, projectsApi.change, { params, body: { guest_view_all_features: true } })

  const project = `/${slug}/projects/${project_id}`
  const lists = [
    { address: ada.list, name: 'Tarn', taken: [] },
    { address: `${project}/cycles/${cycle.id}/`, name: 'Tarn', taken: ['Remove from cycle'] },
    { address: `${project}/modules/${module.id}/`, name: 'Tarn', taken: ['Remove from module'] },
    { address: `${project}/archives/issues/`, name: 'Old hut', taken: undefined },
  ]
  const look = ['Open in new tab', 'Copy link', 'Copy ID']
  for (const { of, role } of [
    { of: page, role: ADMIN },
    { of: mel.page, role: MEMBER },
    { of: gus.page, role: GUEST },
  ]) {
    for (const { address, name, taken } of lists) {
      // Guests have no archives.
      if (role === GUEST && !taken) continue
      await of.goto(address)
      const item = row(of, name)
      const entries = async () => {
        const items = of.getByRole('menuitem')
        await expect(items.first()).toBeVisible()
        const labels = await items.evaluateAll((all) => all.map((one) => one.textContent ?? ''))
        await of.keyboard.press('Escape')
        await expect(items).toHaveCount(0)
        return labels
      }
      await item.click({ button: 'right' })
      const clicked = await entries()
      await item.hover()
      await item.locator('[data-opens=menu]').click()
      expect(await entries(), address).toEqual(clicked)
      const text = clicked.join(', ')
      for (const label of look) expect(text, address).toContain(label)
      for (const label of role >= MEMBER && taken
        ? [...taken, 'Edit', 'Make a copy', 'Archive']
        : [])
        expect(text, address).toContain(label)
      if (role >= MEMBER && !taken) expect(text).toContain('Restore')
      expect(text.includes('Delete'), `${address} ${role}`).toBe(role === ADMIN)
      if (role === GUEST) expect(clicked, address).toHaveLength(look.length)
    }
  }
})

// @cap:archive.list
// @cap:archive.read-only
// @cap:archive.hidden-everywhere
// @cap:display.saved-in-browser
test('archived items are found in their own list, brought back or deleted; a profile shows all of somebody’s', async ({
  ada,
}) => {
  const { page, context, slug, project_id } = ada
  const state_id = await stateNamed(ada, 'Done')
  const me = await (await context.request.get('/api/users/me/')).json()
  for (const name of ['Keep', 'Restore me', 'Delete me']) {
    await ada.addItem(name, { state_id, assignee_ids: [me.id] })
  }
  await page.goto(ada.list)
  for (const name of ['Restore me', 'Delete me']) {
    await row(page, name).click({ button: 'right' })
    await page.getByRole('menuitem', { name: /Archive/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Archive' }).click()
    await expect(row(page, name)).toBeHidden()
  }
  await page.goto(`/${slug}/projects/${project_id}/archives/issues/`)
  await expect(rows(page)).toHaveCount(2)
  await expectAccessible(page)
  await expect(page.getByRole('main').getByRole('button', { name: 'New work item' })).toHaveCount(0)
  await expect(row(page, 'Restore me').getByRole('button', { name: /^State/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Display' }).click()
  await choose(page, 'Group by', 'Priority')
  await expect(group(page, 'No priority')).toContainText('2')
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(group(page, 'No priority')).toContainText('2')
  await page.getByRole('button', { name: /^Filters/ }).click()
  await filters(page).getByRole('searchbox').fill('urg')
  await filters(page).getByRole('checkbox', { name: 'Urgent' }).check()
  await page.keyboard.press('Escape')
  await expect(page.getByText('No work items match these filters')).toBeVisible()
  await page.getByRole('button', { name: 'Clear all filters' }).click()
  await expect(group(page, 'No priority')).toContainText('2')
  await row(page, 'Restore me').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Restore' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click()
  await row(page, 'Delete me').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No archived work items yet')).toBeVisible()

  await page.goto(`/${slug}/profile/${me.id}/assigned/`)
  await expect(rows(page)).toHaveCount(2)
  await expect(row(page, 'Restore me').getByRole('button', { name: 'State: Done' })).toBeVisible()
  await expect(page.getByText('All work items')).toBeVisible()
  await page.getByRole('link', { name: 'Subscribed' }).click()
  await expect(page).toHaveURL(/subscribed/)
})

/** The names of the given items, from top to bottom. */
async function fromTheTop(page: Page, ...items: readonly string[]) {
  const places = items.map(async (name) => {
    const box = await page.getByRole('main').getByText(name, { exact: true }).first().boundingBox()
    return { name, y: box?.y ?? 0 }
  })
  return (await Promise.all(places)).sort((a, b) => a.y - b.y).map(({ name }) => name)
}

// @cap:lists.order-direction
test('every order is turned round, in four layouts, in the address and in a saved view', async ({
  ada,
}) => {
  const { page } = ada
  const dated = (priority: string, start_date: string) => ({ priority, start_date })
  await ada.addItem('Burning', dated('urgent', '2026-03-01'))
  await ada.addItem('Idle', dated('low', '2026-01-01'))
  const orderIs = (...wanted: readonly string[]) =>
    expect.poll(() => fromTheTop(page, 'Burning', 'Idle')).toEqual(wanted)
  const openDisplay = async () => {
    await page.getByRole('button', { name: 'Display' }).click()
    await expect(display(page)).toBeVisible()
  }

  await test.step('each order has words for both directions', async () => {
    await page.goto(ada.list)
    await expect(rows(page)).toHaveCount(2)
    await orderIs('Idle', 'Burning')
    await openDisplay()
    for (const [name, first, turned] of [
      ['Created', 'Newest first', 'Oldest first'],
      ['Updated', 'Newest first', 'Oldest first'],
      ['Start date', 'Earliest first', 'Latest first'],
      ['Due date', 'Earliest first', 'Latest first'],
      ['Priority', 'Highest first', 'Lowest first'],
    ] as const) {
      await choose(page, 'Order by', name)
      await display(page).getByRole('button', { name: first }).click()
      await expect(display(page).getByRole('button', { name: turned })).toBeVisible()
    }
    await orderIs('Idle', 'Burning')
    await display(page).getByRole('button', { name: 'Lowest first' }).click()
    await orderIs('Burning', 'Idle')
    await choose(page, 'Order by', 'Manual')
    await expect(display(page).getByRole('button', { name: /first$/ })).toHaveCount(0)
    await choose(page, 'Order by', 'Start date')
    await display(page).getByRole('button', { name: 'Earliest first' }).click()
    await orderIs('Burning', 'Idle')
    await page.keyboard.press('Escape')
  })

  await test.step('the address shows the same to somebody who orders otherwise', async () => {
    await expect(page).toHaveURL(/[?&]order_by=-start_date/)
    const address = page.url()
    await ada.arrange({ layout: 'list', order_by: 'start_date' })
    const elsewhere = await ada.signInElsewhere()
    await elsewhere.goto(ada.list)
    await expect.poll(() => fromTheTop(elsewhere, 'Burning', 'Idle')).toEqual(['Idle', 'Burning'])
    await elsewhere.goto(address)
    await expect.poll(() => fromTheTop(elsewhere, 'Burning', 'Idle')).toEqual(['Burning', 'Idle'])
    await elsewhere.close()
  })

  for (const layout of ['kanban', 'spreadsheet', 'gantt_chart']) {
    await test.step(`so in the layout ${layout}`, async () => {
      await page.goto(`${ada.list}?layout=${layout}&order_by=-start_date`)
      await orderIs('Burning', 'Idle')
      await openDisplay()
      await display(page).getByRole('button', { name: 'Latest first' }).click()
      await orderIs('Idle', 'Burning')
      await expect(page).toHaveURL(/[?&]order_by=start_date/)
    })
  }

  await test.step('a saved view keeps it', async () => {
    await page.goto(`${ada.list}?layout=list&priority=urgent,low&order_by=-start_date`)
    await orderIs('Burning', 'Idle')
    await page.getByRole('button', { name: 'Save view', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Create view' })
    await dialog.getByLabel('Title').fill('Latest')
    await dialog.getByRole('button', { name: 'Create view' }).click()
    await expect(page.getByRole('heading', { name: 'Latest', level: 1 })).toBeVisible()
    await orderIs('Burning', 'Idle')
    await page.reload()
    await orderIs('Burning', 'Idle')
  })
})
