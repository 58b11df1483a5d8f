import type { Bucket } from '#kernel/storage/bucket.ts'
import type { OpenDatabase } from './check-database.ts'
import { type Finding, findingsOf } from './finding.ts'

const { ok, warning, problem } = findingsOf('clock')

const LIMIT_S = 30

/** Against the database server and the bucket: signed addresses and sessions end by the clock. */
export async function checkClock(
  database: OpenDatabase | undefined,
  bucket: Bucket | null,
): Promise<Finding> {
  const others = [
    {
      name: 'the database server',
      ahead: database && (await secondsAhead(() => askPool(database))),
    },
    { name: 'the bucket', ahead: bucket && (await secondsAhead(() => askBucket(bucket))) },
  ].flatMap(({ name, ahead }) => (typeof ahead === 'number' ? [{ name, ahead }] : []))
  const wrong = others.find(({ ahead }) => Math.abs(ahead) > LIMIT_S)
  if (wrong) {
    const direction = wrong.ahead > 0 ? 'ahead of' : 'behind'
    return problem(
      `This machine's clock is ${Math.round(Math.abs(wrong.ahead))} seconds ${direction} that of ${wrong.name}. Synchronize both with a time server (NTP).`,
    )
  }
  const names = others.map(({ name }) => name).join(' and ')
  if (names) return ok(`The clock agrees with ${names}.`)
  if (!database && !bucket) return ok('There is no other clock to compare with yet.')
  return warning('The clock could not be compared. Run the doctor again once the bucket answers.')
}

/** How far this clock is ahead of the other; undefined if that gives no time. */
async function secondsAhead(ask: () => Promise<number>): Promise<number | undefined> {
  const asked = Date.now()
  const there = await ask().catch(() => Number.NaN)
  const here = (asked + Date.now()) / 2
  return Number.isNaN(there) ? undefined : (here - there) / 1000
}

async function askPool({ pool }: OpenDatabase): Promise<number> {
  const { rows } = await pool.query('select extract(epoch from clock_timestamp())::float8 as now')
  return rows[0].now * 1000
}

/** Without a signature: a bucket refuses those of a wrong clock, and sends the date with it. */
async function askBucket({ url }: Bucket): Promise<number> {
  const signal = AbortSignal.timeout(5_000)
  const { headers } = await fetch(url, { method: 'HEAD', redirect: 'manual', signal })
  return Date.parse(headers.get('date') ?? '')
}
