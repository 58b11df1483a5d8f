import { statfs } from 'node:fs/promises'
import { workQueues } from '@cairn/contract'
import type { Db } from '#kernel/database/schema.ts'
import type { App } from '#kernel/http/app-type.ts'
import { type Measured, steps } from '#kernel/http/measure.ts'
import { version } from '../../version.ts'
import { metric } from './exposition.ts'
import {
  type Depth,
  listQueues,
  listTroubledJobs,
  readDatabaseSize,
  readFailing,
} from './queries.ts'

export { listTroubledJobs, readDatabaseSize, readFailing }

const seconds = (ms: number) => Math.round(ms * 1000) / 1e6

const labelsOf = ({ method, route }: Measured) => ({ method, route })

function answers(measured: Measured[]): string[] {
  return [
    metric(
      'cairn_http_answers_total',
      'counter',
      'Answers since the start, by route and kind of status.',
      measured.flatMap((one) =>
        Array.from(one.byStatus, ([status, value]) => ({
          labels: { ...labelsOf(one), status },
          value,
        })),
      ),
    ),
    metric(
      'cairn_http_answer_seconds',
      'histogram',
      'How long answers took.',
      measured.flatMap(durations),
    ),
    metric(
      'cairn_http_slowest_seconds',
      'gauge',
      'The slowest answer since the start.',
      measured.map((one) => ({ labels: labelsOf(one), value: seconds(one.slowestMs) })),
    ),
  ]
}

function durations(one: Measured) {
  let sum = 0
  const buckets = [...steps.map((ms) => seconds(ms)), '+Inf'].map((le, index) => {
    sum += one.within[index] ?? 0
    return { labels: { ...labelsOf(one), le }, value: sum, suffix: '_bucket' }
  })
  return [
    ...buckets,
    { labels: labelsOf(one), value: seconds(one.ms), suffix: '_sum' },
    { labels: labelsOf(one), value: one.count, suffix: '_count' },
  ]
}

/** Every queue, also an empty one. */
export async function readQueues(db: Db): Promise<Depth[]> {
  const waiting = await listQueues(db)
  return workQueues.map(
    (queue) => waiting.find((one) => one.queue === queue) ?? { queue, waiting: 0, age: 0 },
  )
}

async function queues({ db }: App): Promise<string[]> {
  const [known, jobs, size, failing] = [
    await readQueues(db),
    await listTroubledJobs(db),
    await readDatabaseSize(db),
    await readFailing(db),
  ]
  return [
    metric(
      'cairn_queue_depth',
      'gauge',
      'What waits to be done, on all nodes together.',
      known.map(({ queue, waiting: value }) => ({ labels: { queue }, value })),
    ),
    metric(
      'cairn_queue_age_seconds',
      'gauge',
      'How long the oldest of it waits.',
      known.map(({ queue, age: value }) => ({ labels: { queue }, value })),
    ),
    metric(
      'cairn_jobs_in_trouble',
      'gauge',
      'Scheduled jobs that failed, or wait to be tried again.',
      jobs.map(({ name, state, count: value }) => ({ labels: { job: name, state }, value })),
    ),
    metric('cairn_webhooks_failing', 'gauge', 'Webhooks whose last call failed.', [
      { value: failing.webhooks },
    ]),
    metric('cairn_mails_failed', 'gauge', 'Mails of the last 30 days that could not be sent.', [
      { value: failing.mails },
    ]),
    metric('cairn_database_bytes', 'gauge', 'The size of the database.', [{ value: size }]),
    metric('cairn_files_bytes', 'gauge', 'The size of all uploaded files.', [
      { value: failing.files },
    ]),
  ]
}

interface StorageFigures {
  /** Why files can be neither stored nor read. */
  error: string | null
  /** The disk of the data folder; undefined if it does not exist. */
  disk: { free: number; size: number } | undefined
}

/** Where files are stored, and the disk of the data folder. */
export async function readStorage({ deps: { storage, config } }: App): Promise<StorageFigures> {
  const error = await storage.probe().then(
    () => null,
    ({ message }: Error) => message,
  )
  const disk = await statfs(config.dataDir).then(
    ({ bavail, blocks, bsize }) => ({ free: bavail * bsize, size: blocks * bsize }),
    () => undefined,
  )
  return { error, disk }
}

async function storage(app: App): Promise<string[]> {
  const { error, disk } = await readStorage(app)
  return [
    metric('cairn_storage_usable', 'gauge', 'Whether files can be stored: 1 or 0.', [
      { value: error === null ? 1 : 0 },
    ]),
    ...(disk
      ? [
          metric('cairn_disk_free_bytes', 'gauge', 'Free space on the disk of the data folder.', [
            { value: disk.free },
          ]),
          metric('cairn_disk_bytes', 'gauge', 'The size of that disk.', [{ value: disk.size }]),
        ]
      : []),
  ]
}

function node({ deps: { database } }: App, delay: number): string[] {
  const { pool } = database
  const { user, system } = process.cpuUsage()
  const connections = [
    { labels: { state: 'open' }, value: pool.totalCount },
    { labels: { state: 'idle' }, value: pool.idleCount },
    { labels: { state: 'awaited' }, value: pool.waitingCount },
  ]
  return [
    metric('cairn_info', 'gauge', 'The version that runs.', [{ labels: { version }, value: 1 }]),
    metric('cairn_uptime_seconds', 'gauge', 'Since this node started.', [
      { value: Math.round(process.uptime()) },
    ]),
    metric('cairn_cpu_seconds_total', 'counter', 'Processor time of this node.', [
      { value: (user + system) / 1e6 },
    ]),
    metric('cairn_event_loop_delay_seconds', 'gauge', 'The longest since the last reading.', [
      { value: delay },
    ]),
    metric('cairn_memory_bytes', 'gauge', 'Memory of this node.', [
      { value: process.memoryUsage.rss() },
    ]),
    metric('cairn_database_connections', 'gauge', 'Connections of this node.', connections),
  ]
}

/** All metrics of this node, and the queues of all nodes. */
export const formatMetrics = async (app: App, delay: number): Promise<string> =>
  [
    ...node(app, delay),
    ...(await storage(app)),
    ...(await queues(app)),
    ...answers([...app.measured.values()]),
  ].join('')
