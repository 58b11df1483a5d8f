import type { WorkQueue } from '@cairn/contract'
import { sql } from 'kysely'
import type { Db } from '#kernel/database/schema.ts'

export interface Depth {
  queue: WorkQueue
  waiting: number
  /** Seconds since the oldest entry was due. */
  age: number
}

/** Queue lengths, for all nodes together. */
export const listQueues = async (db: Db) => {
  const { rows } = await sql<Depth>`
    select queue, count(*)::int as waiting,
      coalesce(greatest(extract(epoch from now() - min(since)), 0), 0)::float8 as age
    from (
      select 'mails' as queue, created_at as since from mails where status = 'queued'
      union all select 'webhooks', due_at from webhook_calls where due_at <= now()
      union all select 'exports', created_at from exports where status in ('queued', 'processing')
      union all select 'imports', leased_until from import_runs
      union all select 'links', null from link_crawls
    ) waiting group by queue`.execute(db)
  return rows
}

export interface TroubledJob {
  name: string
  state: 'retry' | 'failed'
  count: number
  since: string
  /** What the last attempt said. */
  error: string | null
  /** Whether the same job was completed later. */
  has_recovered: boolean
}

/** Jobs that failed or will be retried; their schema is created last, so it may not exist yet. */
export const listTroubledJobs = async (db: Db): Promise<TroubledJob[]> => {
  const there = await sql<{ is_there: boolean }>`
    select to_regclass('jobs.job') is not null as is_there`.execute(db)
  if (!there.rows[0]?.is_there) return []
  const { rows } = await sql<TroubledJob>`
    select name, state::text, count(*)::int as count,
      min(coalesce(completed_on, started_on, created_on)) as since,
      left((array_agg(coalesce(output->>'message', output::text)
        order by coalesce(completed_on, started_on, created_on) desc))[1], 300) as error,
      exists (
        select from jobs.job later where later.name = troubled.name and later.state = 'completed'
          and later.completed_on > max(coalesce(troubled.completed_on, troubled.created_on))
      ) as has_recovered
    from jobs.job troubled
    where state in ('retry', 'failed') group by name, state order by name, state`.execute(db)
  return rows
}

export const readDatabaseSize = async (db: Db) => {
  const { rows } = await sql<{ bytes: number }>`
    select pg_database_size(current_database()) as bytes`.execute(db)
  return rows[0]?.bytes ?? 0
}

export interface Failing {
  /** Webhooks whose last call failed, and that are still called. */
  webhooks: number
  /** Mails that are not tried again. */
  mails: number
  /** Bytes of all uploaded files. */
  files: number
}

export const readFailing = async (db: Db): Promise<Failing> => {
  const { rows } = await sql<Failing>`
    select
      (select count(*)::int from webhooks
        where failing_since is not null and is_active and deleted_at is null) as webhooks,
      (select count(*)::int from mails where status = 'failed') as mails,
      (select coalesce(sum(used_bytes), 0)::float8 from workspace_storage) as files`.execute(db)
  return rows[0] ?? { webhooks: 0, mails: 0, files: 0 }
}
