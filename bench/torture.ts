import { parseArgs } from 'node:util'
import { say } from './say.ts'
import { torment } from './torture/torment.ts'

const { values: words } = parseArgs({
  options: { cluster: { type: 'boolean', default: false }, kills: { type: 'string' } },
})
const began = Date.now()
const seconds = () => Math.round((Date.now() - began) / 1000)
process.exitCode = await (words.cluster ? tortureCluster() : tortureServer())

/**
 * `npm run torture`: writes acknowledged by a 2xx survive `kill -9` of the server and the database.
 */
async function tortureServer(): Promise<number> {
  const torture = { kills: Number(words.kills ?? 10), writers: 20, calmMs: 4_000 }
  const { acknowledged, failed, faults } = await torment(torture, say)
  for (const fault of faults.slice(0, 50)) say(fault)
  const lost = faults.filter((fault) => fault.startsWith('lost')).length
  say(`${acknowledged} acknowledged, ${lost} lost (${failed} refused, ${seconds()} s)`)
  if (faults.length > lost) say(`${faults.length - lost} other faults`)
  return faults.length > 0 || acknowledged === 0 ? 1 : 0
}

/** `npm run torture -- --cluster`: nothing is lost in a cluster whose parts are killed in turn. */
async function tortureCluster(): Promise<number> {
  const [{ tormentCluster }, { isWell, tableOf }] = await Promise.all([
    import('./torture/cluster/torment-cluster.ts'),
    import('./torture/cluster/results.ts'),
  ])
  const torture = { kills: Number(words.kills ?? 50), writers: 4, listeners: 4, editors: 4 }
  const outcome = await tormentCluster(torture, say)
  for (const line of tableOf(outcome)) say(line)
  say(`${seconds()} s`)
  return isWell(outcome) ? 0 : 1
}
