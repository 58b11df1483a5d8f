import { randomToken } from '../apps/server/src/kernel/auth/tokens.ts'
import { type Benchmark, interleave, middleRound } from './harness.ts'
import { httpClient } from './http-client.ts'
import { oneOf, somePlaces } from './places.ts'

export const durableWrite: Benchmark = {
  id: 'B5',
  how: 'PATCH of a name over HTTP (row, activity, event, flushed to disk), against a prepared UPDATE with its commit; no HTTP in the floor',
  async run(stage) {
    const opened = await stage()
    const { client, cookie, server } = opened
    const places = await somePlaces(opened)
    const product = httpClient(server.origin, { cookie })
    const text = 'update work_items set name = $2, updated_at = now() where id = $1'
    const nextName = () => `Renamed to ${randomToken(20)}`

    const rounds = await interleave(
      {
        floor: () => client.query({ name: 'b5', text, values: [oneOf(places).id, nextName()] }),
        product: () => product.expect(204, 'PATCH', oneOf(places).path, { name: nextName() }),
      },
      // After its answer the server reads the event and wakes the other nodes.
      { restMs: 5 },
    )
    product.close()
    const what = 'durable write, p50'
    return [{ id: 'B5', what, ...middleRound(rounds), target: 2, better: 'less', unit: 'ms' }]
  },
}
