import type { Page } from '@playwright/test'
import { visit } from './browser.ts'
import { type Benchmark, type Line, middleRound } from './harness.ts'
import { addEmptyScroller, scrollEmpty, scrollLayout } from './scroll.ts'
import { openStage } from './stage.ts'

const ROUNDS = 3

async function compare(page: Page) {
  const rounds: { floor: number; product: number }[] = []
  let nodes = 0
  await addEmptyScroller(page)
  for (let n = 0; n < ROUNDS; n += 1) {
    const floor = await scrollEmpty(page)
    const product = await scrollLayout(page)
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
