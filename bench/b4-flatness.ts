import { type Benchmark, percentile, timed } from './harness.ts'
import { httpClient } from './http-client.ts'
import { board } from './lists.ts'
import { openStage, type Stage } from './stage.ts'

const TIMES = 300
const MANY = 1_000_000
const FEW = 1_000

/** Both in turn, so that a busy moment of the machine hits both alike. */
async function p95(stages: readonly Stage[]): Promise<number[]> {
  const readers = stages.map((stage) => {
    const { origin } = stage.server
    return { client: httpClient(origin, { cookie: stage.cookie }), path: board(stage) }
  })
  const taken: number[][] = readers.map(() => [])
  for (let n = 0; n < TIMES + 100; n += 1) {
    for (const [index, { client, path }] of readers.entries()) {
      const time = await timed(() => client.expect(200, 'GET', path))
      if (n >= 100) taken[index]?.push(time)
    }
  }
  for (const { client } of readers) client.close()
  return taken.map((times) => percentile(times, 0.95))
}

export const flatness: Benchmark = {
  id: 'B4',
  how: 'p95 of the board of a project among 1,000,000 items, against the same board among 1,000',
  async run() {
    const few = await openStage({ items: FEW, projects: 1 })
    const many = await openStage({ items: MANY, projects: 1 })
    try {
      const [floor = 0, product = 0] = await p95([few, many])
      const numbers = { floor, product, ratio: product / floor }
      const what = 'board at 1,000,000 items ÷ at 1,000, p95'
      return [{ id: 'B4', what, ...numbers, target: 1.25, better: 'less', unit: 'ms' }]
    } finally {
      await many.close()
      await few.close()
    }
  },
}
