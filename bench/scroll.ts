import type { Page } from '@playwright/test'

const STEP = 120

/** In the page: scrolls the largest scroller for a while, one step a frame, and counts. */
async function scroll({ selector, step }: { selector: string; step: number }) {
  const frame = () => new Promise(requestAnimationFrame)
  const scrollers = [...document.querySelectorAll<HTMLElement>(selector)]
  const scroller = scrollers.toSorted((a, b) => b.scrollHeight - a.scrollHeight)[0]
  if (!scroller) throw new Error(`nothing to scroll: ${selector}`)
  scroller.scrollTop = 0
  await frame()
  const began = performance.now()
  let [frames, nodes] = [0, 0]
  while (performance.now() - began < 2_000) {
    scroller.scrollTop += step
    if (scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - step) {
      scroller.scrollTop = 0
    }
    await frame()
    frames += 1
    if (frames % 20 === 0) nodes = Math.max(nodes, document.querySelectorAll('body *').length)
  }
  return { frames, nodes }
}

const EMPTY = 'empty-scroller'

/** An empty scroll container in the same page, as the baseline. */
export const addEmptyScroller = (page: Page) =>
  page.evaluate((id) => {
    const empty = document.createElement('div')
    empty.id = id
    empty.style.cssText = 'position:fixed;inset:0;overflow:auto;opacity:0;pointer-events:none'
    empty.innerHTML = '<div style="height:400000px"></div>'
    document.body.append(empty)
  }, EMPTY)

export const scrollEmpty = (page: Page) =>
  page.evaluate(scroll, { selector: `#${EMPTY}`, step: STEP })
export const scrollLayout = (page: Page) =>
  page.evaluate(scroll, { selector: 'main *', step: STEP })
