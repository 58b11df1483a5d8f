import pg from 'pg'
import { makeBareTables } from './bare-tables.ts'
import { type Benchmark, median } from './harness.ts'
import { leanClient } from './lean-client.ts'
import { million as millionItems, openStage, type Stage } from './stage.ts'
import { kinds, prepareWrites, type Write } from './writes.ts'

const CONNECTIONS = 8
const ROUNDS = 3
const ROUND_MS = 10_000
const SMALL = 10_000

interface Writer {
  write(one: Write): Promise<unknown>
  close(): unknown
}

const viaServer = async ({ server, cookie }: Stage): Promise<Writer> => {
  const { expect, close } = await leanClient(server.origin, cookie)
  return { write: ({ status, method, path, body }) => expect(status, method, path, body), close }
}

const viaDatabase = async ({ connection }: Stage): Promise<Writer> => {
  const client = new pg.Client(connection)
  await client.connect()
  return { write: ({ bare }) => client.query(bare), close: () => client.end() }
}

/** Writes per second over `CONNECTIONS` connections, each kind equally often. */
async function prepare(stage: Stage, connect: (stage: Stage) => Promise<Writer>) {
  const next = await prepareWrites(stage)
  const writers = await Promise.all(Array.from({ length: CONNECTIONS }, () => connect(stage)))
  let turn = 0
  return {
    async rate(ms: number): Promise<number> {
      const ends = performance.now() + ms
      let done = 0
      const work = async ({ write }: Writer) => {
        while (performance.now() < ends) {
          turn += 1
          await write(next(kinds[turn % kinds.length] ?? 'create'))
          done += 1
        }
      }
      await Promise.all(writers.map(work))
      return (done * 1000) / ms
    },
    close: () => Promise.all(writers.map(({ close }) => close())),
  }
}

async function measure(small: Stage, large: Stage) {
  await makeBareTables(small.client)
  const works = {
    bare: await prepare(small, viaDatabase),
    small: await prepare(small, viaServer),
    large: await prepare(large, viaServer),
  }
  for (const { rate } of Object.values(works)) await rate(ROUND_MS / 4)
  const rounds: Record<keyof typeof works, number>[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({
      bare: await works.bare.rate(ROUND_MS),
      small: await works.small.rate(ROUND_MS),
      large: await works.large.rate(ROUND_MS),
    })
  }
  for (const { close } of Object.values(works)) await close()
  const of = (name: keyof typeof works) => median(rounds.map((round) => round[name]))
  return { bare: of('bare'), small: of('small'), large: of('large') }
}

export const mixedWrites: Benchmark = {
  id: 'B13',
  how: 'all kinds of writes in turn from 8 connections, against the same transactions by a bare client, and with 1,000,000 items against 10,000',
  async run(_stage, million) {
    const large = await million()
    const small = await openStage({ ...millionItems, items: SMALL })
    try {
      const rates = await measure(small, large)
      const common = { id: 'B13', better: 'more', unit: '/s' } as const
      return [
        {
          ...{ ...common, what: 'mixed writes of 8 connections ÷ by a bare client', target: 0.5 },
          ...{ floor: rates.bare, product: rates.small, ratio: rates.small / rates.bare },
        },
        {
          ...{ ...common, what: 'the same with 1,000,000 items ÷ with 10,000', target: 0.8 },
          ...{ floor: rates.small, product: rates.large, ratio: rates.large / rates.small },
        },
      ]
    } finally {
      await small.close()
    }
  },
}
