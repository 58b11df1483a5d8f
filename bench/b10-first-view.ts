import type { CDPSession, Page } from '@playwright/test'
import { visit } from './browser.ts'
import { type Benchmark, median } from './harness.ts'

const REVISITS = 5
const rows = '[data-item]'

/** What comes over the wire until the first rows stand, as the browser counts it. */
async function weighFirstView(page: Page, cdp: CDPSession, list: string) {
  const kinds = new Map<string, string>()
  let [code, requests] = [0, 0]
  await cdp.send('Network.enable')
  cdp.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
    kinds.set(requestId, type ?? '')
    if (!request.url.startsWith('data:')) requests += 1
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (['Script', 'Stylesheet'].includes(kinds.get(requestId) ?? '')) code += encodedDataLength
  })
  await page.goto(list)
  await page.locator(rows).first().waitFor()
  return { code: code / 1024, requests }
}

/** From the start of the navigation to the frame after the first row. */
async function timeRevisit(page: Page, list: string): Promise<number> {
  await page.goto('about:blank')
  await page.goto(list, { waitUntil: 'commit' })
  await page.locator(rows).first().waitFor()
  return page.evaluate(
    () => new Promise<number>((done) => requestAnimationFrame(() => done(performance.now()))),
  )
}

export const firstView: Benchmark = {
  id: 'B10',
  how: 'a real Chromium opens the largest project, cold: compressed JavaScript and CSS and the requests until the first row; then again with a warm cache, from navigation to the first row painted (the network is there: nothing is kept for working without one)',
  async run(stage) {
    const opened = await stage()
    const less = { floor: null, better: 'less' } as const
    let [code, requests, revisit] = [0, 0, 0]
    await visit(opened, async ({ context, page, list }) => {
      const cdp = await context.newCDPSession(page)
      const first = await weighFirstView(page, cdp, list)
      code = first.code
      requests = first.requests
      const times: number[] = []
      for (let n = 0; n < REVISITS; n += 1) times.push(await timeRevisit(page, list))
      revisit = median(times)
    })
    return [
      { id: 'B10 code', what: 'first view, JS + CSS', product: code, target: 130, unit: 'KB' },
      { id: 'B10 requests', what: 'first view, requests', product: requests, target: 8, unit: '' },
      {
        id: 'B10 revisit',
        what: 'warm revisit, painted',
        product: revisit,
        target: 200,
        unit: 'ms',
      },
    ].map((line) => ({ ...line, ...less, ratio: line.product }))
  },
}
