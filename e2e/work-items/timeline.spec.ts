import {
  accountApi,
  GUEST,
  type Output,
  projectMembersApi,
  projectsApi,
  relationsApi,
  workItemsApi,
  workspacesApi,
} from '@cairn/contract'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../kit/accessibility.ts'
import { carry, drag as dragTo, settledBox } from '../kit/drag.ts'
import { addRowOf, call, expect, test, type Visitor } from '../kit/visitors.ts'

test.use({ localCache: true })

const MS = 86_400_000
const today = Math.floor(Date.now() / MS)
const toDay = (number: number) => new Date(number * MS).toISOString().slice(0, 10)
const dates = (start: number | null, due: number | null) => ({
  start_date: start === null ? null : toDay(today + start),
  target_date: due === null ? null : toDay(today + due),
})

const longDate = { month: 'short', day: '2-digit', year: 'numeric', timeZone: 'UTC' } as const

const timeline = ({ list }: Visitor) => `${list}?layout=gantt_chart`
const row = (page: Page, name: string) => page.getByRole('group', { name })
const block = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^TRAIL-\\d+ ${name},`) })
const zoom = (page: Page, name: string) => page.getByRole('radio', { name }).click()
const widthOf = async (one: Locator) => Math.round((await one.boundingBox())?.width ?? 0)

const datesNow = async (
  { context, slug, project_id }: Visitor,
  { id }: Output<typeof workItemsApi.create>,
) => {
  const params = { slug, project_id, id }
  const { start_date, target_date } = await call(context.request, workItemsApi.get, { params })
  return { start_date, target_date }
}

/** Drags a block so many pixels to the right. */
async function drag(
  page: Page,
  one: Locator,
  by: number,
  from: 'middle' | 'left' | 'right' = 'middle',
) {
  const box = await settledBox(one)
  if (!box) throw new Error('nothing to drag')
  const x =
    from === 'left' ? box.x + 4 : from === 'right' ? box.x + box.width - 4 : box.x + box.width / 2
  const y = box.y + box.height / 2
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + by / 2, y)
  await page.mouse.move(x + by, y)
  await page.mouse.up()
}

// @cap:gantt.zoom
// @cap:gantt.blocks
// @cap:gantt.navigate
// @cap:gantt.quick-add-and-paging
// @cap:work-items.quick-add
test('every item has a row, its days a block, and time goes on to both sides', async ({ ada }) => {
  const { page } = ada
  await ada.addItem('The oldest')
  await ada.addItems(Array.from({ length: 110 }, (_, n) => `Filler ${n}`))
  await ada.addItem('Whole', dates(0, 4))
  await ada.addItem('Begun', dates(0, null))
  await ada.addItem('Due', dates(null, 1))
  await ada.addItem('Dateless')
  await ada.addItem('Far away', dates(300, 301))
  const pages: (string | null)[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.endsWith('/issues-detail/')) pages.push(searchParams.get('cursor'))
  })
  await page.goto(timeline(ada))

  expect(await row(page, 'Whole').boundingBox()).toMatchObject({ width: 360, height: 44 })
  await expect(row(page, 'Whole')).toContainText('5 days')
  const current = page.locator('[aria-current=date]')
  for (const [name, day] of [
    ['Week', 60],
    ['Month', 20],
    ['Quarter', 5],
  ] as const) {
    await zoom(page, name)
    await expect.poll(() => widthOf(block(page, 'Whole'))).toBe(5 * day)
    expect(await widthOf(block(page, 'Begun'))).toBe(60)
    expect(await widthOf(block(page, 'Due'))).toBe(60)
    await expect(current).toBeInViewport()
  }
  for (const half of ['Begun', 'Due']) {
    await expect(block(page, half)).toHaveCSS('mask-image', /linear-gradient/)
  }
  await expect(block(page, 'Dateless')).toHaveCount(0)
  await zoom(page, 'Week')
  const apart = async () => {
    const whole = await block(page, 'Whole').boundingBox()
    const due = await block(page, 'Due').boundingBox()
    return (due?.x ?? 0) + 60 - (whole?.x ?? 0)
  }
  await expect.poll(apart).toBeCloseTo(120, 0)

  await expect(block(page, 'Far away')).not.toBeInViewport()
  await page.getByRole('button', { name: 'Scroll to Far away' }).click()
  await expect(block(page, 'Far away')).toBeInViewport()
  await page.getByRole('button', { name: 'Scroll to Whole' }).click()
  await expect(block(page, 'Whole')).toBeInViewport()

  const chart = page.getByRole('list', { name: 'Timeline' })
  const place = () => chart.evaluate((list) => list.parentElement?.parentElement?.scrollLeft ?? 0)
  const length = await widthOf(chart)
  await row(page, 'Whole').hover()
  await chart.evaluate((list) => list.parentElement?.parentElement?.scrollTo({ left: 0 }))
  await expect.poll(() => widthOf(chart)).toBeGreaterThan(length)
  await expect.poll(place).toBeGreaterThan(4 * 30 * 60 - 200)
  await page.getByRole('button', { name: 'Today' }).click()
  await expect(current).toBeInViewport()
  await page.getByRole('button', { name: 'Full screen' }).click()
  const left = async () => (await row(page, 'Whole').boundingBox())?.x
  await expect.poll(left).toBe(0)
  await expect(current).toBeInViewport()
  await page.keyboard.press('Escape')
  await expect.poll(left).toBeGreaterThan(0)

  await row(page, 'Whole').hover()
  await expect(async () => {
    await page.mouse.wheel(0, 2_000)
    await expect(row(page, 'The oldest')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await addRowOf(page).click()
  await page.getByRole('textbox', { name: 'Work item title' }).fill('Typed at the bottom')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.mouse.wheel(0, -100_000)
  await expect(row(page, 'Typed at the bottom')).toContainText('2 days')
  const [from, to] = [today, today + 1].map((day) =>
    new Date(day * MS).toLocaleDateString('en-US', longDate),
  )
  await expect(
    page.getByRole('button', { name: `Typed at the bottom, ${from} – ${to}` }),
  ).toBeVisible()
  expect(pages).toContain('100:1:0')
})

// @cap:gantt.move-and-resize
// @cap:gantt.failure-reverts
// @cap:gantt.set-missing-dates
test('blocks are moved, made longer and given dates by hand, and go back when that fails', async ({
  ada,
}) => {
  const { page } = ada
  const whole = await ada.addItem('Whole', dates(0, 1))
  const begun = await ada.addItem('Begun', dates(-1, null))
  const empty = await ada.addItem('Empty')
  await page.goto(timeline(ada))
  const saves: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/issue-dates/')) saves.push(request.method())
  })

  await drag(page, block(page, 'Whole'), 125)
  await expect.poll(() => datesNow(ada, whole)).toEqual(dates(2, 3))
  expect(saves).toHaveLength(1)
  await drag(page, block(page, 'Whole'), 60, 'right')
  await expect.poll(() => datesNow(ada, whole)).toEqual(dates(2, 4))
  await drag(page, block(page, 'Whole'), -60, 'left')
  await expect.poll(() => datesNow(ada, whole)).toEqual(dates(1, 4))
  await expect(row(page, 'Whole')).toContainText('4 days')
  // While an end is dragged, it shows the new day.
  const shown = await settledBox(block(page, 'Whole'))
  if (!shown) throw new Error('nothing to hold')
  const [end, middle] = [shown.x + shown.width - 4, shown.y + shown.height / 2]
  await page.mouse.move(end, middle)
  await page.mouse.down()
  // Inward: near its edge, the chart would scroll.
  await page.mouse.move(end - 60, middle)
  await page.mouse.move(end - 120, middle)
  const due = new Date((today + 2) * MS).toLocaleDateString('en-US', longDate)
  await expect(page.locator(`[data-block="${whole.id}"]`).getByText(due)).toHaveCSS('opacity', '1')
  await page.mouse.move(end - 60, middle)
  await page.mouse.move(end, middle)
  await page.mouse.up()
  await drag(page, block(page, 'Begun'), 120, 'right')
  await expect.poll(() => datesNow(ada, begun)).toEqual(dates(-1, 1))

  const at = await block(page, 'Whole').boundingBox()
  const line = await row(page, 'Empty').boundingBox()
  await page.mouse.move((at?.x ?? 0) + 30, (line?.y ?? 0) + 22)
  await page.getByRole('button', { name: 'Set dates from' }).click()
  await expect.poll(() => datesNow(ada, empty)).toEqual(dates(1, 2))
  await block(page, 'Begun').focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => datesNow(ada, begun)).toEqual(dates(0, 2))

  await page.route('**/issue-dates/', (route) => route.fulfill({ status: 500, body: '{}' }))
  const before = await block(page, 'Whole').boundingBox()
  await drag(page, block(page, 'Whole'), -120)
  await expect(page.getByText("The dates weren't saved").first()).toBeVisible()
  await expect.poll(() => block(page, 'Whole').boundingBox()).toEqual(before)
  expect(await datesNow(ada, whole)).toEqual(dates(1, 4))
})

// @cap:gantt.dependencies
test('what waits for what is drawn by hand, seen in red when it conflicts, and moves along', async ({
  ada,
}) => {
  const { page } = ada
  const last = await ada.addItem('Third', dates(6, 7))
  const second = await ada.addItem('Second', dates(3, 4))
  const first = await ada.addItem('First', dates(0, 1))
  await page.goto(timeline(ada))
  const link = async (from: string, to: string) => {
    await block(page, from).hover()
    const [start, end] = [
      await block(page, from).boundingBox(),
      await block(page, to).boundingBox(),
    ]
    if (!start || !end) throw new Error('no blocks')
    await page.mouse.move(start.x + start.width + 8, start.y + start.height / 2)
    await page.mouse.down()
    await page.mouse.move(end.x - 40, end.y + end.height / 2)
    await page.mouse.move(end.x + 8, end.y + end.height / 2)
    await page.mouse.up()
  }
  // By another user, meanwhile.
  const { context, slug, project_id } = ada
  await call(context.request, relationsApi.create, {
    params: { slug, project_id, id: first.id },
    body: { relation_type: 'blocking', issues: [last.id] },
  })
  const arrow = (label: string) => page.getByRole('button', { name: `Remove: ${label}` })
  await expect(arrow('TRAIL-3 blocks TRAIL-1')).toHaveCount(1)
  await link('First', 'Second')
  await expect(arrow('TRAIL-3 blocks TRAIL-2')).toHaveCount(1)
  await link('Second', 'Third')
  await expect(arrow('TRAIL-2 blocks TRAIL-1')).toHaveCount(1)
  await page.reload()
  await expect(arrow('TRAIL-2 blocks TRAIL-1')).toHaveCount(1)
  const conflicts = page.locator('[data-conflict]')
  await expect(conflicts).toHaveCount(0)

  await page.keyboard.down('Shift')
  await drag(page, block(page, 'First'), 60)
  await page.keyboard.up('Shift')
  await expect.poll(() => datesNow(ada, second)).toEqual(dates(4, 5))
  await expect.poll(() => datesNow(ada, last)).toEqual(dates(7, 8))
  await drag(page, block(page, 'First'), 180)
  await expect(conflicts).toHaveCount(1)
  expect(await datesNow(ada, second)).toEqual(dates(4, 5))

  await arrow('TRAIL-3 blocks TRAIL-2').focus()
  await page.keyboard.press('Enter')
  await expect(conflicts).toHaveCount(0)
  await page.reload()
  await expect(arrow('TRAIL-2 blocks TRAIL-1')).toHaveCount(1)
  await expect(arrow('TRAIL-3 blocks TRAIL-2')).toHaveCount(0)
})

test('a dependency added while the timeline is loading is drawn', async ({ ada }) => {
  const { page, context, slug, project_id } = ada
  const last = await ada.addItem('Second', dates(3, 4))
  const first = await ada.addItem('First', dates(0, 1))
  const arrival = Promise.withResolvers<void>()
  await page.route(/assets\/timeline-layout/, (route) =>
    arrival.promise.then(() => route.continue()),
  )
  const opening = page.waitForEvent('websocket')
  const isRead = page.waitForResponse(/issues-detail/)
  await page.goto(timeline(ada), { waitUntil: 'commit' })
  const socket = await opening
  await isRead
  await expect(page.getByRole('main').getByText('2', { exact: true })).toBeVisible()
  const isNoticed = socket.waitForEvent('framereceived', ({ payload }) =>
    String(payload).includes('work_item'),
  )
  await call(context.request, relationsApi.create, {
    params: { slug, project_id, id: first.id },
    body: { relation_type: 'blocking', issues: [last.id] },
  })
  await isNoticed
  arrival.resolve()
  await expect(page.getByRole('button', { name: 'Remove: TRAIL-2 blocks TRAIL-1' })).toHaveCount(1)
})

// @cap:gantt.reorder
// @cap:gantt.read-only
// @cap:bulk.select
// @cap:account.first-day-of-week
test('rows are put in order by hand where the order is manual, and guests only look', async ({
  ada,
}) => {
  const { page, context, slug, project_id } = ada
  for (const name of ['Third', 'Second', 'First']) await ada.addItem(name, dates(0, 1))
  await page.goto(timeline(ada))
  const names = page.getByRole('list', { name: 'Timeline' }).getByRole('group')
  await expect(names).toHaveText([/First/, /Second/, /Third/])
  await carry(row(page, 'Third'), row(page, 'First'), { x: 100, y: 8 })
  await page.mouse.up()
  await expect(page.getByText('Switch to manual order to drag').first()).toBeVisible()
  await expect(names).toHaveText([/First/, /Second/, /Third/])
  await call(context.request, projectMembersApi.changeProperties, {
    params: { slug, project_id },
    body: { display_filters: { layout: 'gantt_chart', order_by: 'sort_order' } },
  })
  await page.reload()
  await expect(names).toHaveText([/Third/, /Second/, /First/])
  await dragTo(row(page, 'First'), row(page, 'Third'), { x: 100, y: 8 })
  await expect(names).toHaveText([/First/, /Third/, /Second/])
  await page.reload()
  await expect(names).toHaveText([/First/, /Third/, /Second/])

  await page.getByRole('checkbox', { name: 'Select all work items' }).click()
  await expect(page.getByText('3 selected')).toBeVisible()
  await row(page, 'Third').focus()
  await page.keyboard.press('x')
  await expect(page.getByText('2 selected')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('2 selected')).toHaveCount(0)
  await row(page, 'First').focus()
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByText('1 selected')).toBeVisible()
  await row(page, 'Second').hover()
  await row(page, 'Second')
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] })
  await expect(page.getByText('2 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Clear selection' }).click()

  await zoom(page, 'Month')
  const week = (start: number) => {
    const first = today - ((today + 4 - start + 7) % 7)
    const numbers = [first, first + 6].map((day) => Number(toDay(day).slice(8)))
    return numbers.join('-')
  }
  const current = page.locator('[aria-current=date]')
  await expect(current).toContainText(week(0))
  await call(context.request, accountApi.changeProfile, { body: { start_of_the_week: 3 } })
  await expect(current).toContainText(week(3))
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expectAccessible(page)

  const { page: guest } = await ada.addColleague(GUEST, 'Gus')
  await call(context.request, projectsApi.change, {
    params: { slug, project_id },
    body: { guest_view_all_features: true },
  })
  const members = await call(context.request, workspacesApi.members, { params: { slug } })
  const member_id = members.find(({ member }) => member.display_name === 'Gus')?.member.id ?? ''
  await call(context.request, projectMembersApi.add, {
    params: { slug, project_id },
    body: { members: [{ member_id, role: GUEST }] },
  })
  await guest.goto(timeline(ada))
  const before = await settledBox(block(guest, 'First'))
  await drag(guest, block(guest, 'First'), 120)
  expect(await block(guest, 'First').boundingBox()).toEqual(before)
  const chart = guest.getByRole('list', { name: 'Timeline' })
  await expect(chart.getByRole('button', { name: 'New work item' })).toHaveCount(0)
})
