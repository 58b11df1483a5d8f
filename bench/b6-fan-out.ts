import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { livePath } from '@cairn/contract'
import { randomToken } from '../apps/server/src/kernel/auth/tokens.ts'
import { type Benchmark, middleRound, percentile } from './harness.ts'
import { httpClient } from './http-client.ts'
import { listenTo } from './listening.ts'
import { oneOf, someItems } from './places.ts'

const BROWSERS = 200
const ROUNDS = 3
const CHANGES = 60
/** All events of a change have arrived before the next one. */
const REST_MS = 30

const socketOf = (origin: string) => origin.replace('http', 'ws')

export const fanOut: Benchmark = {
  id: 'B6',
  how: '200 sockets hear of a change: p95 from its answer to their message, against a bare server that sends 200 sockets the same text after its answer',
  async run(stage) {
    const opened = await stage()
    const { cookie, server } = opened
    const places = await someItems(opened)
    const product = httpClient(server.origin, { cookie })
    const people = await listenTo(`${socketOf(server.origin)}${livePath}`, cookie, BROWSERS)
    const change = () =>
      product.expect(204, 'PATCH', oneOf(places).path, { name: `Named ${randomToken(20)}` })

    // The first event shows what is sent, so that the floor can send the same.
    const hearing = people.hear()
    await change()
    const bareServer = await startBareFanOut((await hearing).text)
    const bare = httpClient(bareServer.origin)
    const nobody = await listenTo(socketOf(bareServer.origin), '', BROWSERS)
    const ask = () => bare.expect(204, 'POST', '/')

    const rounds = []
    for (let round = 0; round <= ROUNDS; round += 1) {
      const floor: number[] = []
      const heard: number[] = []
      for (let n = 0; n < CHANGES; n += 1) {
        await sleep(REST_MS)
        floor.push(...(await nobody.delays(ask)))
        await sleep(REST_MS)
        heard.push(...(await people.delays(change)))
      }
      // The first round only warms up.
      if (round > 0)
        rounds.push({ floor: percentile(floor, 0.95), product: percentile(heard, 0.95) })
    }
    people.close()
    nobody.close()
    product.close()
    bare.close()
    bareServer.stop()
    const what = 'live fan-out to 200, p95'
    return [{ id: 'B6', what, ...middleRound(rounds), target: 1.3, better: 'less', unit: 'ms' }]
  },
}

async function startBareFanOut(text: string) {
  const child = fork(path.join(import.meta.dirname, 'bare-fan-out-process.ts'))
  child.send(text)
  const [port] = await once(child, 'message')
  return { origin: `http://127.0.0.1:${port}`, stop: () => void child.kill() }
}
