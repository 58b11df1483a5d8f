import { startBareServer } from './bare-server.ts'
import { type Benchmark, interleave, middleRound } from './harness.ts'
import { httpClient } from './http-client.ts'
import { oneOf, someItems } from './places.ts'

export const readOne: Benchmark = {
  id: 'B1',
  how: 'GET of one work item with a session, against a prepared select by primary key plus a bare HTTP answer of the same body',
  async run(stage) {
    const opened = await stage()
    const { client, cookie, server } = opened
    const places = await someItems(opened)
    const product = httpClient(server.origin, { cookie })
    const body = await product.expect(200, 'GET', oneOf(places).path)
    const bareServer = await startBareServer({ body: String(body), type: 'application/json' })
    const bare = httpClient(bareServer.origin, { cookie })
    const text = 'select * from work_items where id = $1'

    const rounds = await interleave({
      select: () => client.query({ name: 'b1', text, values: [oneOf(places).id] }),
      bare: () => bare.expect(200, 'GET', oneOf(places).path),
      product: () => product.expect(200, 'GET', oneOf(places).path),
    })
    product.close()
    bare.close()
    bareServer.stop()
    const middle = middleRound(
      rounds.map((round) => ({ floor: round.select + round.bare, product: round.product })),
    )
    const what = 'read one work item, p50'
    return [{ id: 'B1', what, ...middle, target: 1.5, better: 'less', unit: 'ms' }]
  },
}
