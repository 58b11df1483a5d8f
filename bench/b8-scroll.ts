import type { Page } from '@playwright/test'
import { visit } from './browser.ts'
import { type Benchmark, type Line, middleRound } from './harness.ts'
import { openStage } from './stage.ts'

const ROUNDS = 3

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

async function compare(page: Page) {
  const rounds: { floor: number; product: number }[] = []
  let nodes = 0
  await page.evaluate(() => {
    const empty = document.createElement('div')
    empty.id = 'empty-scroller'
    empty.style.cssText = 'position:fixed;inset:0;overflow:auto;opacity:0;pointer-events:none'
    empty.innerHTML = '<div style="height:400000px"></div>'
    document.body.append(empty)
  })
  for (let n = 0; n < ROUNDS; n += 1) {
    const floor = await page.evaluate(scroll, { selector: '#empty-scroller', step: 120 })
    const product = await page.evaluate(scroll, { selector: 'main *', step: 120 })
    rounds.push({ floor: floor.frames, product: product.frames })
    nodes = Math.max(nodes, product.nodes)
  }
  return { ...middleRound(rounds), nodes }
}

const layouts = [
  ['spreadsheet', 'table'],
  ['kanban', 'board'],
  ['gantt_chart', 'timeline'],
] as const

export const scrolling: Benchmark = {
  id: 'B8',
  how: 'a real Chromium scrolls a project of 100,000 items by 120 px a frame for two seconds; frames against those of an empty scroller in the same page, and the most elements of the whole page',
  async run() {
    const opened = await openStage({ items: 100_000, projects: 1 })
    const lines: Line[] = []
    const scrollAll = visit(opened, async ({ page, list }) => {
      for (const [layout, name] of layouts) {
        await page.goto(`${list}?layout=${layout}`)
        await page.locator('main [data-item]').first().waitFor()
        const { floor, product, ratio, nodes } = await compare(page)
        lines.push(
          {
            ...{ id: `B8 ${name}`, what: `scrolling the ${name}, frames`, unit: '' },
            ...{ floor, product, ratio, target: 0.97, better: 'more' },
          },
          {
            ...{ id: `B8 ${name}`, what: `elements of the ${name}`, unit: '' },
            ...{ floor: null, product: nodes, ratio: nodes, target: 1_500, better: 'less' },
          },
        )
      }
    })
    await scrollAll.finally(() => opened.close())
    return lines
  },
}
