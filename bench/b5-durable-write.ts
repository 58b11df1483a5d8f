import { startBareServer } from './bare-server.ts'
import { makeBareTables } from './bare-tables.ts'
import { type Benchmark, interleave, type Line, middleRound } from './harness.ts'
import { leanClient } from './lean-client.ts'
import type { Stage } from './stage.ts'
import { type Kind, kinds, prepareWrites, type Writes } from './writes.ts'

/** After its answer the server reads the event and wakes the other nodes. */
const restMs = 5
const pace = { restMs, times: 200, warmUp: 300 }

async function measure(stage: Stage, next: Writes, kind: Kind): Promise<Line> {
  const { client, cookie, server } = stage
  const product = await leanClient(server.origin, cookie)
  const send = ({ status, method, path, body }: ReturnType<Writes>) =>
    product.expect(status, method, path, body)
  const bareServer = await startBareServer({
    body: await send(next(kind)),
    type: 'application/json',
  })
  const bare = await leanClient(bareServer.origin, cookie)
  const rounds = await interleave(
    {
      transaction: () => client.query(next(kind).bare),
      http: () => bare.expect(200, 'POST', '/', next(kind).body),
      product: () => send(next(kind)),
    },
    pace,
  )
  product.close()
  bare.close()
  bareServer.stop()
  const both = rounds.map(({ transaction, http, ...taken }) => ({
    floor: transaction + http,
    product: taken.product,
  }))
  const target = kind === 'create' ? 2.5 : 2
  const what = `durable write, ${kind}, p50`
  return { id: 'B5', what, ...middleRound(both), target, better: 'less', unit: 'ms' }
}

export const durableWrite: Benchmark = {
  id: 'B5',
  how: 'each write over HTTP, flushed to disk, against the same rows by one prepared statement into tables with nothing but their keys, plus a bare HTTP answer of the same size',
  async run(stage) {
    const opened = await stage()
    await makeBareTables(opened.client)
    const next = await prepareWrites(opened)
    const lines: Line[] = []
    for (const kind of kinds) lines.push(await measure(opened, next, kind))
    return lines
  },
}
