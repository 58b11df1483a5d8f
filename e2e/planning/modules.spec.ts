import {
  estimatesApi,
  GUEST,
  labelsApi,
  type Module,
  modulesApi,
  type NewModule,
  projectMembersApi,
  projectsApi,
  statesApi,
  workspacesApi,
} from '@cairn/contract'
import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInThemes } from '../kit/accessibility.ts'
import { drag } from '../kit/drag.ts'
import { changesAnswered } from '../kit/unanswered-changes.ts'
import { call, dialogOf, expect, test, type Visitor } from '../kit/visitors.ts'

const DAY = 86_400_000
const now = Date.now()
/** Days from today, in the time zone of the test browsers. */
const day = (days: number) => new Date(now + days * DAY).toISOString().slice(0, 10)

const screen = ({ slug, project_id }: Visitor) => `/${slug}/projects/${project_id}/modules/`

const make = ({ context, slug, project_id }: Visitor, body: NewModule) =>
  call(context.request, modulesApi.create, { params: { slug, project_id }, body })

const modulesOf = ({ context, slug, project_id }: Visitor) =>
  call(context.request, modulesApi.list, { params: { slug, project_id } })

const find = async (ada: Visitor, wanted: string) =>
  (await modulesOf(ada)).find(({ name }) => name === wanted)

const put = ({ context, slug, project_id }: Visitor, { id }: Module, ids: string[]) =>
  call(context.request, modulesApi.addItems, {
    params: { slug, project_id, id },
    body: { issues: ids },
  })

const rows = (page: Page) => page.getByRole('list', { name: 'Modules' }).getByRole('listitem')
const row = (page: Page, name: string) => rows(page).filter({ hasText: name })
const namesOf = (page: Page) => rows(page).getByRole('link').allTextContents()
const message = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text)

const choose = async (page: Page, menu: RegExp, item: string) => {
  await page.getByRole('button', { name: menu }).click()
  await page.getByRole('menuitemcheckbox', { name: item }).click()
}

// @cap:modules.create-and-edit
// @cap:modules.delete
test('a member makes a module, changes it, and deletes it; its items stay', async ({ ada }) => {
  const { page } = ada
  const item = await ada.addItem('Contour lines flicker')
  await page.goto(screen(ada))
  await expect(page.getByRole('heading', { name: 'No modules yet' })).toBeVisible()
  await expectAccessible(page)

  await page.keyboard.press('m')
  const dialog = dialogOf(page)
  await dialog.getByRole('button', { name: 'Create module' }).click()
  await expect(dialog.getByText('Enter a title.')).toBeVisible()
  await dialog.getByLabel('Title').fill('Offline maps')
  await dialog.getByLabel('Description').fill('Everything without a signal.')
  await dialog.getByRole('button', { name: 'Dates' }).click()
  const calendar = page.getByRole('dialog', { name: 'Dates' })
  const days = calendar.getByRole('gridcell').getByRole('button')
  await days.filter({ hasText: /^10$/ }).first().click()
  await days.filter({ hasText: /^20$/ }).first().click()
  await calendar.getByRole('button', { name: 'Done' }).click()
  await dialog.getByRole('button', { name: 'Status: Backlog' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Planned' }).click()
  await dialog.getByRole('button', { name: 'Lead' }).click()
  await page.getByRole('option', { name: 'You' }).click()
  await dialog.getByRole('button', { name: 'Members' }).click()
  await page.getByRole('option', { name: 'You' }).click()
  await page.keyboard.press('Escape')
  await expect(page.locator('[role=listbox]')).toHaveCount(0)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create module' }).click()
  await expect(dialog).toBeHidden()
  await expect(row(page, 'Offline maps')).toContainText('Planned')

  await expect.poll(() => find(ada, 'Offline maps')).toBeDefined()
  const made = await find(ada, 'Offline maps')
  const me = made?.lead_id ?? ''
  expect(made).toMatchObject({
    ...{ description: 'Everything without a signal.', status: 'planned', member_ids: [me] },
    ...{ start_date: expect.stringMatching(/-10$/), target_date: expect.stringMatching(/-20$/) },
  })
  if (made) await put(ada, made, [item.id])

  await page.getByRole('button', { name: 'Add module' }).click()
  await dialog.getByLabel('Title').fill('Offline maps')
  await dialog.getByRole('button', { name: 'Create module' }).click()
  await expect(dialog.getByText('Another module has this name.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()

  await row(page, 'Offline maps').click({ button: 'right', position: { x: 400, y: 10 } })
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await dialog.getByLabel('Title').fill('Maps for the hills')
  await dialog.getByRole('button', { name: 'Update module' }).click()
  await expect(row(page, 'Maps for the hills')).toBeVisible()
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: 'Actions for Maps for the hills' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('You can undo this right after.')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('heading', { name: 'No modules yet' })).toBeVisible()
  await message(page, 'Undo').click()
  await expect(row(page, 'Maps for the hills')).toBeVisible()
  await expect
    .poll(() => find(ada, 'Maps for the hills'))
    .toMatchObject({ total_issues: 1, member_ids: [me] })

  await page.getByRole('button', { name: 'Actions for Maps for the hills' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('heading', { name: 'No modules yet' })).toBeVisible()
  await page.goto(ada.list)
  await expect(page.getByRole('group', { name: 'TRAIL-1' })).toBeVisible()
})

// @cap:modules.list-layouts
// @cap:modules.list-filters
// @cap:modules.archive-and-restore
test('modules are laid out, ordered, searched and filtered, and the browser remembers how', async ({
  ada,
}) => {
  const { page, context, slug, project_id } = ada
  const me = await call(context.request, projectMembersApi.me, { params: { slug, project_id } })
  const items = [await ada.addItem('One'), await ada.addItem('Two')]
  const lead_id = me.member.id
  const alpha = await make(ada, { name: 'Alpha', target_date: day(40), lead_id })
  const beta = await make(ada, { name: 'Beta', status: 'paused', member_ids: [lead_id] })
  await make(ada, { name: 'Gamma', status: 'completed', start_date: day(9), target_date: day(12) })
  await put(ada, beta, [items[0]?.id ?? '', items[1]?.id ?? ''])
  await put(ada, alpha, [items[0]?.id ?? ''])
  await page.goto(screen(ada))
  await expect.poll(() => namesOf(page)).toEqual(['Alpha', 'Beta', 'Gamma'])
  await expectAccessibleInThemes(page)

  for (const [order, expected] of [
    ['Number of work items', ['Gamma', 'Alpha', 'Beta']],
    ['Due date', ['Gamma', 'Alpha', 'Beta']],
    ['Created date', ['Alpha', 'Beta', 'Gamma']],
    // In manual order, new ones come first.
    ['Manual', ['Gamma', 'Beta', 'Alpha']],
    ['Progress', ['Alpha', 'Beta', 'Gamma']],
    ['Name', ['Alpha', 'Beta', 'Gamma']],
  ] as const) {
    await choose(page, /^(Name|Progress|Number|Due|Created|Manual)/, order)
    await expect.poll(() => namesOf(page), order).toEqual(expected)
  }
  await choose(page, /^Name/, 'Descending')
  await expect.poll(() => namesOf(page)).toEqual(['Gamma', 'Beta', 'Alpha'])

  await page.getByRole('radio', { name: 'Gallery layout' }).click()
  await expect(page.getByRole('article', { name: 'Beta' })).toContainText('0/2 work items')
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByRole('article').first()).toHaveAccessibleName('Gamma')
  await page.getByRole('radio', { name: 'List layout' }).click()

  await page.getByRole('searchbox', { name: 'Search modules' }).fill('ALPH')
  await expect.poll(() => namesOf(page)).toEqual(['Alpha'])
  await page.getByRole('searchbox', { name: 'Search modules' }).fill('nothing like it')
  await expect(page.getByText('Clear the search to see all modules.')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search modules' }).fill('')

  await page.getByRole('button', { name: 'Add Beta to favorites' }).click()
  const filters = page.getByRole('dialog', { name: 'Filters' })
  const check = (group: string, name: string) =>
    filters.getByRole('group', { name: group }).getByRole('checkbox', { name }).click()
  await page.getByRole('button', { name: /^Filters/ }).click()
  for (const [choice, expected] of [
    [() => filters.getByRole('checkbox', { name: 'Favorites' }).click(), ['Beta']],
    [() => check('Status', 'Paused'), ['Beta']],
    [() => check('Lead', 'You'), ['Alpha']],
    [() => check('Members', 'You'), ['Beta']],
    [() => check('Start date', 'Within 1 week'), ['Gamma']],
    [() => check('Due date', 'Within 1 month'), ['Alpha']],
  ] as const) {
    await choice()
    await expect.poll(() => namesOf(page)).toEqual(expected)
    await choice()
    await expect.poll(() => namesOf(page)).toHaveLength(3)
  }
  await check('Status', 'Completed')
  await page.keyboard.press('Escape')
  await page.reload()
  await expect.poll(() => namesOf(page)).toEqual(['Gamma'])
  await expect(page.getByRole('button', { name: 'Remove filter Status' })).toBeVisible()

  await page.getByRole('button', { name: 'Actions for Gamma' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByText('Remove a filter to see more.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear all' }).click()
  await page.getByRole('button', { name: 'Actions for Alpha' }).click()
  await expect(page.getByRole('menuitem', { name: /^Archive/ })).toBeDisabled()
  await page.keyboard.press('Escape')

  // The archive has its own filters, without a status.
  await page.getByRole('link', { name: 'Archived modules' }).click()
  await expect(page.getByRole('tab', { name: 'Modules' })).toHaveAttribute('aria-selected', 'true')
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Gamma', exact: true }).click()
  await expect(page.getByRole('complementary', { name: 'Module details' })).toContainText('Gamma')
  await page.getByRole('button', { name: 'Actions for Gamma' }).click()
  await page.getByRole('menuitem', { name: 'Restore' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByRole('heading', { name: 'No archived modules yet' })).toBeVisible()
  await changesAnswered(context.request)
  await page.goto(screen(ada))
  await expect.poll(() => namesOf(page)).toHaveLength(3)
})

// @cap:modules.inline-edit
// @cap:modules.load-failure
test('dates and status change in place, by hand in the timeline, and go back when it fails', async ({
  ada,
}) => {
  const { page } = ada
  const alpha = await make(ada, { name: 'Alpha', start_date: day(-2), target_date: day(0) })
  await make(ada, { name: 'Beta' })
  await page.goto(screen(ada))

  await row(page, 'Beta').getByRole('button', { name: 'Status: Backlog' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Paused' }).click()
  await expect(row(page, 'Beta')).toContainText('Paused')
  await expect.poll(async () => (await find(ada, 'Beta'))?.status).toBe('paused')
  await row(page, 'Beta').getByRole('button', { name: 'Dates' }).click()
  const calendar = page.getByRole('dialog', { name: 'Dates' })
  const days = calendar.getByRole('gridcell').getByRole('button')
  await days.filter({ hasText: /^10$/ }).first().click()
  await days.filter({ hasText: /^20$/ }).first().click()
  await calendar.getByRole('button', { name: 'Done' }).click()
  await expect
    .poll(async () => {
      const { start_date, target_date } = (await find(ada, 'Beta')) ?? {}
      return [start_date?.slice(-2), target_date?.slice(-2)]
    })
    .toEqual(['10', '20'])

  await page.route(`**/api/**/modules/${alpha.id}/`, (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  await row(page, 'Alpha').getByRole('button', { name: 'Status: Backlog' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Completed' }).click()
  // Without a response it stays in the browser, and is sent once the server responds.
  await expect(row(page, 'Alpha')).toContainText('Completed')
  await expect(page.getByRole('button', { name: 'Review changes' })).toBeVisible()
  await page.unroute(`**/api/**/modules/${alpha.id}/`)
  await expect(page.getByRole('button', { name: 'Review changes' })).toHaveCount(0)
  await expect.poll(async () => (await find(ada, 'Alpha'))?.status).toBe('completed')

  await page.getByRole('radio', { name: 'Timeline layout' }).click()
  const block = page.getByRole('button', { name: /^Alpha, / })
  const datesNow = async () => {
    const { start_date, target_date } = (await find(ada, 'Alpha')) ?? {}
    return [start_date, target_date]
  }
  const box = async () => (await block.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const pull = async (from: 'middle' | 'right', by: number) => {
    // Waits until the chart stops moving.
    await block.hover()
    const { x, y, width, height } = await box()
    const start = { x: from === 'right' ? x + width - 4 : x + width / 2, y: y + height / 2 }
    await page.mouse.move(start.x, start.y)
    await page.mouse.down()
    await page.mouse.move(start.x + by / 2, start.y)
    await page.mouse.move(start.x + by, start.y)
    await page.mouse.up()
  }
  // A day is 60 wide.
  await pull('middle', 60)
  await expect.poll(datesNow).toEqual([day(-1), day(1)])
  await pull('right', 60)
  await expect.poll(datesNow).toEqual([day(-1), day(2)])
  await block.focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(datesNow).toEqual([day(-2), day(1)])
  await expectAccessible(page)

  await choose(page, /^Name/, 'Manual')
  const names = page.getByRole('list', { name: 'Timeline' }).getByRole('link')
  await expect(names.first()).toHaveText('Beta')
  await drag(names.nth(1), names.first(), { x: 40, y: 2 })
  await expect(names.first()).toHaveText('Alpha')
  await expect
    .poll(async () => {
      const [first, second] = [await find(ada, 'Alpha'), await find(ada, 'Beta')]
      return (first?.sort_order ?? 0) < (second?.sort_order ?? 0)
    })
    .toBe(true)

  await page.route('**/api/**/modules/', (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('heading', { name: "The modules couldn't be loaded" })).toBeVisible()
  await page.getByRole('link', { name: 'Work items', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'No work items yet' })).toBeVisible()
})

// @cap:modules.detail-and-progress
// @cap:modules.links
// @cap:modules.items
test('a module shows its items in every layout, how far it is, and its links', async ({ ada }) => {
  const { page, context, slug, project_id } = ada
  const params = { slug, project_id }
  const { request } = context
  const states = await call(request, statesApi.list, { params })
  const done = states.find(({ group }) => group === 'completed')?.id ?? ''
  const label = await call(request, labelsApi.create, { params, body: { name: 'Offline' } })
  const estimate = await call(request, estimatesApi.create, {
    params,
    body: {
      estimate: { name: 'Points', type: 'points', last_used: true },
      estimate_points: [
        { key: 1, value: '2' },
        { key: 2, value: '5' },
      ],
    },
  })
  await call(request, projectsApi.change, { params, body: { estimate: estimate.id } })
  const [two, five] = estimate.points.map(({ id }) => id)
  const tiles = await ada.addItem('Tiles', {
    ...{ state_id: done, estimate_point: two, label_ids: [label.id] },
  })
  const regions = await ada.addItem('Regions', { estimate_point: five })
  await ada.addItem('Elsewhere')
  const module = await make(ada, { name: 'Offline maps' })
  await put(ada, module, [tiles.id, regions.id])
  await page.goto(`${screen(ada)}${module.id}/`)
  const list = page.getByRole('main')
  for (const layout of ['Board', 'Calendar', 'Table', 'Timeline', 'List']) {
    await page.getByRole('radio', { name: layout, exact: true }).click()
    if (layout !== 'Calendar') await expect(list.getByText('Regions').first()).toBeVisible()
    await expect(list.getByText('Elsewhere')).toBeHidden()
  }

  const details = page.getByRole('complementary', { name: 'Module details' })
  await page.getByRole('button', { name: 'Hide details' }).click()
  await expect(details).toBeHidden()
  await page.getByRole('button', { name: 'Show details' }).click()
  await expect(details.getByText('Choose a due date after the start date.')).toBeVisible()
  await call(request, modulesApi.change, {
    params: { ...params, id: module.id },
    body: { start_date: day(-2), target_date: day(5) },
  })
  await expect(details.getByText('1/2')).toBeVisible()
  await expect(details.getByText('2/7')).toBeVisible()
  await expect(details.getByText('50%', { exact: true })).toBeVisible()
  await expect(details.getByText('Pending work items')).toContainText('1')
  await details.getByRole('button', { name: 'Work items' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Points' }).click()
  await expect(details.getByText('Pending points')).toContainText('5')
  await expectAccessibleInThemes(page)

  // Clicking a count filters the list.
  await details.getByRole('tab', { name: 'Labels' }).click()
  await details.getByRole('button', { name: /^Offline/ }).click()
  await expect(page.getByRole('group', { name: 'TRAIL-2' })).toBeHidden()
  await expect(page.getByRole('group', { name: 'TRAIL-1' })).toBeVisible()
  await details.getByRole('button', { name: /^Offline/ }).click()
  await details.getByRole('tab', { name: 'States' }).click()
  await details.getByRole('button', { name: /^Backlog/ }).click()
  await expect(page.getByRole('group', { name: 'TRAIL-1' })).toBeHidden()
  await details.getByRole('button', { name: /^Backlog/ }).click()
  await expect(page.getByRole('group', { name: 'TRAIL-1' })).toBeVisible()
  await details.getByRole('tab', { name: 'Assignees' }).click()
  await expect(details.getByText('No assignee')).toBeVisible()

  await details.getByRole('button', { name: 'Add link' }).click()
  const dialog = dialogOf(page)
  await dialog.getByLabel('URL').fill('javascript:alert(1)')
  await dialog.getByRole('button', { name: 'Add link' }).click()
  await expect(dialog.getByText('Enter a valid http or https URL.')).toBeVisible()
  await dialog.getByLabel('URL').fill('maps.example/spec')
  await dialog.getByLabel('Display title').fill('Tile format')
  await dialog.getByRole('button', { name: 'Add link' }).click()
  const link = details.getByRole('link', { name: 'Tile format' })
  await expect(link).toHaveAttribute('href', 'http://maps.example/spec')
  await expect(dialog).toBeHidden()
  await details.getByRole('button', { name: 'Add link' }).click()
  await dialog.getByLabel('URL').fill('http://maps.example/spec')
  await dialog.getByRole('button', { name: 'Add link' }).click()
  await expect(dialog.getByText('You already added this URL.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await link.hover()
  await details.getByRole('button', { name: 'Copy URL' }).click()
  await expect
    .poll(() => page.evaluate('navigator.clipboard.readText()'))
    .toBe('http://maps.example/spec')
  await details.getByRole('button', { name: 'Link actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await dialog.getByLabel('Display title').fill('The format')
  await dialog.getByRole('button', { name: 'Save link' }).click()
  await expect(details.getByRole('link', { name: 'The format' })).toBeVisible()
  await expect(dialog).toBeHidden()
  await details.getByRole('link', { name: 'The format' }).hover()
  await details.getByRole('button', { name: 'Link actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(details.getByText('No links yet')).toBeVisible()
})

test('what a colleague does to a module shows at once, and a guest only looks', async ({ ada }) => {
  const { page, context, slug, project_id } = ada
  const module = await make(ada, { name: 'Offline maps' })
  await page.goto(screen(ada))
  await expect(row(page, 'Offline maps')).toContainText('Backlog')
  const second = await ada.secondBrowser()
  await second.goto(screen(ada))
  await second.getByRole('button', { name: 'Status: Backlog' }).click()
  await second.getByRole('menuitemcheckbox', { name: 'In progress' }).click()
  await expect(row(page, 'Offline maps')).toContainText('In progress')
  const item = await ada.addItem('Tiles')
  await put(ada, module, [item.id])
  await page.getByRole('radio', { name: 'Gallery layout' }).click()
  await expect(page.getByRole('article')).toContainText('0/1 work items')

  const { page: guest } = await ada.addColleague(GUEST, 'Gus')
  const people = await call(context.request, workspacesApi.members, { params: { slug } })
  const member_id = people.find(({ member }) => member.display_name === 'Gus')?.member.id ?? ''
  await call(context.request, projectMembersApi.add, {
    params: { slug, project_id },
    body: { members: [{ member_id, role: GUEST }] },
  })
  await guest.goto(screen(ada))
  await expect(row(guest, 'Offline maps')).toContainText('In progress')
  await expect(guest.getByRole('button', { name: 'Add module' })).toBeHidden()
  await expect(row(guest, 'Offline maps').getByRole('button', { name: /^Status/ })).toBeHidden()
  await guest.getByRole('button', { name: 'Actions for Offline maps' }).click()
  await expect(guest.getByRole('menuitem', { name: 'Copy link' })).toBeVisible()
  await expect(guest.getByRole('menuitem', { name: 'Edit' })).toBeHidden()
})
