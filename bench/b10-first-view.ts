import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { visit } from './browser.ts'
import { type Benchmark, median } from './harness.ts'

const REVISITS = 5

/** Marks when the first row of the list is painted: the frame after the one it is rendered in. */
const noteFirstRow = `(function look() {
  const stands = document.querySelector('main [data-item]')
  requestAnimationFrame(stands ? () => performance.mark('first row') : look)
})()`

const firstRow = () => performance.getEntriesByName('first row')[0]?.startTime

/** In milliseconds since the start of the navigation. */
async function timeFirstRow(page: Page): Promise<number> {
  const painted = await page.waitForFunction(firstRow)
  return (await painted.jsonValue()) ?? 0
}

/** Requests until the first row was painted, and the code size transferred. */
async function weighFirstView(page: Page) {
  const until = await timeFirstRow(page)
  return page.evaluate((painted) => {
    const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const asked = all.filter(({ startTime }) => startTime < painted)
    const code = asked.filter(({ name }) => /\.(js|css)$/.test(name))
    const bytes = code.reduce((sum, { transferSize }) => sum + transferSize, 0)
    return { code: bytes / 1024, requests: asked.length + 1 }
  }, until)
}

/** The last thing cached for offline use. */
const isCached = async () =>
  (await caches.match(`/last-look${location.pathname}${location.search}`)) !== undefined

export const firstView: Benchmark = {
  id: 'B10',
  how: 'a real Chromium opens the largest project, cold: compressed JavaScript and CSS and the requests until the first row is painted; then again without a network, from navigation to the first row painted as it was last seen',
  async run(stage) {
    const opened = await stage()
    const less = { floor: null, better: 'less' } as const
    let [code, requests, revisit] = [0, 0, 0]
    await visit(opened, async ({ context, page, list }) => {
      await context.addInitScript(noteFirstRow)
      await page.goto(list)
      const first = await weighFirstView(page)
      code = first.code
      requests = first.requests
      while (!(await page.evaluate(isCached))) await sleep(100)
      await context.setOffline(true)
      const times: number[] = []
      for (let n = 0; n < REVISITS; n += 1) {
        await page.goto('about:blank')
        await page.goto(list, { waitUntil: 'commit' })
        times.push(await timeFirstRow(page))
      }
      revisit = median(times)
    })
    return [
      { id: 'B10 code', what: 'first view, JS + CSS', product: code, target: 130, unit: 'KB' },
      { id: 'B10 requests', what: 'first view, requests', product: requests, target: 8, unit: '' },
      {
        id: 'B10 revisit',
        what: 'warm revisit offline, painted',
        product: revisit,
        target: 200,
        unit: 'ms',
      },
    ].map((line) => ({ ...line, ...less, ratio: line.product }))
  },
}
