import type { Locator, Page } from '@playwright/test'
import { visit } from './browser.ts'
import { type Benchmark, type Line, median } from './harness.ts'
import { httpClient } from './http-client.ts'
import { addEmptyScroller, scrollEmpty, scrollLayout } from './scroll.ts'
import { openStage, type Stage } from './stage.ts'
import { forgetTasks, framesOf, longestTask, startWatching } from './watch-frames.ts'

const ITEMS = 10_000
const BULK = 500
const ROW = 36
const priorities = ['Low', 'Urgent', 'High', 'Medium', 'No priority']

const rowAt = (page: Page, index: number) => page.locator(`main [data-index="${index}"] [data-row]`)
const idOf = (item: Locator) => item.getAttribute('data-item')

/** Sets how the benchmark user sees the project. */
async function setDisplay(stage: Stage, display_filters: object) {
  const { server, cookie, slug, projects } = stage
  const client = httpClient(server.origin, { cookie })
  const path = `/api/workspaces/${slug}/projects/${projects[0]?.id}/user-properties/`
  await client.expect(201, 'PATCH', path, { display_filters })
  client.close()
}

/**
 * In the page: scrolls every scroll container to its end until the last rows are loaded, and back.
 */
async function loadAll() {
  const frame = () => new Promise(requestAnimationFrame)
  const scrollers = [...document.querySelectorAll<HTMLElement>('main *')].filter(
    (one) => one.scrollHeight > one.clientHeight && one.querySelector(':scope > ul > [data-index]'),
  )
  for (const scroller of scrollers) {
    const isLoaded = () => {
      const lines = [...scroller.querySelectorAll('[data-index]')]
      const total = lines[0]?.getAttribute('aria-setsize')
      const atEnd = lines.at(-1)?.getAttribute('aria-posinset') === total
      return atEnd && lines.slice(-3).some((line) => line.querySelector('[data-item]'))
    }
    while (!isLoaded()) {
      scroller.scrollTop = scroller.scrollHeight
      await frame()
    }
    scroller.scrollTop = 0
    await frame()
  }
}

async function open(page: Page, address: string) {
  await page.goto(address)
  // Not the static rows shown until the list itself is loaded.
  await page.locator('main [data-index] [data-item]').first().waitFor()
  await page.evaluate(loadAll)
  await page.locator('main [data-index] [data-item]').first().waitFor()
  await page.evaluate(() => document.fonts.ready)
}

async function changePriority(page: Page, name: string): Promise<number> {
  const row = rowAt(page, 4)
  const id = await idOf(row)
  await row.locator('[data-opens=priority]').click()
  const option = page.getByRole('option', { name, exact: true })
  await option.waitFor()
  const shown = `document.querySelector('main [data-item="${id}"] [data-opens=priority][aria-label="Priority: ${name}"]')`
  return framesOf(page, shown, () => option.click())
}

/** Drags an item over another one, a little below its middle, and measures from the drop. */
async function drag(page: Page, carried: Locator, target: Locator, shown: string) {
  await carried.hover()
  await page.locator('main [data-item][draggable=true]').first().waitFor()
  await page.mouse.down()
  const { x, y, width, height } = (await target.boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  }
  await page.mouse.move(x + width / 2, y + height * 0.7, { steps: 6 })
  await page.mouse.move(x + width / 2 + 1, y + height * 0.7)
  return framesOf(page, shown, () => page.mouse.up())
}

async function dragInList(page: Page): Promise<number> {
  const [carried, target] = [rowAt(page, 3), rowAt(page, 8)]
  const shown = `document.querySelector('main [data-index="8"] [data-item="${await idOf(carried)}"]')`
  return drag(page, carried, target, shown)
}

async function dragOnBoard(page: Page, times: number): Promise<number> {
  const card = (column: number, at: number) =>
    page.locator('main section[data-cell]').nth(column).locator('[data-item]').nth(at)
  const [from, to] = times % 2 ? [1, 0] : [0, 1]
  const carried = card(from, 1)
  const target = card(to, 1)
  const cell = await page.locator('main section[data-cell]').nth(to).getAttribute('data-cell')
  const shown = `document.querySelector('main [data-cell="${cell}"] [data-item="${await idOf(carried)}"]')`
  return drag(page, carried, target, shown)
}

/** The first rows are there once every visible row has the priority. */
async function filter(page: Page, name: string): Promise<number> {
  const option = page.getByRole('checkbox', { name, exact: true })
  const shown = `(() => {
    const rows = [...document.querySelectorAll('main [data-item]')]
    return rows.length > 0 && rows.every((row) => row.querySelector('[aria-label="Priority: ${name}"]'))
  })()`
  const frames = await framesOf(page, shown, () => option.click())
  await option.click()
  await page
    .locator(`main [data-item]:not(:has([aria-label="Priority: ${name}"]))`)
    .first()
    .waitFor()
  return frames
}

async function changeMany(page: Page, name: string): Promise<number> {
  const check = async (index: number, modifiers: 'Shift'[] = []) => {
    await page.evaluate(
      `document.querySelector('main ul:has(> [data-index])').parentElement.scrollTop = ${(index - 5) * ROW}`,
    )
    await rowAt(page, index).hover()
    await rowAt(page, index).locator('[data-check]').click({ modifiers })
  }
  await check(1)
  await check(BULK, ['Shift'])
  const bar = page.getByRole('region', { name: 'Selected work items' })
  await bar.getByRole('button', { name: 'Priority' }).click()
  const option = page.getByRole('option', { name, exact: true })
  await option.waitFor()
  const shown = `document.querySelector('main [data-index="${BULK}"] [aria-label="Priority: ${name}"]')`
  const frames = await framesOf(page, shown, () => option.click())
  await bar.getByRole('button', { name: 'Clear selection' }).click()
  await bar.waitFor({ state: 'detached' })
  return frames
}

async function inTurn(action: (name: string, times: number) => Promise<number>): Promise<number> {
  const frames: number[] = []
  for (const [times, name] of priorities.entries()) frames.push(await action(name, times))
  return median(frames)
}

const layouts = [
  ['list', 'list'],
  ['kanban', 'board'],
  ['spreadsheet', 'table'],
  ['calendar', 'calendar'],
  ['gantt_chart', 'timeline'],
] as const

/** The longest tasks while a layout is scrolled through its items, which it reads meanwhile. */
async function scrollAll(page: Page, list: string): Promise<Line[]> {
  const lines: Line[] = []
  for (const [layout, name] of layouts) {
    await page.goto(`${list}?layout=${layout}`)
    await page.locator('main :not([inert] *)[data-item]').first().waitFor()
    await addEmptyScroller(page)
    // By then, what is loaded after the first rows has arrived.
    await scrollEmpty(page)
    await forgetTasks(page)
    await scrollEmpty(page)
    const floor = await longestTask(page)
    await forgetTasks(page)
    await scrollLayout(page)
    const product = await longestTask(page)
    lines.push({
      ...{ id: 'B7 scroll', what: `longest task, scrolling the ${name}`, unit: 'ms' },
      ...{ floor, product, ratio: product, target: 50, better: 'less' },
    })
  }
  return lines
}

export const interaction: Benchmark = {
  id: 'B7',
  how: 'a real Chromium with a project of 10,000 items open, all of them loaded and ordered by hand: frames from the click or the drop to the frame that shows what it did, and the longest task meanwhile, and while each layout is scrolled by 120 px a frame for two seconds',
  async run() {
    const opened = await openStage({ items: ITEMS, projects: 1 })
    const frames: Record<string, number> = {}
    let longest = 0
    let scrolled: Line[] = []
    const measureAll = visit(opened, async ({ page, list }) => {
      await startWatching(page)
      const measure = async (
        what: string,
        action: (name: string, times: number) => Promise<number>,
      ) => {
        // The first run loads the needed code.
        await action('No priority', 0)
        await forgetTasks(page)
        frames[what] = await inTurn(action)
        longest = Math.max(longest, await longestTask(page))
      }
      const display = { layout: 'list', group_by: null, order_by: 'sort_order' }
      await setDisplay(opened, display)
      await open(page, `${list}?layout=list`)
      await measure('change', (name) => changePriority(page, name))
      await page.getByRole('button', { name: 'Filters' }).click()
      await measure('filter', (name) => filter(page, name))
      await page.keyboard.press('Escape')
      await measure('bulk', (name) => changeMany(page, name))
      // Only grouped items can be dragged.
      await setDisplay(opened, { ...display, group_by: 'state' })
      await open(page, `${list}?layout=kanban`)
      await measure('board', (_, times) => dragOnBoard(page, times))
      await page.getByRole('radio', { name: 'List' }).click()
      await rowAt(page, 8).waitFor()
      await measure('drag', () => dragInList(page))
      scrolled = await scrollAll(page, list)
    })
    await measureAll.finally(() => opened.close())
    const less = { floor: null, better: 'less' } as const
    const line = (name: string, what: string, target: number): Line => {
      const product = frames[name] ?? 0
      return { id: `B7 ${name}`, what, ...less, product, ratio: product, target, unit: '' }
    }
    const tasks = { id: 'B7 task', what: 'longest task meanwhile', target: 50, unit: 'ms' }
    return [
      line('change', 'priority change, frames', 1),
      line('drag', 'drag in the list, frames', 1),
      line('board', 'drag on the board, frames', 1),
      line('filter', 'filter, frames', 3),
      line('bulk', `change of ${BULK} at once, frames`, 3),
      { ...tasks, ...less, product: longest, ratio: longest },
      ...scrolled,
    ]
  },
}
