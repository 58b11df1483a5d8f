import { setTimeout as sleep } from 'node:timers/promises'
import { findFaults } from '../verify.ts'
import { startWriter } from '../writer.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { startEditor } from './editor.ts'
import { startListener } from './listener.ts'
import { prepareCluster } from './prepare.ts'
import { startProbe } from './probe.ts'
import { findClusterFaults } from './verify-cluster.ts'
import { type Victim, victims } from './victims.ts'

export interface ClusterTorment {
  kills: number
  writers: number
  listeners: number
  editors: number
  /** Which part is killed in each turn; the default is all of them, one after the other. */
  order?: readonly Victim[]
}

/** How long a service that lost a part was away. */
export interface Kill {
  victim: Victim
  awayMs: number
}

export interface ClusterOutcome {
  acknowledged: number
  refused: number
  events: number
  /** How often a browser was told that it heard what was lost. */
  reloads: number
  reconnects: number
  paragraphs: number
  kills: Kill[]
  faults: string[]
}

/** Undisturbed time between two kills. */
const CALM_MS = 2_000

/**
 * Writers, live browsers and page editors use a cluster while its parts are killed, one after the
 * other; in the end nothing acknowledged may be missing, and no event missed or doubled.
 */
export async function tormentCluster(
  torment: ClusterTorment,
  say: (line: string) => void,
): Promise<ClusterOutcome> {
  const cluster = await startCluster()
  try {
    return await tormentRunning(cluster, torment, say)
  } finally {
    await cluster.close()
  }
}

async function tormentRunning(
  cluster: Cluster,
  {
    kills: count,
    writers,
    listeners,
    editors,
    order = Object.keys(victims) as Victim[],
  }: ClusterTorment,
  say: (line: string) => void,
): Promise<ClusterOutcome> {
  const place = await prepareCluster(cluster)
  let isOver = false
  const listening = Array.from({ length: listeners }, () =>
    startListener(cluster.origin, place.cookie),
  )
  const editing = Array.from({ length: editors }, (_, n) =>
    startEditor({ ...place, page_id: place.page_ids[n % place.page_ids.length] ?? '' }),
  )
  const writing = Array.from({ length: writers }, () => startWriter(place, () => isOver, 60))
  const probe = startProbe(cluster.origin, place)
  const kills: Kill[] = []
  for (let n = 1; n <= count; n += 1) {
    await sleep(CALM_MS)
    const victim = order[(n - 1) % order.length] ?? 'Cairn server'
    const restore = await victims[victim](cluster)
    const { awayMs, refusingMs } = await probe.untilSteady(restore)
    await cluster.untilComplete()
    kills.push({ victim, awayMs })
    const slow = refusingMs < awayMs ? `, after ${refusingMs} ms only slow` : ''
    say(`${n}: killed the ${victim}; service was away for ${awayMs} ms${slow}`)
  }
  await sleep(CALM_MS)
  await probe.stop()
  isOver = true
  await Promise.all([
    ...writing.map(({ done }) => done),
    ...editing.map((one) => one.stopWriting()),
  ])

  const known = writing.flatMap((writer) => writer.known)
  const client = await cluster.client()
  const faults = [
    ...(await findClusterFaults({ client, place, listening, editing })),
    ...(await findFaults({ client, ...place }, known)),
  ]
  const outcome = {
    acknowledged: known.reduce((sum, { names }) => sum + names.length, 0),
    refused: writing.reduce((sum, { failed }) => sum + failed, 0),
    events: listening.reduce((sum, { heard }) => sum + heard().length, 0),
    reloads: listening.reduce((sum, { chapters }) => sum + chapters.length - 1, 0),
    reconnects: listening.reduce((sum, one) => sum + one.connects() - 1, 0),
    paragraphs: editing.reduce((sum, { written }) => sum + written.length, 0),
    kills,
    faults,
  }
  await client.end()
  await Promise.all(listening.map((one) => one.stop()))
  for (const one of editing) one.close()
  return outcome
}
