import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { copyFile, rm, symlink } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type ServerProcess, startServer } from '../../server-process.ts'
import { machines, newNetwork, readExamples } from './examples.ts'
import { newPart, type Owner, type Part } from './part.ts'

/** What Patroni says of one PostgreSQL. */
interface Member {
  name: string
  role: string
  state: string
  timeline?: number
}

export interface Cluster {
  /** The address of the proxy, as browsers use it. */
  origin: string
  /** The Cairn servers; a killed one is undefined until it is started again. */
  nodes: (ServerProcess | undefined)[]
  /** The production build, or another entry. */
  startNode(n: number, options?: { entry?: string }): Promise<ServerProcess>
  /** Until the proxy sends it requests. */
  untilServing(n: number): Promise<void>
  etcd: Part[]
  patroni: Part[]
  pgbouncer: Part
  haproxy: Part
  /** The numbers of the parts that lead. */
  primary(): Promise<number>
  etcdLeader(): Promise<number>
  killPostmaster(n: number): void
  /** With a primary and two replicas, one of them synchronous. */
  untilComplete(): Promise<void>
  /** Past PgBouncer, to the primary. */
  client(): Promise<pg.Client>
  close(): Promise<void>
}

const READY_MS = 120_000

async function until(what: string, isSo: () => Promise<boolean> | boolean, limit = READY_MS) {
  const end = Date.now() + limit
  while (!(await Promise.resolve(isSo()).catch(() => false))) {
    if (Date.now() > end) throw new Error(`Waited in vain for ${what}`)
    await sleep(100)
  }
}

const postgresUser = (): Owner => {
  const idOf = (option: string) => Number(execFileSync('id', [option, 'postgres']))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

const askJson = async <T>(url: string): Promise<T> => {
  const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) })
  return (await answer.json()) as T
}

/**
 * Two Cairn servers behind HAProxy on three PostgreSQL of Patroni with three etcd, as the examples of
 * `deploy/cluster` configure them. Each machine of the examples is an address of the loopback network.
 */
export async function startCluster(): Promise<Cluster> {
  const owner = postgresUser()
  const folder = mkdtempSync(path.join(os.tmpdir(), 'cairn-cluster-'))
  chmodSync(folder, 0o755)
  const own = (name: string) => {
    const made = path.join(folder, name)
    mkdirSync(made, { mode: 0o700 })
    chownSync(made, owner.uid, owner.gid)
    return made
  }
  const write = (file: string, text: string) => {
    writeFileSync(file, text, { mode: 0o600 })
    chownSync(file, owner.uid, owner.gid)
    return file
  }
  const network = newNetwork()
  const password = randomBytes(12).toString('hex')
  const examples = readExamples(network, password)
  const addressOf = (n: number) => `${network.prefix}${n + 1}`

  const homes = machines.map(own)
  const etcd = homes.map((home, n) => {
    const file = write(path.join(home, 'etcd.yaml'), examples.etcd(n + 1, home))
    const command = ['etcd', '--config-file', file]
    return newPart({ name: 'etcd', folder: home, command, owner })
  })
  const patroni = homes.map((home, n) => {
    const file = write(path.join(home, 'patroni.yaml'), examples.patroni(n + 1, home))
    return newPart({ name: 'patroni', folder: home, command: ['patroni', file], owner })
  })
  const beside = own('proxy')
  const users = write(path.join(beside, 'userlist.txt'), `"cairn" "${password}"\n`)
  const bouncerFile = write(path.join(beside, 'pgbouncer.ini'), examples.pgbouncer(users))
  const pgbouncer = newPart({
    name: 'pgbouncer',
    folder: beside,
    command: ['pgbouncer', bouncerFile],
    owner,
  })
  const haproxyFile = write(path.join(beside, 'haproxy.cfg'), examples.haproxy())
  const haproxy = newPart({
    name: 'haproxy',
    folder: beside,
    command: ['haproxy', '-db', '-f', haproxyFile],
    owner,
  })
  const dataDirs = ['a', 'b'].map((name) => {
    const made = path.join(folder, name)
    mkdirSync(made)
    return made
  })

  const members = async () => {
    const asked = machines.map((_, n) =>
      askJson<{ members: Member[] }>(`http://${addressOf(n)}:8008/cluster`),
    )
    return (await Promise.any(asked)).members
  }
  async function client() {
    const made = new pg.Client({ connectionString: examples.cairn().DATABASE_DIRECT_URL })
    made.on('error', () => {})
    await made.connect()
    return made
  }

  const nodes: Cluster['nodes'] = []
  const cluster: Cluster = {
    origin: `http://${network.proxy}:8080`,
    nodes,
    etcd,
    patroni,
    pgbouncer,
    haproxy,
    client,
    async startNode(n, { entry } = {}) {
      const host = `${network.prefix}${11 + n}`
      const environment = {
        ...examples.cairn(),
        HOST: host,
        WEB_URL: `http://${network.proxy}:8080`,
      }
      const dataDir = dataDirs[n] ?? ''
      const node = await startServer({ dataDir, host, port: 3000, environment, entry })
      nodes[n] = node
      return node
    },
    untilServing: (n) =>
      until('the proxy', () => {
        const said = haproxy.lastWords().matchAll(/Server cairn\/(\w+) is (UP|DOWN)/g)
        const last = [...said].filter(([, name]) => name === machines[n]).at(-1)
        return last?.[2] === 'UP'
      }),
    async primary() {
      const name = (await members()).find(({ role }) => role === 'leader')?.name
      const names: readonly (string | undefined)[] = machines
      return names.indexOf(name)
    },
    async etcdLeader() {
      const statusOf = async (n: number) => {
        const answer = await fetch(`http://${addressOf(n)}:2379/v3/maintenance/status`, {
          method: 'POST',
          body: '{}',
          signal: AbortSignal.timeout(2_000),
        })
        const status = (await answer.json()) as { leader: string; header: { member_id: string } }
        return status.leader === status.header.member_id
      }
      const leads = await Promise.all(machines.map((_, n) => statusOf(n).catch(() => false)))
      return leads.indexOf(true)
    },
    killPostmaster(n) {
      const file = path.join(homes[n] ?? '', 'postgres/postmaster.pid')
      process.kill(Number(readFileSync(file, 'utf8').split('\n')[0]), 'SIGKILL')
    },
    async untilComplete() {
      await until('a primary and two replicas', async () => {
        const all = await members()
        const isUp = ({ state }: Member) => state === 'running' || state === 'streaming'
        const roles = all.map(({ role }) => role).toSorted()
        const timelines = new Set(all.map(({ timeline }) => timeline))
        const wanted = ['leader', 'replica', 'sync_standby']
        return all.every(isUp) && timelines.size === 1 && `${roles}` === `${wanted}`
      })
      await until('three members of etcd', async () => {
        const healths = machines.map((_, n) =>
          askJson<{ health: string }>(`http://${addressOf(n)}:2379/health`),
        )
        return (await Promise.all(healths)).every(({ health }) => health === 'true')
      })
    },
    async close() {
      await Promise.all(nodes.map((node) => node?.stop()))
      await Promise.all([pgbouncer.kill(), haproxy.kill()])
      // Each stops its PostgreSQL.
      await Promise.all(patroni.map((part) => part.stop()))
      await Promise.all(etcd.map((part) => part.kill()))
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }

  try {
    for (const part of etcd) part.start()
    await until('the leader of etcd', async () => (await cluster.etcdLeader()) >= 0)
    for (const part of patroni) part.start()
    await cluster.untilComplete()
    haproxy.start()
    pgbouncer.start()
    // Not through the proxy: until its first checks are done it leads anywhere.
    const admin = new pg.Client({
      ...{ host: addressOf(await cluster.primary()), port: 5432, database: 'postgres' },
      ...{ user: 'postgres', password },
    })
    await admin.connect()
    await admin.query(`create role cairn login password '${password}'`)
    for (const setting of [`statement_timeout = '30s'`, `timezone = 'UTC'`]) {
      await admin.query(`alter role cairn set ${setting}`)
    }
    await admin.query('create database cairn owner cairn')
    await admin.end()
    await cluster.startNode(0)
    const [first = '', second = ''] = dataDirs
    await copyFile(path.join(first, 'secret.key'), path.join(second, 'secret.key'))
    await symlink(path.join(first, 'files'), path.join(second, 'files'))
    await cluster.startNode(1)
    await until('the proxy', async () => (await fetch(`${cluster.origin}/health/`)).ok)
    return cluster
  } catch (error) {
    const words = [...etcd, ...patroni, haproxy, pgbouncer].map((part) => {
      try {
        return `${part.name}: ${part.lastWords()}`
      } catch {
        return ''
      }
    })
    await cluster.close()
    throw new Error(`The cluster did not start.\n${words.join('\n')}`, { cause: error })
  }
}
