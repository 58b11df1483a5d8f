import type { Cluster } from './cluster.ts'

/** Kills a part; the result starts it again, as a supervisor would. */
type Kill = (cluster: Cluster) => Promise<() => Promise<void>>

const restarting = async (part: { kill(): Promise<void>; start(): void }) => {
  await part.kill()
  return async () => part.start()
}

let turn = 0

export const victims = {
  /** One of the two, in turns. */
  'Cairn server': async (cluster) => {
    turn += 1
    const n = turn % cluster.nodes.length
    await cluster.nodes[n]?.kill()
    return async () => void (await cluster.startNode(n))
  },
  /** PostgreSQL alone: Patroni stays and hands over at once. */
  'primary database': async (cluster) => {
    cluster.killPostmaster(await cluster.primary())
    return async () => {}
  },
  'leader of etcd': async (cluster) => restarting(cluster.etcd[await cluster.etcdLeader()]!),
  proxy: async (cluster) => {
    const restart = await restarting(cluster.haproxy)
    await restart()
    return async () => {}
  },
  /** With Patroni, so that the others must notice by themselves. */
  "primary's machine": async (cluster) => {
    const n = await cluster.primary()
    const patroni = cluster.patroni[n]!
    await patroni.kill()
    cluster.killPostmaster(n)
    return async () => patroni.start()
  },
  PgBouncer: async (cluster) => {
    const restart = await restarting(cluster.pgbouncer)
    await restart()
    return async () => {}
  },
} satisfies Record<string, Kill>

export type Victim = keyof typeof victims
