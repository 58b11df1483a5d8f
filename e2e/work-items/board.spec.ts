import {
  GUEST,
  labelsApi,
  projectMembersApi,
  projectsApi,
  statesApi,
  workspacesApi,
} from '@cairn/contract'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInThemes } from '../kit/accessibility.ts'
import { drop, lift, over } from '../kit/drag.ts'
import { call, expect, test, type Visitor } from '../kit/visitors.ts'

test.use({ localCache: true })

const at = ({ slug, project_id }: Visitor) => ({ slug, project_id })
const boardOf = ({ list }: Visitor) => `${list}?layout=kanban`
const byHand = { layout: 'kanban', group_by: 'state', order_by: 'sort_order' }

const card = (page: Page, name: string) => page.getByRole('article', { name })
const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const cardsIn = (place: Locator) => place.getByRole('article')
const deleteZone = (page: Page) => page.getByText('Drop here to delete the work item.')

const stateNamed = async (ada: Visitor, name: string) => {
  const states = await call(ada.context.request, statesApi.list, { params: at(ada) })
  return states.find((state) => state.name === name)?.id ?? ''
}

/** Presses and starts to move: from here on the board is in a drag. */
async function begin(page: Page, carried: Locator) {
  await lift(carried, { x: 90, y: 16 })
  const { x, y } = (await carried.boundingBox()) ?? { x: 0, y: 0 }
  await page.mouse.move(x + 100, y + 26, { steps: 3 })
}

/** Drags a card over another element, `down` pixels below its upper edge. */
async function carry(page: Page, carried: Locator, target: Locator, down = 60) {
  await begin(page, carried)
  await expect(deleteZone(page)).toBeVisible()
  await over(target, { x: 60, y: down })
}

async function drag(page: Page, carried: Locator, target: Locator, down?: number) {
  await carry(page, carried, target, down)
  await drop(target, { x: 60, y: down ?? 60 })
}

// @cap:kanban.columns
// @cap:kanban.drag-between-states
// @cap:kanban.manual-position
// @cap:kanban.drop-zone-delete
test('cards are carried to another state, to another place, and to where they are deleted', async ({
  ada,
}) => {
  const { page } = ada
  for (const name of ['One', 'Two', 'Three']) await ada.addItem(name)
  await ada.arrange(byHand)
  await page.goto(boardOf(ada))
  const backlog = column(page, 'Backlog')
  const todo = column(page, 'Todo')
  await expect(cardsIn(backlog)).toHaveText([/One/, /Two/, /Three/])
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    ...['Backlog', 'Todo', 'In Progress', 'Done', 'Cancelled'],
  ])

  await expect(backlog.getByText('3', { exact: true }).first()).toBeVisible()
  await expect(todo.getByText('0', { exact: true }).first()).toBeVisible()

  await drag(page, card(page, 'Two'), todo)
  await expect(cardsIn(todo)).toHaveText([/Two/])
  await expect(cardsIn(backlog)).toHaveText([/One/, /Three/])

  let answer: () => void = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/issues/*/', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    await asked
    await route.fulfill({ status: 403, json: { error: 'No longer yours to change.' } })
  })
  await drag(page, card(page, 'One'), todo)
  await expect(cardsIn(todo)).toHaveCount(2)
  answer()
  await expect(page.getByText("You don't have permission to do this.").first()).toBeVisible()
  await expect(cardsIn(backlog)).toHaveText([/One/, /Three/])
  await page.unroute('**/issues/*/')

  await drag(page, card(page, 'Two'), card(page, 'Three'), 8)
  await expect(cardsIn(backlog)).toHaveText([/One/, /Two/, /Three/])
  await drag(page, card(page, 'Three'), card(page, 'One'), 8)
  await expect(cardsIn(backlog)).toHaveText([/Three/, /One/, /Two/])
  await page.reload()
  await expect(cardsIn(backlog)).toHaveText([/Three/, /One/, /Two/])

  const question = page.getByRole('alertdialog', { name: 'Delete TRAIL-1?' })
  await drag(page, card(page, 'One'), deleteZone(page), 12)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(cardsIn(backlog)).toHaveText([/Three/, /One/, /Two/])
  await drag(page, card(page, 'One'), deleteZone(page), 12)
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(cardsIn(backlog)).toHaveText([/Three/, /Two/])

  await ada.addItem('Burning', { priority: 'urgent', state_id: await stateNamed(ada, 'Todo') })
  await ada.addItem('Smouldering', { priority: 'low', state_id: await stateNamed(ada, 'Todo') })
  await ada.addItem('Warm', { priority: 'medium' })
  await ada.arrange({ ...byHand, order_by: '-priority' })
  await page.goto(boardOf(ada))
  await carry(page, card(page, 'Warm'), todo, 400)
  await expect(todo.getByText('Sorted by Priority.')).toBeVisible()
  await page.mouse.up()
  await expect(cardsIn(todo)).toHaveText([/Burning/, /Warm/, /Smouldering/])
})

// @cap:flow.limits
test('a column says how full it is, and warns when its limit is passed', async ({ ada }) => {
  const { page } = ada
  for (const name of ['One', 'Two', 'Three']) await ada.addItem(name)
  await ada.arrange(byHand)
  const other = await ada.secondBrowser()
  await other.goto(boardOf(ada))
  const todo = column(other, 'Todo')
  await expect(todo.getByText('0', { exact: true }).first()).toBeVisible()

  await page.goto(`/${ada.slug}/settings/projects/${ada.project_id}/states/`)
  await page.getByRole('button', { name: 'Edit Todo' }).click()
  const limit = page.getByRole('textbox', { name: 'Limit of work in progress' })
  const save = page.getByRole('button', { name: 'Save changes', exact: true })
  await limit.fill('none')
  await save.click()
  await expect(page.getByText('Enter a whole number from 1 to 9999, or nothing.')).toBeVisible()
  await limit.fill('1')
  await expectAccessible(page)
  await save.click()
  await expect(page.getByText('Limit 1')).toBeVisible()

  const warning = todo.getByText('1 work item over the limit')
  await expect(todo.getByText('0 / 1')).toBeVisible()
  await drag(other, card(other, 'One'), todo)
  await expect(todo.getByText('1 / 1')).toBeVisible()
  await expect(warning).toHaveCount(0)
  await drag(other, card(other, 'Two'), todo)
  await expect(todo.getByText('2 / 1')).toBeVisible()
  await expect(warning).toBeAttached()
  await expectAccessibleInThemes(other)
  await todo.getByRole('button', { name: 'Collapse Todo' }).click()
  await expect(warning).toBeAttached()
  await todo.getByRole('button', { name: 'Expand' }).click()

  await ada.arrange({ ...byHand, group_by: 'priority' })
  await other.reload()
  await expect(column(other, 'No priority').getByText('3', { exact: true }).first()).toBeVisible()
  await ada.arrange(byHand)
  await other.reload()
  await expect(warning).toBeAttached()

  await page.getByRole('button', { name: 'Edit Todo' }).click()
  await limit.fill('')
  await save.click()
  await expect(todo.getByText('2', { exact: true }).first()).toBeVisible()
  await expect(warning).toHaveCount(0)
})

// @cap:kanban.sub-groups
// @cap:kanban.collapse
// @cap:kanban.paging
// @cap:kanban.column-create
// @cap:work-items.quick-add
// @cap:display.empty-groups
// @cap:work-items.create-prefilled
// @cap:accessibility.contrast-and-color
test('lanes cross the columns; cells load more, take new cards, and fold away', async ({ ada }) => {
  const { page } = ada
  const names = Array.from({ length: 34 }, (_, n) => `Stone ${String(n + 1).padStart(2, '0')}`)
  const [first = '', ...rest] = names
  const last = rest.pop() ?? ''
  await ada.addItem(first)
  await ada.addItems(rest)
  await ada.addItem(last)
  const state_id = await stateNamed(ada, 'Todo')
  await ada.addItem('Peak', { priority: 'high', state_id })

  await ada.arrange(byHand)
  await page.goto(boardOf(ada))
  const backlog = column(page, 'Backlog')
  await expect(card(page, 'Stone 01')).toBeVisible()
  await expect(backlog.getByRole('heading').locator('..')).toContainText('34')
  const more = page.waitForResponse(/[?&]per_page=30&.*cursor=30%3A1%3A0/)
  await cardsIn(backlog)
    .first()
    .locator('xpath=ancestor::*[@data-scroller][1]')
    .evaluate((well) => well.scrollTo(0, well.scrollHeight))
  await more
  await expect(card(page, 'Stone 34')).toBeInViewport()

  await column(page, 'Todo').getByRole('button', { name: 'New work item' }).click()
  await page.keyboard.type('Typed in the column')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(column(page, 'Todo').getByText('Typed in the column')).toBeVisible()
  await page.getByRole('button', { name: 'Add work item to In Progress' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('From the dialog')
  await dialog.getByRole('button', { name: 'Create work item', exact: true }).click()
  await expect(cardsIn(column(page, 'In Progress'))).toHaveText([/From the dialog/])
  await page.getByRole('button', { name: 'Collapse Done' }).click()
  await expect(page.getByRole('button', { name: 'Expand Done' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Expand Done' })).toBeVisible()
  await expectAccessibleInThemes(page)

  await ada.arrange({ ...byHand, sub_group_by: 'priority', show_empty_groups: false })
  await page.goto(boardOf(ada))
  const high = column(page, 'High')
  const none = column(page, 'No priority')
  await expect(high.getByRole('button', { name: 'High 1' })).toBeVisible()
  await expect(none.getByRole('button', { name: 'No priority 36' })).toBeVisible()
  await expect(column(page, 'Medium')).toHaveCount(0)
  await expect(cardsIn(none).filter({ hasText: 'Stone' })).toHaveCount(10)
  await none.getByRole('button', { name: 'Load more' }).click()
  await expect(cardsIn(none).filter({ hasText: 'Stone' })).toHaveCount(20)

  await high.getByRole('button', { name: 'High 1' }).scrollIntoViewIfNeeded()
  const saved = page.waitForRequest((request) => request.method() === 'PATCH')
  await drag(page, card(page, 'Stone 01'), card(page, 'Peak'), 8)
  expect((await saved).postDataJSON()).toMatchObject({ priority: 'high', state_id })
  await expect(cardsIn(high)).toHaveText([/Stone 01/, /Peak/])
  await expect(high.getByRole('button', { name: 'High 2' })).toBeVisible()

  const made = page.waitForRequest((request) => request.method() === 'POST')
  await high.getByRole('button', { name: 'New work item' }).nth(2).click()
  await page.keyboard.type('Steep and started')
  await page.keyboard.press('Enter')
  expect((await made).postDataJSON()).toMatchObject({
    name: 'Steep and started',
    priority: 'high',
    state_id: await stateNamed(ada, 'In Progress'),
  })
  await expect(card(page, 'TRAIL-38 Steep and started')).toBeVisible()
  await page.keyboard.press('Escape')

  await none.getByRole('button', { name: 'No priority 35' }).click()
  await expect(cardsIn(none)).toHaveCount(0)
  await page.reload()
  await expect(none.getByRole('button', { name: 'No priority 35' })).toBeVisible()
  await expect(cardsIn(none)).toHaveCount(0)
  await expectAccessible(page)
})

/** A guest of the project who sees all of it. */
async function addGuest(ada: Visitor) {
  const { request } = ada.context
  const gus = await ada.addColleague(GUEST, 'Gus')
  const body = { guest_view_all_features: true }
  await call(request, projectsApi.change, { params: at(ada), body })
  const people = await call(request, workspacesApi.members, { params: { slug: ada.slug } })
  const member_id = people.find(({ member }) => member.display_name === 'Gus')?.member.id ?? ''
  const members = [{ member_id, role: GUEST }]
  await call(request, projectMembersApi.add, { params: at(ada), body: { members } })
  return gus
}

// @cap:kanban.drag-not-allowed
test('cards move by keys and by their menu, replace one value, and stay where they must', async ({
  ada,
}) => {
  const { page, context } = ada
  const addLabel = (name: string) =>
    call(context.request, labelsApi.create, { params: at(ada), body: { name, color: '#3d81d4' } })
  const bug = await addLabel('Bug')
  const ios = await addLabel('iOS')
  await ada.addItem('Cairn', { label_ids: [bug.id, ios.id] })
  await ada.addItem('Tarn')
  await ada.arrange({ ...byHand, group_by: 'labels' })
  await page.goto(boardOf(ada))
  await expect(cardsIn(column(page, 'Bug'))).toHaveText([/Cairn/])
  await drag(page, cardsIn(column(page, 'Bug')), column(page, 'No label'), 200)
  await expect(cardsIn(column(page, 'Bug'))).toHaveCount(0)
  await expect(cardsIn(column(page, 'iOS'))).toHaveText([/Cairn/])
  await expect(cardsIn(column(page, 'No label'))).toHaveText([/Tarn/])

  await card(page, 'Tarn').focus()
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(cardsIn(column(page, 'iOS')).filter({ hasText: 'Tarn' })).toBeFocused()
  await expect(page.getByText('Tarn moved to iOS')).toBeAttached()
  await page.keyboard.press('p')
  await page.getByRole('option', { name: 'High' }).click()
  await expect(card(page, 'Tarn').getByRole('button', { name: 'Priority: High' })).toBeVisible()
  await card(page, 'Tarn').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Move to', exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Bug' }).click()
  await expect(cardsIn(column(page, 'Bug'))).toHaveText([/Tarn/])
  // The menu returns the focus when it is gone.
  await expect(cardsIn(column(page, 'Bug'))).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/peekId=TRAIL-2/)

  await ada.arrange({ ...byHand, group_by: 'created_by' })
  await page.goto(boardOf(ada))
  await begin(page, card(page, 'Tarn'))
  await expect(page.getByText("You can't drag in this grouping").first()).toBeVisible()
  await expect(deleteZone(page)).toHaveCount(0)
  await page.mouse.up()

  const { page: guest } = await addGuest(ada)
  await guest.goto(boardOf(ada))
  await begin(guest, card(guest, 'Tarn'))
  await expect(guest.getByText("You can't move this work item").first()).toBeVisible()
  await guest.mouse.up()
  await expect(guest.getByRole('main').getByRole('button', { name: 'New work item' })).toHaveCount(
    0,
  )
  await expect(cardsIn(column(guest, 'Backlog'))).toHaveCount(2)
})
