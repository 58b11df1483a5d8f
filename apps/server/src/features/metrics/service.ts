import type { Connected } from '#kernel/database/connect.ts'
import { type Measured, steps } from '#kernel/http/measure.ts'
import { metric } from './exposition.ts'
import { listQueues, listTroubledJobs, readDatabaseSize } from './queries.ts'

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

async function queues({ db }: Connected): Promise<string[]> {
  const [waiting, jobs, size] = [
    await listQueues(db),
    await listTroubledJobs(db),
    await readDatabaseSize(db),
  ]
  const known = ['mails', 'webhooks', 'exports', 'imports', 'links'].map(
    (queue) => waiting.find((one) => one.queue === queue) ?? { queue, waiting: 0, age: 0 },
  )
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
    metric('cairn_database_bytes', 'gauge', 'The size of the database.', [{ value: size }]),
  ]
}

function node({ pool }: Connected, version: string): string[] {
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
    metric('cairn_memory_bytes', 'gauge', 'Memory of this node.', [
      { value: process.memoryUsage.rss() },
    ]),
    metric('cairn_database_connections', 'gauge', 'Connections of this node.', connections),
  ]
}

/** Everything an operator may want to know of this node, and of what all of them have to do. */
export const formatMetrics = async (
  database: Connected,
  measured: Measured[],
  version: string,
): Promise<string> =>
  [...node(database, version), ...(await queues(database)), ...answers(measured)].join('')
