import pg from 'pg'
import type { Config } from '#config'
import { clientOptions, isPooled } from '#kernel/database/connect.ts'
import { type Finding, findingsOf, reasonOf } from './finding.ts'

const ways = findingsOf('ways to the database')

/** What is on the other end of an address. */
async function ask(connectionString: string) {
  const client = new pg.Client(clientOptions({ connectionString }))
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ is_replica: boolean }>(
      'select pg_is_in_recovery() as is_replica',
    )
    return { isReplica: rows[0]?.is_replica === true, reason: '' }
  } catch (error) {
    return { isReplica: undefined, reason: reasonOf(error) }
  } finally {
    await client.end().catch(() => {})
  }
}

/** The addresses that only a cluster has; undefined: there is only one. */
export async function checkCluster(config: Config): Promise<Finding | undefined> {
  const { databaseUrl, databaseDirectUrl, databaseReadUrl } = config
  if (!databaseUrl) return undefined
  const isBehindPooler = isPooled({ connectionString: databaseUrl })
  if (!isBehindPooler && !databaseDirectUrl && !databaseReadUrl) return undefined

  const direct = databaseDirectUrl ? await ask(databaseDirectUrl) : undefined
  if (direct?.reason) {
    return ways.problem(
      `DATABASE_DIRECT_URL leads nowhere (${direct.reason}). Correct it: without it no change of another process is noticed at once.`,
    )
  }
  if (direct?.isReplica) {
    return ways.problem(
      'DATABASE_DIRECT_URL leads to a replica. Let it lead to the primary, past PgBouncer.',
    )
  }
  const read = databaseReadUrl ? await ask(databaseReadUrl) : undefined
  if (read?.reason) {
    return ways.warning(
      `DATABASE_READ_URL leads nowhere (${read.reason}). Lists are read from the primary until it answers.`,
    )
  }
  if (read?.isReplica === false) {
    return ways.warning(
      'DATABASE_READ_URL leads to a primary, not to a replica. Correct it, or remove it.',
    )
  }
  if (isBehindPooler && !direct) {
    return ways.warning(
      'DATABASE_URL leads through PgBouncer. Set DATABASE_DIRECT_URL: until then nothing is cached, and changes of other processes are shown up to two seconds late.',
    )
  }
  return ways.ok('All addresses lead where they should.')
}
