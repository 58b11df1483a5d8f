import { statesApi, workItemsApi } from '@cairn/contract'
import type { Locator, Page } from '@playwright/test'
import { multiply } from '../kit/many-items.ts'
import { call, expect, test, type Visitor } from '../kit/visitors.ts'

const row = (page: Page, key: string) => page.getByRole('group', { name: new RegExp(`^${key} `) })
const topOf = async (one: Locator) => Math.round((await one.boundingBox())?.y ?? -1)
const scrollOf = (scroller: Locator) => scroller.evaluate((box) => Math.round(box.scrollTop))
const scrollTo = (scroller: Locator, top: number) =>
  scroller.evaluate((box, to) => box.scrollTo({ top: to, behavior: 'instant' }), top)
const LINE_HEIGHT = 20
/** The scroll container of the list's rows. */
const rowsOf = (page: Page) => page.getByRole('list', { name: 'Work items' }).locator('..')

const stateNamed = async ({ context, slug, project_id }: Visitor, name: string) => {
  const states = await call(context.request, statesApi.list, { params: { slug, project_id } })
  return states.find((state) => state.name === name)?.id ?? ''
}

/** Leaves the list by a link and returns by Back. */
async function leaveAndReturn(page: Page) {
  await page.getByRole('link', { name: 'Home' }).first().click()
  await expect(page).not.toHaveURL(/issues/)
  await page.goBack()
  await expect(page).toHaveURL(/issues/)
}

test('scroll, selection and focus survive changes, news, Back and a reload @cap:list.holds-still', async ({
  ada,
}) => {
  const { page, context, slug, project_id } = ada
  const { id } = await ada.addItem('Contour lines')
  await multiply(id, 45)
  await ada.arrange({ layout: 'list', group_by: 'state', order_by: 'sort_order' })
  await watchShifts(page)
  await page.goto(ada.list)
  await expect(row(page, 'TRAIL-1')).toBeVisible()
  const scroller = rowsOf(page)
  await scroller.waitFor()

  await test.step('an item that leaves its group takes neither the scroll nor the focus along', async () => {
    await scrollTo(scroller, 900)
    await row(page, 'TRAIL-30').focus()
    const [above, below] = [await topOf(row(page, 'TRAIL-28')), await topOf(row(page, 'TRAIL-30'))]
    await page.keyboard.press('s')
    await page.getByRole('option', { name: 'In Progress' }).click()
    await expect(row(page, 'TRAIL-31')).toBeFocused()
    await expect.poll(() => topOf(row(page, 'TRAIL-28'))).toBe(above)
    await expect.poll(() => topOf(row(page, 'TRAIL-31'))).toBe(below)
    const started = await stateNamed(ada, 'In Progress')
    await expect.poll(async () => (await readByKey(ada, 'TRAIL-30')).state_id).toBe(started)
  })

  await test.step('what others do above the window does not move it', async () => {
    const [before, scrolled] = [await topOf(row(page, 'TRAIL-31')), await scrollOf(scroller)]
    const { id: last } = await readByKey(ada, 'TRAIL-45')
    await call(context.request, workItemsApi.change, {
      params: { slug, project_id, id: last },
      body: { state_id: await stateNamed(ada, 'In Progress') },
    })
    // One more row above, so the list has scrolled by one row.
    await expect.poll(() => scrollOf(scroller)).toBe(scrolled + 36)
    await expect(row(page, 'TRAIL-31')).toBeFocused()
    await expect.poll(() => topOf(row(page, 'TRAIL-31'))).toBe(before)
  })

  await test.step('the row after a deleted one has the focus', async () => {
    await page.keyboard.press('Delete')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(row(page, 'TRAIL-31')).toHaveCount(0)
    await expect(row(page, 'TRAIL-32')).toBeFocused()
  })

  await test.step('it is found as it was left, by Back and after a reload', async () => {
    await page.keyboard.press('x')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await expect(page.getByText('2 selected')).toBeVisible()
    const [scrolled, place] = [await scrollOf(scroller), await topOf(row(page, 'TRAIL-32'))]
    for (const way of [leaveAndReturn, (one: Page) => one.reload()]) {
      await way(page)
      await expect(page.getByText('2 selected')).toBeVisible()
      await expect.poll(() => scrollOf(scroller)).toBe(scrolled)
      await expect.poll(() => topOf(row(page, 'TRAIL-32'))).toBe(place)
    }
    await expect(row(page, 'TRAIL-33')).toBeFocused()
  })

  await test.step('nothing shifted after the first paint, here and at the next one', async () => {
    await expectStill(page)
  })
})

const readByKey = ({ context, slug }: Visitor, key: string) =>
  call(context.request, workItemsApi.byKey, { params: { slug, key } })

test('board, table, timeline and calendar are where they were left, in the layout they were left in', async ({
  ada,
}) => {
  const { page } = ada
  const { id } = await ada.addItem('Contour lines')
  await multiply(id, 60)
  const layouts = [
    {
      layout: 'kanban',
      scroller: page.getByRole('region', { name: 'Backlog' }).locator('[data-scroller]'),
    },
    { layout: 'spreadsheet', scroller: page.getByRole('grid') },
    { layout: 'gantt_chart', scroller: page.locator('[data-timeline]') },
  ]
  await page.goto(ada.list)
  for (const { layout, scroller } of layouts) {
    await test.step(layout, async () => {
      await page.goto(`${ada.list}?layout=${layout}`)
      await expect(scroller).toBeVisible()
      // Repeats until there is enough content to scroll.
      await expect
        .poll(async () => {
          await scrollTo(scroller, 700)
          return scrollOf(scroller)
        })
        .toBe(700)
      for (const way of [leaveAndReturn, (one: Page) => one.reload()]) {
        await way(page)
        await expect(scroller).toBeVisible()
        await expect.poll(() => scrollOf(scroller)).toBe(700)
      }
    })
  }
  await test.step('calendar', async () => {
    await page.goto(`${ada.list}?layout=calendar`)
    const month = page
      .getByRole('main')
      .getByRole('button', { name: /20\d\d/ })
      .first()
    const now = await month.textContent()
    await page.getByRole('button', { name: /^Next/ }).click()
    await expect(month).not.toHaveText(now ?? '')
    const next = await month.textContent()
    await leaveAndReturn(page)
    await expect(month).toHaveText(next ?? '')
    await expect(page.getByRole('main').getByText('0', { exact: true }).first()).toBeVisible()
  })
})

test('a column of the board holds still while cards come and go above its window', async ({
  ada,
}) => {
  const { page, context, slug, project_id } = ada
  const { id } = await ada.addItem('Contour lines')
  await multiply(id, 40)
  const high = await readByKey(ada, 'TRAIL-3')
  await ada.arrange({ layout: 'kanban', group_by: 'state', order_by: 'sort_order' })
  await page.goto(ada.list)
  const column = page.getByRole('region', { name: 'Backlog' })
  const scroller = column.locator('[data-scroller]')
  const card = (number: number) =>
    column.getByRole('article').filter({ hasText: new RegExp(`TRAIL-${number}(?!\\d)`) })
  await expect(card(1)).toBeVisible()
  await scrollTo(scroller, 1_500)
  const top = (await scroller.boundingBox())?.y ?? 0
  const inSight = async () => {
    for (let number = 4; number <= 40; number += 1) {
      const box = (await card(number).count()) > 0 ? await card(number).boundingBox() : null
      if (box && box.y > top) return number
    }
    return 0
  }
  await expect.poll(inSight).toBeGreaterThan(8)
  const number = await inSight()
  const [place, scrolled] = [await topOf(card(number)), await scrollOf(scroller)]
  const moveTo = async (state: string) =>
    call(context.request, workItemsApi.change, {
      params: { slug, project_id, id: high.id },
      body: { state_id: await stateNamed(ada, state) },
    })
  await moveTo('In Progress')
  // One card less above, so the column has scrolled along.
  await expect.poll(() => scrollOf(scroller)).toBeLessThan(scrolled)
  await expect.poll(() => topOf(card(number))).toBe(place)
  const higher = await scrollOf(scroller)
  await moveTo('Backlog')
  await expect.poll(() => scrollOf(scroller)).toBeGreaterThan(higher)
  // Cards of other heights may be measured meanwhile: the visible card moves by less than a line.
  await expect
    .poll(async () => Math.abs((await topOf(card(number))) - place))
    .toBeLessThan(LINE_HEIGHT)
})

/** Sums up layout shifts without recent input. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: { value: number; of: string[] }[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
          value: number
          hadRecentInput: boolean
          sources: { node?: Element }[]
        }
        const of = sources.map(({ node }) => node?.outerHTML?.slice(0, 120) ?? '')
        if (!hadRecentInput) shifts.push({ value, of })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** At most 0.01 in total; reports the shifted elements otherwise. */
async function expectStill(page: Page) {
  const shifts = await page.evaluate(
    () => (window as unknown as { shifts: { value: number; of: string[] }[] }).shifts,
  )
  const sum = shifts.reduce((all, { value }) => all + value, 0)
  expect(sum, JSON.stringify(shifts)).toBeLessThanOrEqual(0.01)
}

test('nothing shifts while home, list, board and item come, cold and warm', async ({ ada }) => {
  const { page, slug } = ada
  await ada.addItems(Array.from({ length: 30 }, (_, at) => `Contour line ${at}`))
  await ada.arrange({ layout: 'list', group_by: 'state' })
  await watchShifts(page)
  const screens = {
    home: [`/${slug}/`, page.getByRole('heading', { name: 'Your projects' })],
    list: [`${ada.list}?layout=list`, row(page, 'TRAIL-5')],
    board: [`${ada.list}?layout=kanban`, page.getByRole('article').first()],
    item: [`/${slug}/browse/TRAIL-1/`, page.getByRole('textbox', { name: 'Add comment' })],
  } as const
  for (const [name, [address, sign]] of Object.entries(screens)) {
    for (const visit of ['cold', 'warm']) {
      await test.step(`${name}, ${visit}`, async () => {
        if (visit === 'cold') await page.goto(address)
        else await page.reload()
        await expect(sign).toBeVisible()
        await page.waitForLoadState('networkidle')
        await expectStill(page)
      })
    }
  }
})

test('a change without a network is told in its row, moves nothing, and is sent by itself', async ({
  ada,
}) => {
  const { page, context } = ada
  await ada.addItem('Contour lines flicker')
  await page.goto(ada.list)
  const item = row(page, 'TRAIL-1')
  const pick = async (from: string, to: string) => {
    await item.getByRole('button', { name: `Priority: ${from}` }).click()
    await page.getByRole('option', { name: to }).click()
  }
  await pick('No priority', 'Low')
  await expect(item.getByRole('button', { name: 'Priority: Low' })).toBeVisible()
  const isLoaded = `performance.getEntriesByType('resource')
    .some(({ name }) => name.includes('start-outbox'))`
  await expect.poll(() => page.evaluate(isLoaded)).toBe(true)
  const place = await topOf(item)

  await context.setOffline(true)
  const strip = page.getByRole('main').getByRole('status').filter({ hasText: "You're offline" })
  await expect(strip).toBeVisible()
  expect(await topOf(item)).toBe(place)
  await pick('Low', 'High')
  await expect(item.getByText('Not synced')).toBeVisible()
  expect(await topOf(item)).toBe(place)

  await context.setOffline(false)
  await expect(strip).toHaveCount(0)
  await expect(item.getByRole('button', { name: 'Priority: High' })).toBeVisible()
  await expect(item.getByText('Not synced')).toHaveCount(0)
  await expect.poll(async () => (await readByKey(ada, 'TRAIL-1')).priority).toBe('high')
})

test('an archived item opens by its address, and can be brought back there', async ({ ada }) => {
  const { page, context, slug, project_id } = ada
  const { id } = await ada.addItem('Old path', { state_id: await stateNamed(ada, 'Done') })
  await call(context.request, workItemsApi.archive, { params: { slug, project_id, id } })
  await page.goto(`/${slug}/browse/TRAIL-1/`)
  await expect(page.getByRole('heading', { name: 'Old path' }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect.poll(async () => (await readByKey(ada, 'TRAIL-1')).archived_at).toBe(null)
})
