import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openCluster } from '../apps/server/src/kernel/database/embedded/cluster.ts'
import {
  spawnPostmaster,
  stopPostmaster,
  untilReady,
} from '../apps/server/src/kernel/database/embedded/postmaster.ts'
import { processesOn } from '../apps/server/src/kernel/database/embedded/processes.ts'
import { createLog } from '../apps/server/src/kernel/log.ts'
import { type Benchmark, timed } from './harness.ts'
import { httpClient } from './http-client.ts'
import { type ItemAddress, oneOf, someItems } from './places.ts'
import { freePort, startServer } from './server-process.ts'
import { openStage, type Stage } from './stage.ts'

const ROUNDS = 3
/** Longer than the pool keeps an idle connection. */
const REST_MS = 35_000

export const footprint: Benchmark = {
  id: 'B9',
  how: 'embedded database with 10,000 items; memory is PSS (shared pages counted once), 35 s after the start, and again 35 s after some use; the start is from spawn to the first healthy answer, less the time PostgreSQL itself takes',
  async run() {
    // Embedded: the memory of an external database does not count.
    const stage = await openStage({ items: 10_000, embedded: true })
    try {
      const places = await someItems(stage)
      await stage.server.stop()
      const { floor, product, again } = await measureStarts(stage)
      const memory = await measureMemory({ ...stage, server: again }, places)
      await again.stop()
      const less = { floor: null, better: 'less', unit: 'MB' } as const
      const { idle, used } = memory
      const all = { id: 'B9 memory', what: 'idle memory of everything', target: 200, ...less }
      const node = { id: 'B9 node', what: 'idle resident memory of Node', target: 150, ...less }
      const later = { id: 'B9 used', what: 'memory of everything after use', target: 200, ...less }
      const start = { id: 'B9 start', what: 'warm start beyond the database', target: 600 }
      return [
        { ...all, product: idle.all, ratio: idle.all },
        { ...node, product: idle.node, ratio: idle.node },
        { ...later, product: used.all, ratio: used.all },
        { ...start, floor, product, ratio: product - floor, better: 'less', unit: 'ms' },
      ]
    } finally {
      await stage.close()
    }
  },
}

/** PostgreSQL alone and Cairn with it in turn, on the same warm folder. */
async function measureStarts({ dataDir }: Stage) {
  const port = await freePort()
  const rounds: { floor: number; product: number }[] = []
  for (let round = 1; ; round += 1) {
    const floor = await timeDatabaseAlone(dataDir)
    const again = await startServer({ dataDir, port })
    rounds.push({ floor, product: again.startMs })
    if (round === ROUNDS) {
      const beyond = rounds.toSorted((a, b) => a.product - a.floor - (b.product - b.floor))
      return { ...beyond[Math.floor(ROUNDS / 2)]!, again }
    }
    await again.stop()
  }
}

async function timeDatabaseAlone(dataDir: string): Promise<number> {
  const log = createLog('warn')
  const cluster = await openCluster(dataDir)
  let stop = async () => {}
  const ms = await timed(async () => {
    const postmaster = await spawnPostmaster(cluster)
    stop = () => stopPostmaster(postmaster, log)
    await untilReady(postmaster, cluster, log)
  })
  await stop()
  return ms
}

/** Before the first request, and after some use. */
async function measureMemory(stage: Stage, places: readonly ItemAddress[]) {
  await sleep(REST_MS)
  const idle = await weigh(stage)
  const user = httpClient(stage.server.origin, { cookie: stage.cookie })
  for (let i = 0; i < 200; i += 1) {
    const { path: address } = oneOf(places)
    await user.expect(200, 'GET', address)
    await user.expect(204, 'PATCH', address, { name: `Renamed ${i}` })
    if (i % 10 === 0) await user.expect(200, 'GET', `${path.posix.dirname(address)}/`)
  }
  user.close()
  await sleep(REST_MS)
  return { idle, used: await weigh(stage) }
}

async function weigh({ server, dataDir }: Stage) {
  const database = await processesOn(path.join(dataDir, 'postgres/database'))
  const shares = await Promise.all(
    [server.pid, ...database].map((pid) => kilobytes(`/proc/${pid}/smaps_rollup`, 'Pss')),
  )
  const sum = shares.reduce((total, share) => total + share, 0)
  const resident = await kilobytes(`/proc/${server.pid}/smaps_rollup`, 'Rss')
  return { all: sum / 1024, node: resident / 1024 }
}

async function kilobytes(file: string, field: string): Promise<number> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0)
}
