import {
  accountApi,
  GUEST,
  type IntakeItemPatch,
  intakeItemsApi,
  labelsApi,
  projectMembersApi,
  projectsApi,
  workItemsApi,
} from '@cairn/contract'
import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInThemes } from '../kit/accessibility.ts'
import { tryAgain } from '../kit/try-again.ts'
import { call, expect, test, type Visitor } from '../kit/visitors.ts'

const at = ({ slug, project_id }: Visitor) => ({ slug, project_id })
const screenOf = ({ slug, project_id }: Visitor) => `/${slug}/projects/${project_id}/intake/`

const openIntake = (ada: Visitor) =>
  call(ada.context.request, projectsApi.change, { params: at(ada), body: { inbox_view: true } })

const ask = async (ada: Visitor, name: string, more = {}) =>
  (
    await call(ada.context.request, intakeItemsApi.create, {
      params: at(ada),
      body: { issue: { name, ...more } },
    })
  ).issue.id

const read = (ada: Visitor, id: string) =>
  call(ada.context.request, intakeItemsApi.get, { params: { ...at(ada), id } })

const change = (ada: Visitor, id: string, body: IntakeItemPatch) =>
  call(ada.context.request, intakeItemsApi.change, { params: { ...at(ada), id }, body })

const listOf = (page: Page) => page.getByRole('region', { name: 'Requests' })
const rowOf = (page: Page, name: string) => listOf(page).getByRole('link', { name })
const detailOf = (page: Page) => page.getByRole('region', { name: 'Request', exact: true })
const tab = (page: Page, name: string) => page.getByRole('tab', { name })

// @cap:intake.create
// @cap:intake.guest-sees-own
// @cap:intake.edit-own
test('a guest asks for something, sees only that, and edits its words until it is decided', async ({
  ada,
}) => {
  const { page, context } = ada
  await openIntake(ada)
  await ask(ada, 'A secret of the house')
  const gus = await ada.addColleague(GUEST, 'Gus')
  const { id: member_id } = await call(gus.context.request, accountApi.me, {})
  const members = [{ member_id, role: GUEST }]
  await call(context.request, projectMembersApi.add, { params: at(ada), body: { members } })
  await page.goto(screenOf(ada))
  await expect(rowOf(page, 'A secret of the house')).toBeVisible()

  await gus.page.goto(screenOf(ada))
  await expect(gus.page.getByRole('heading', { name: 'No open requests' })).toBeVisible()
  await gus.page.getByRole('button', { name: 'New request' }).click()
  const dialog = gus.page.getByRole('dialog', { name: 'New intake request' })
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await expect(dialog.getByText('Enter a title.')).toBeVisible()
  await dialog.getByLabel('Title').fill('The hut is leaking')
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Since the storm')
  await dialog.getByRole('button', { name: 'Priority' }).click()
  await gus.page.getByRole('option', { name: 'High' }).click()
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(rowOf(gus.page, 'The hut is leaking')).toHaveAttribute('aria-current', 'page')
  await expect(rowOf(gus.page, 'A secret of the house')).toHaveCount(0)

  // The other browser receives it, but no list of work items shows it.
  await expect(rowOf(page, 'The hut is leaking')).toBeVisible()
  const navigation = page.getByRole('navigation', { name: 'Projects' })
  await expect(navigation.getByRole('link', { name: 'Intake 2' })).toBeVisible()
  await navigation.getByRole('link', { name: 'Work items' }).click()
  await expect(page.getByRole('heading', { name: 'No work items yet' })).toBeVisible()

  const title = detailOf(gus.page).getByRole('textbox', { name: 'Title' })
  await expect(detailOf(gus.page).getByRole('button', { name: 'Accept' })).toHaveCount(0)
  await expect(detailOf(gus.page).getByRole('button', { name: /^Priority/ })).toHaveCount(0)
  await title.fill('The hut is leaking badly')
  await navigation.getByRole('link', { name: 'Intake' }).click()
  await rowOf(page, 'The hut is leaking badly').click()
  await expect(detailOf(page).getByRole('textbox', { name: 'Title' })).toHaveValue(
    'The hut is leaking badly',
  )
  await expectAccessible(page)

  await detailOf(page).getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Decline' }).click()
  await expect(title).toHaveCount(0)
  await expect(detailOf(gus.page).getByText('Declined', { exact: true })).toBeVisible()
  await expect(
    detailOf(gus.page).getByRole('heading', { name: 'The hut is leaking badly' }),
  ).toBeVisible()
})

// @cap:intake.accept
// @cap:intake.decline
// @cap:intake.snooze
// @cap:intake.duplicate
// @cap:intake.keyboard-and-next
// @cap:intake.delete
test('requests are walked through and decided on, one after the other', async ({ ada }) => {
  const { page, context } = ada
  await openIntake(ada)
  await ada.addItem('Contour lines flicker')
  const ids: Record<string, string> = {}
  for (const name of ['fifth', 'fourth', 'third', 'second', 'first']) {
    ids[name] = await ask(ada, `The ${name} wish`)
  }
  const is = (name: string, status: number) =>
    expect.poll(async () => (await read(ada, ids[name] ?? '')).status).toBe(status)
  const current = (name: string) =>
    expect(rowOf(page, `The ${name} wish`)).toHaveAttribute('aria-current', 'page')
  const actions = detailOf(page)
  const fromMenu = async (name: string) => {
    await actions.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await page.goto(screenOf(ada))
  await current('first')
  await page.keyboard.press('ArrowDown')
  await current('second')
  // Two keys in one task: the address follows later.
  await page.evaluate(() => {
    for (let key = 0; key < 2; key += 1) {
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true, cancelable: true }),
      )
    }
  })
  await current('fifth')
  await page.keyboard.press('ArrowDown')
  await current('first')

  await actions.getByRole('button', { name: 'Accept' }).click()
  const form = page.getByRole('dialog', { name: 'Add TRAIL-6 to the project' })
  await expect(form.getByLabel('Title')).toHaveValue('The first wish')
  await form.getByLabel('Title').fill('The first wish, worked out')
  await form.getByRole('button', { name: 'Priority' }).click()
  await page.getByRole('option', { name: 'Urgent' }).click()
  await form.getByRole('button', { name: 'Add to project' }).click()
  await expect(form).toHaveCount(0)
  await current('second')
  expect(
    await call(context.request, workItemsApi.get, {
      params: { ...at(ada), id: ids.first ?? '' },
    }),
  ).toMatchObject({
    ...{ name: 'The first wish, worked out', priority: 'urgent', state__group: 'backlog' },
  })

  await actions.getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Decline' }).click()
  await current('third')
  await is('second', -1)

  await fromMenu('Snooze')
  const calendar = page.getByRole('dialog', { name: 'Snooze until' })
  await calendar.locator('td button:not([disabled])').first().click()
  await calendar.getByRole('button', { name: 'Snooze' }).click()
  await current('fourth')
  await is('third', 0)
  await expect(rowOf(page, 'The third wish')).toHaveCount(0)

  await fromMenu('Mark as duplicate')
  const search = page.getByRole('dialog', { name: 'What is TRAIL-3 a duplicate of?' })
  await search.getByRole('searchbox').fill('contour')
  await search.getByRole('button', { name: /Contour lines flicker/ }).click()
  await current('fifth')
  await is('fourth', 2)

  await fromMenu('Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('heading', { name: 'No open requests' })).toBeVisible()
  await expect(page.getByText('Select a request to read it.')).toBeVisible()

  // Snoozed requests are found by their status, and return at once when unsnoozed.
  await page.getByRole('button', { name: /^Filters/ }).click()
  await page.getByRole('checkbox', { name: 'Snoozed' }).check()
  await page.keyboard.press('Escape')
  await expect(rowOf(page, 'The third wish')).toContainText(/\d+ days? to go/)
  await fromMenu('Unsnooze')
  await is('third', -2)
  await expect(rowOf(page, 'The third wish')).not.toContainText('to go')

  await tab(page, 'Closed').click()
  await expect(listOf(page).getByRole('link')).toHaveCount(3)
  await expect(rowOf(page, 'The second wish')).toContainText('Declined')
  await rowOf(page, 'The fourth wish').click()
  await expect(detailOf(page).getByRole('link', { name: /TRAIL-1 Contour/ })).toBeVisible()
  await expect(detailOf(page).getByRole('button', { name: 'Accept' })).toHaveCount(0)
  await expectAccessibleInThemes(page)
  await rowOf(page, 'The first wish, worked out').click()
  await detailOf(page).getByRole('link', { name: 'Open work item' }).click()
  await expect(page).toHaveURL(/\/browse\/TRAIL-6\/$/)
})

// @cap:intake.tabs
// @cap:intake.filter-and-sort
// @cap:intake.load-errors
test('the list is read ten at a time, narrowed, sorted, and says when it cannot be read', async ({
  ada,
}) => {
  const { page, context } = ada
  await openIntake(ada)
  const label = await call(context.request, labelsApi.create, {
    params: at(ada),
    body: { name: 'Bug', color: '#ca5747' },
  })
  await ask(ada, 'Wish 01', { priority: 'urgent', label_ids: [label.id] })
  for (let n = 2; n <= 24; n += 1) await ask(ada, `Wish ${String(n).padStart(2, '0')}`)
  const rows = listOf(page).getByRole('link')

  await page.route('**/inbox-issues/?*', (route) => route.abort())
  await page.goto(screenOf(ada))
  const failed = "The requests couldn't be loaded."
  await expect(page.getByText(failed)).toBeVisible()
  await page.unroute('**/inbox-issues/?*')
  await tryAgain(page, rows.first())
  await expect(rows.first()).toContainText('Wish 24')
  await expect(tab(page, 'Open')).toContainText('24')

  await page.route(/inbox-issues\/\?.*cursor=10%3A1/, (route) => route.abort())
  await rows.nth(9).scrollIntoViewIfNeeded()
  const unread = "More requests couldn't be loaded."
  await expect(page.getByText(unread)).toBeVisible()
  await expect(rows).toHaveCount(10)
  await page.unroute(/inbox-issues\/\?.*cursor=10%3A1/)
  await tryAgain(page, rows.nth(10))
  await expect(rows.nth(10)).toContainText('Wish 14')
  await expect(async () => {
    await rows.last().scrollIntoViewIfNeeded()
    expect(await rows.count()).toBe(24)
  }).toPass()

  await page.getByRole('button', { name: 'Sort' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'ID' }).click()
  await page.getByRole('button', { name: 'Sort' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Ascending' }).click()
  await expect(rows.first()).toContainText('Wish 01')

  await page.getByRole('button', { name: /^Filters/ }).click()
  const panel = page.getByRole('dialog', { name: 'Filters' })
  // The last status cannot be unchecked.
  await panel.getByRole('checkbox', { name: 'Pending' }).click()
  await expect(panel.getByRole('checkbox', { name: 'Pending' })).toBeChecked()
  await panel.getByRole('checkbox', { name: 'Urgent' }).check()
  await expect(rows).toHaveCount(1)
  await panel.getByRole('checkbox', { name: 'Bug' }).check()
  await panel.getByRole('radio', { name: 'Yesterday' }).first().check()
  await expect(page.getByRole('heading', { name: 'No requests match these filters' })).toBeVisible()
  await panel.getByRole('radio', { name: 'Last 7 days' }).first().check()
  await expect(rows).toHaveCount(1)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Remove filter Labels', exact: true }).click()
  await expect(rows).toHaveCount(1)

  await tab(page, 'Closed').click()
  await expect(page.getByRole('heading', { name: 'No closed requests' })).toBeVisible()
  await tab(page, 'Open').click()
  await expect(rows.first()).toContainText('Wish 24')
})

// @cap:intake.optimistic-revert
// @cap:mobile.item-and-panes
test('a refused decision is taken back with its reason, and small screens show one pane', async ({
  ada,
}) => {
  const { page } = ada
  await openIntake(ada)
  await ask(ada, 'The other wish')
  const id = await ask(ada, 'The wish')
  await page.goto(screenOf(ada))
  await expect(rowOf(page, 'The wish')).toHaveAttribute('aria-current', 'page')

  // Decided elsewhere while this browser's response is pending.
  let answer: (() => void) | undefined
  const arrived = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(`**/inbox-issues/${id}/`, async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    await arrived
    await route.fulfill({ status: 400, json: { error: 'This work item is already accepted.' } })
  })
  await detailOf(page).getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Decline' }).click()
  await expect(rowOf(page, 'The wish')).toHaveCount(0)
  await expect(tab(page, 'Open')).toContainText('1')
  answer?.()
  const notices = page.getByRole('region', { name: 'Notifications' })
  await expect(notices.getByText('This request was already decided.')).toBeVisible()
  await expect(rowOf(page, 'The wish')).toHaveAttribute('aria-current', 'page')
  await expect(detailOf(page).getByText('Pending', { exact: true })).toBeVisible()
  expect(await read(ada, id)).toMatchObject({ status: -2 })
  await page.unroute(`**/inbox-issues/${id}/`)

  // A decision in another browser is applied here, too.
  await change(ada, id, { status: 1 })
  await expect(detailOf(page).getByText('Accepted', { exact: true })).toBeVisible()
  await expect(rowOf(page, 'The wish')).toHaveCount(0)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(screenOf(ada))
  await expect(detailOf(page)).toHaveCount(0)
  await rowOf(page, 'The other wish').click()
  await expect(detailOf(page).getByRole('textbox', { name: 'Title' })).toBeVisible()
  await expect(listOf(page)).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(rowOf(page, 'The other wish')).toBeVisible()
})
