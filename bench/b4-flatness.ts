import { type Benchmark, percentile, timed } from './harness.ts'
import { httpClient } from './http-client.ts'
import { board } from './lists.ts'
import { million as millionItems, openStage, type Stage } from './stage.ts'

const TIMES = 300
const SMALL = 1_000

/** Alternates between both, so that a busy moment of the machine affects both alike. */
async function p95(stages: readonly Stage[], addressOf: (stage: Stage, n: number) => string) {
  const readers = stages.map((stage) => {
    const client = httpClient(stage.server.origin, { cookie: stage.cookie })
    return { client, stage }
  })
  const taken: number[][] = readers.map(() => [])
  for (let n = 0; n < TIMES + 100; n += 1) {
    for (const [index, { client, stage }] of readers.entries()) {
      const time = await timed(() => client.expect(200, 'GET', addressOf(stage, n)))
      if (n >= 100) taken[index]?.push(time)
    }
  }
  for (const { client } of readers) client.close()
  return taken.map((times) => percentile(times, 0.95))
}

/** Cached, and uncached as for the first reader: a URL not requested before is not in the cache. */
const readings = [
  { id: 'B4', what: 'board at 1,000,000 items ÷ at 1,000, p95', addressOf: board },
  {
    id: 'B4',
    what: 'the same board, never asked for before',
    addressOf: (stage: Stage, n: number) => `${board(stage)}&n=${n}`,
  },
]

export const flatness: Benchmark = {
  id: 'B4',
  how: 'p95 of the board of a project of 1,000,000 items, against that of a project of 1,000 with the same five columns',
  async run(_stage, million) {
    const many = await million()
    const few = await openStage({ ...millionItems, items: SMALL })
    try {
      const lines = []
      for (const { id, what, addressOf } of readings) {
        const [floor = 0, product = 0] = await p95([few, many], addressOf)
        const numbers = { floor, product, ratio: product / floor }
        lines.push({ id, what, ...numbers, target: 1.25, better: 'less', unit: 'ms' } as const)
      }
      return lines
    } finally {
      await few.close()
    }
  },
}
