import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { instanceAdmin } from '../core/policy.ts'
import { Choice, DateTime, Id, Nullable } from '../core/shapes.ts'
import { backupProblems } from './backups.ts'

/** What an administrator should do something about. */
export const healthProblems = [
  'storage_unusable',
  'disk_low',
  'queue_stuck',
  'job_failed',
  'webhooks_failing',
  'mails_failed',
  'backup_failed',
  'backup_overdue',
  'backups_off',
  'archiving_failed',
  'server_errors',
  'versions_differ',
] as const

export const HealthProblem = Type.Object({
  code: Choice(healthProblems),
  /** A warning can wait until tomorrow. */
  level: Choice(['problem', 'warning']),
  /** The queue, the job, or what the storage said. */
  subject: Nullable(Type.String()),
  /** Free bytes, seconds, or how many. */
  value: Nullable(Type.Number()),
})
export type HealthProblem = Static<typeof HealthProblem>

export const workQueues = ['mails', 'webhooks', 'exports', 'imports', 'links'] as const
export type WorkQueue = (typeof workQueues)[number]

/** How long the responses of one route take, on the server that answers. */
export const MeasuredRoute = Type.Object({
  method: Type.String(),
  route: Type.String(),
  count: Type.Integer(),
  /** Responses with 5xx. */
  errors: Type.Integer(),
  /** Estimated from the histogram of the metrics. */
  p50_ms: Type.Number(),
  p95_ms: Type.Number(),
  slowest_ms: Type.Number(),
})
export type MeasuredRoute = Static<typeof MeasuredRoute>

const FailingWebhook = Type.Object({
  id: Id,
  url: Type.String(),
  workspace_name: Type.String(),
  workspace_slug: Type.String(),
  /** Whether the administrator who asks may open its page. */
  may_open: Type.Boolean(),
  failing_since: DateTime,
  /** Null if its calls were removed from the log. */
  last_status: Nullable(Type.String()),
})

const FailingJob = Type.Object({
  name: Type.String(),
  /** Whether it is tried again before its next scheduled time. */
  is_retried: Type.Boolean(),
  count: Type.Integer(),
  since: DateTime,
  /** What the last attempt said. */
  error: Nullable(Type.String()),
})

export const HealthReport = Type.Object({
  checked_at: DateTime,
  problems: Type.Array(HealthProblem),
  queues: Type.Array(
    Type.Object({
      queue: Choice(workQueues),
      waiting: Type.Integer(),
      /** How long the oldest entry waits. */
      age_seconds: Type.Number(),
    }),
  ),
  jobs: Type.Array(FailingJob),
  /** The slowest of this server, and those with errors. */
  routes: Type.Array(MeasuredRoute),
  webhooks: Type.Object({ count: Type.Integer(), first: Type.Array(FailingWebhook) }),
  mails: Type.Object({
    is_server_configured: Type.Boolean(),
    /** Given up in the last 30 days. */
    failed: Type.Integer(),
    last_failed_at: Nullable(DateTime),
    last_error: Nullable(Type.String()),
  }),
  storage: Type.Object({
    destination: Choice(['folder', 'bucket']),
    is_usable: Type.Boolean(),
    /** What it said if it is not usable. */
    error: Nullable(Type.String()),
    files_bytes: Type.Number(),
    database_bytes: Type.Number(),
    /** Of the disk of the data folder; null if unknown. */
    disk_free_bytes: Nullable(Type.Number()),
    disk_bytes: Nullable(Type.Number()),
  }),
  backups: Type.Object({
    is_enabled: Type.Boolean(),
    next_at: Nullable(DateTime),
    last_completed_at: Nullable(DateTime),
    last_size: Nullable(Type.Number()),
    /** Of the last run, if it failed. */
    last_problem: Nullable(Choice(backupProblems)),
    /** Since when the log is not archived, if the database can be restored to any moment. */
    archiving_failed_at: Nullable(DateTime),
  }),
  versions: Type.Object({
    cairn: Type.String(),
    postgresql: Type.String(),
    node: Type.String(),
    /** The last migration. */
    schema: Type.String(),
    is_database_embedded: Type.Boolean(),
  }),
  /** The servers that run on this database. */
  nodes: Type.Array(
    Type.Object({
      name: Type.String(),
      version: Type.String(),
      /** Since when it is connected. */
      since: DateTime,
      /** The one that answered. */
      is_this: Type.Boolean(),
    }),
  ),
})
export type HealthReport = Static<typeof HealthReport>

export const healthApi = {
  read: endpoint(instanceAdmin, 'GET /api/instances/health/', { 200: HealthReport }),
}
