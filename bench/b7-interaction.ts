import type { Page } from '@playwright/test'
import { visit } from './browser.ts'
import { type Benchmark, median } from './harness.ts'

const TIMES = 7

/** In the page: counts frames, and remembers tasks that kept it from drawing. */
function watchFrames() {
  const watch = { frame: 0, clicked: 0, shown: 0, longest: 0, until: (_: () => boolean) => {} }
  const tick = () => {
    watch.frame += 1
    requestAnimationFrame(tick)
  }
  requestAnimationFrame(tick)
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watch.longest = Math.max(watch.longest, duration)
  }).observe({ entryTypes: ['longtask'] })
  addEventListener(
    'click',
    () => {
      watch.clicked = watch.frame
    },
    true,
  )
  watch.until = (isShown) => {
    watch.shown = 0
    const look = () => {
      if (watch.shown === 0 && isShown()) watch.shown = watch.frame + 1
    }
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    })
  }
  Object.assign(window, { watch })
}

/** Frames from the click to the one that shows what it did. */
const framesOf = async (page: Page) => {
  await page.waitForFunction('watch.shown > 0')
  return Number(await page.evaluate('watch.shown - watch.clicked'))
}

async function changePriority(page: Page, name: string): Promise<number> {
  const row = page.locator('main [data-item]').nth(3)
  const id = await row.getAttribute('data-item')
  await row.locator('[data-opens=priority]').click()
  const option = page.getByRole('option', { name, exact: true })
  await option.waitFor()
  await page.evaluate(
    `watch.until(() => document.querySelector('[data-item="${id}"] [data-opens=priority][aria-label="Priority: ${name}"]'))`,
  )
  await option.click()
  return framesOf(page)
}

export const interaction: Benchmark = {
  id: 'B7',
  how: 'a real Chromium with the largest project open, ordered by hand: frames from the click on another priority to the frame that shows it in its row, and the longest task meanwhile (drag, filter and bulk are not measured yet)',
  async run(stage) {
    const opened = await stage()
    const frames: number[] = []
    let longest = 0
    await visit(opened, async ({ page, list }) => {
      await page.addInitScript(watchFrames)
      await page.goto(`${list}?layout=list&order_by=sort_order`)
      await page.locator('main [data-item]').nth(3).waitFor()
      // The first one loads the picker.
      await changePriority(page, 'Low')
      await page.evaluate('watch.longest = 0')
      for (let n = 0; n < TIMES; n += 1) {
        frames.push(await changePriority(page, n % 2 ? 'Low' : 'Urgent'))
      }
      longest = Number(await page.evaluate('watch.longest'))
    })
    const less = { floor: null, better: 'less' } as const
    const shown = { id: 'B7 change', what: 'priority change, frames', target: 1, unit: '' }
    const tasks = { id: 'B7 task', what: 'longest task meanwhile', target: 50, unit: 'ms' }
    return [
      { ...shown, ...less, product: median(frames), ratio: median(frames) },
      { ...tasks, ...less, product: longest, ratio: longest },
    ]
  },
}
