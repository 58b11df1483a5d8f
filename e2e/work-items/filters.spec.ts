import { accountApi, labelsApi, statesApi, viewsApi, workItemListsApi } from '@cairn/contract'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../kit/accessibility.ts'
import { choose } from '../kit/choose.ts'
import { ageItem } from '../kit/long-ago.ts'
import { call, expect, test, type Visitor } from '../kit/visitors.ts'

const rows = (page: Page) => page.getByRole('group', { name: /^TRAIL-/ })
const row = (page: Page, name: string) => page.getByRole('group', { name })
const menu = (page: Page) => page.getByRole('dialog', { name: 'Filters' })
const chip = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const params = ({ slug, project_id }: Visitor) => ({ slug, project_id })

const addLabel = (ada: Visitor, name: string) =>
  call(ada.context.request, labelsApi.create, { params: params(ada), body: { name } })

/** So many days from today, in the zone of the server's users. */
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

async function stateOf(ada: Visitor, group: string) {
  const states = await call(ada.context.request, statesApi.list, { params: params(ada) })
  return states.find((state) => state.group === group)?.id ?? ''
}

test('the filter menu finds filters and values, and needs no mouse @cap:filters.search-and-keys', async ({
  ada,
}) => {
  const { page } = ada
  const bug = await addLabel(ada, 'Bug')
  await ada.addItem('Urgent bug', { priority: 'urgent', label_ids: [bug.id] })
  await ada.addItem('Urgent idea', { priority: 'urgent' })
  await ada.addItem('Low bug', { priority: 'low', label_ids: [bug.id] })
  await page.goto(ada.list)
  await expect(rows(page)).toHaveCount(3)

  await test.step('F opens it, and what is typed finds a value of any filter', async () => {
    await page.keyboard.press('f')
    await expect(menu(page).getByRole('searchbox')).toBeFocused()
    await page.keyboard.type('urg')
    await expect(menu(page).getByRole('checkbox')).toHaveText([/Urgent\s*Priority/])
    await page.keyboard.press('Enter')
    await expect(rows(page)).toHaveCount(2)
    await expect(menu(page).getByRole('checkbox', { name: 'Urgent' })).toBeChecked()
  })

  await test.step('the name of a filter leads to its values', async () => {
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('label')
    await expect(menu(page).locator('[data-row]').first()).toHaveText('Label')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    const values = menu(page).getByRole('group', { name: 'Label' }).getByRole('checkbox')
    await expect(values).toHaveText(['No label', 'Bug'])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(rows(page)).toHaveCount(1)
    await expect(row(page, 'Urgent bug')).toBeVisible()
  })

  await test.step('Alt turns it round, Backspace leads back, Escape closes it', async () => {
    await page.keyboard.press('Alt+Enter')
    await expect(row(page, 'Urgent idea')).toBeVisible()
    await expect(rows(page)).toHaveCount(1)
    await page.keyboard.press('Backspace')
    await expect(menu(page).getByRole('checkbox', { name: 'High' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(menu(page)).toBeHidden()
    await expect(chip(page, 'Label: is not. Change condition')).toBeVisible()
  })
})

test('filters say is not, has none and overdue, and their chips are clicked to change them @cap:filters.negative-and-empty', async ({
  ada,
}) => {
  const { page, context } = ada
  const { request } = context
  const me = await call(request, accountApi.me, {})
  const bug = await addLabel(ada, 'Bug')
  const done = await stateOf(ada, 'completed')
  const late = { target_date: inDays(-3) }
  await ada.addItem('Late and mine', { ...late, assignee_ids: [me.id], label_ids: [bug.id] })
  await ada.addItem('Late and done', { ...late, state_id: done })
  await ada.addItem('Due soon', { target_date: inDays(2) })
  await ada.addItem('Some day', { assignee_ids: [me.id] })
  await page.goto(ada.list)
  await expect(rows(page)).toHaveCount(4)
  const shown = (...names: string[]) =>
    expect
      .poll(async () => (await rows(page).allTextContents()).map((text) => text).length)
      .toBe(names.length)
      .then(async () => {
        for (const name of names) await expect(row(page, name)).toBeVisible()
      })
  const find = async (text: string, name = text) => {
    await page.keyboard.press('f')
    await menu(page).getByRole('searchbox').fill(text)
    await menu(page).getByRole('checkbox', { name, exact: true }).check()
    // The first Escape clears the search.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(menu(page)).toBeHidden()
  }

  await test.step('overdue is what was due and is still open', async () => {
    await find('overdue', 'Overdue')
    await shown('Late and mine')
    // The header shows the total, the end of the list how many are hidden.
    await expect(page.getByText('1 of 4', { exact: true })).toBeVisible()
    await expect(page.getByText('3 hidden by filters')).toBeVisible()
    await chip(page, 'Due date: Overdue').click()
    const days = page.getByRole('dialog', { name: 'Due date' })
    await days.getByRole('checkbox', { name: 'Overdue' }).uncheck()
    await days.getByRole('checkbox', { name: 'Due within a week' }).check()
    await shown('Due soon')
    await days.getByRole('checkbox', { name: 'No due date' }).check()
    await shown('Due soon', 'Some day')
    await page.keyboard.press('Escape')
    await chip(page, 'Remove filter Due date').click()
    await shown('Late and mine', 'Late and done', 'Due soon', 'Some day')
  })

  await test.step('unassigned, and by a click the opposite', async () => {
    await find('unassigned', 'Unassigned')
    await shown('Late and done', 'Due soon')
    await chip(page, 'Assignee: has none. Change condition').click()
    await page.getByRole('menuitemcheckbox', { name: 'has any' }).click()
    await shown('Late and mine', 'Some day')
    await chip(page, 'Assignee: has any. Change condition').click()
    await page.getByRole('menuitemcheckbox', { name: 'is not', exact: true }).click()
    const people = page.getByRole('dialog', { name: 'Assignee' })
    await expect(people).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await shown('Late and mine', 'Late and done', 'Due soon', 'Some day')
    await expect(page.getByText(/ of 4$/)).toHaveCount(0)
  })

  await test.step('is not, in the address, for others and in a saved view', async () => {
    await find('bug', 'Bug')
    await shown('Late and mine')
    await chip(page, 'Label: is. Change condition').click()
    await page.getByRole('menuitemcheckbox', { name: 'is not', exact: true }).click()
    await shown('Late and done', 'Due soon', 'Some day')
    expect(new URL(page.url()).searchParams.get('labels__not')).toBe(bug.id)
    await expectAccessible(page)
    const other = await ada.signInElsewhere()
    await other.goto(page.url())
    await expect(rows(other)).toHaveCount(3)
    await other.close()
    await page.getByRole('button', { name: 'Save view', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Create view' })
    await dialog.getByLabel('Title').fill('No bugs')
    await dialog.getByRole('button', { name: 'Create view' }).click()
    await expect(page.getByRole('heading', { name: 'No bugs' })).toBeVisible()
    await shown('Late and done', 'Due soon', 'Some day')
    const [view] = await call(request, viewsApi.list, { params: params(ada) })
    expect(view?.query).toEqual({ labels__not: [bug.id] })
  })

  await test.step('the server refuses what names nothing', async () => {
    const listed = await request.get(
      `${workItemListsApi.project.url.replace(':slug', ada.slug).replace(':project_id', ada.project_id)}?labels__not=junk`,
    )
    expect(listed.status()).toBe(400)
  })
})

test('a board and a list show only what was done lately, and a list is grouped twice', async ({
  ada,
}) => {
  const { page } = ada
  const done = await stateOf(ada, 'completed')
  const old = await ada.addItem('Long done', { state_id: done, priority: 'high' })
  await ageItem(old.id, { created: 90, completed: 20 })
  await ada.addItem('Just done', { state_id: done, priority: 'high' })
  await ada.addItem('Open', { priority: 'low' })
  await ada.addItem('Open and high', { priority: 'high' })
  await ada.arrange({ layout: 'kanban', group_by: 'state' })
  const card = (name: string) => page.locator('[data-card]').filter({ hasText: name })

  await test.step('only what was done in the last days it names @cap:display.done-lately', async () => {
    await page.goto(ada.list)
    await expect(card('Long done')).toBeVisible()
    await page.getByRole('button', { name: 'Display' }).click()
    await choose(page, 'Done', 'Last 7 days')
    await expect(card('Long done')).toHaveCount(0)
    for (const name of ['Just done', 'Open', 'Open and high']) {
      await expect(card(name).first()).toBeVisible()
    }
    await expectAccessible(page)
    await choose(page, 'Done', 'Last 30 days')
    await expect(card('Long done')).toBeVisible()
    await choose(page, 'Done', 'Last day')
    await expect(card('Long done')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.reload()
    await expect(card('Just done')).toBeVisible()
    await expect(card('Long done')).toHaveCount(0)
  })

  await test.step('the list has a second grouping @cap:display.sub-group-list', async () => {
    await ada.arrange({ layout: 'list', group_by: 'state', done_days: null })
    await page.goto(ada.list)
    await expect(row(page, 'Long done')).toBeVisible()
    await page.getByRole('button', { name: 'Display' }).click()
    await choose(page, 'Sub-group by', 'Priority')
    await page.keyboard.press('Escape')
    const heads = page.getByRole('main').getByRole('button', { expanded: true })
    const head = (name: RegExp) => heads.filter({ hasText: name })
    await expect(head(/^High/)).toHaveCount(2)
    await expect(head(/^Low\s*1/)).toHaveCount(1)
    await expect(rows(page)).toHaveCount(4)
    await head(/^High\s*2/).click()
    await expect(rows(page)).toHaveCount(2)
    await page.reload()
    await expect(rows(page)).toHaveCount(2)
    await expect(page.getByRole('button', { name: /^High/, expanded: false })).toHaveCount(1)
    await expectAccessible(page)
  })
})
