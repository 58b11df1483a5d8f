import { type Content, startBareServer } from './bare-server.ts'
import { middleRound } from './harness.ts'
import { httpClient } from './http-client.ts'

const CLIENTS = 8
const ROUND_MS = 2_000
const ROUNDS = 3

/** Responses per second over this many connections, one request at a time each. */
async function rate(origin: string, cookie: string, path: string): Promise<number> {
  const clients = Array.from({ length: CLIENTS }, () => httpClient(origin, { cookie }))
  const ends = performance.now() + ROUND_MS
  let answered = 0
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < ends) {
        await client.expect(200, 'GET', path)
        answered += 1
      }
      client.close()
    }),
  )
  return (answered * 1000) / ROUND_MS
}

/** Requests a second of the product, against a bare server that sends the same bytes. */
export async function compareRates(origin: string, cookie: string, path: string) {
  const once = httpClient(origin, { cookie })
  const body = String(await once.expect(200, 'GET', path))
  once.close()
  const content: Content = { body, type: 'application/json' }
  const bare = await startBareServer(content)
  try {
    await rate(bare.origin, cookie, path)
    await rate(origin, cookie, path)
    const rounds = []
    for (let n = 0; n < ROUNDS; n += 1) {
      const floor = await rate(bare.origin, cookie, path)
      rounds.push({ floor, product: await rate(origin, cookie, path) })
    }
    return middleRound(rounds)
  } finally {
    bare.stop()
  }
}
