import type { HealthReport } from '@cairn/contract'
import { readBackupHealth } from '#features/backups/service.ts'
import { readValues } from '#features/instance-settings/service.ts'
import {
  listTroubledJobs,
  readDatabaseSize,
  readFailing,
  readQueues,
  readStorage,
} from '#features/metrics/service.ts'
import { listNodes } from '#kernel/database/nodes.ts'
import type { App } from '#kernel/http/app-type.ts'
import { version } from '../../version.ts'
import { findProblems } from './problems.ts'
import {
  findArchivingFailure,
  findLastFailedMail,
  listFailingWebhooks,
  readVersions,
} from './queries.ts'
import { countRecentErrors, listNotableRoutes } from './routes-measured.ts'

const RECENT_MS = 3_600_000

/** Everything that the metrics know, and what to do about it. */
export async function readHealth(app: App, reader_id: string): Promise<HealthReport> {
  const { db, deps } = app
  const { config, secrets, listener } = deps
  const { error, disk } = await readStorage(app)
  const failing = await readFailing(db)
  const lastMail = await findLastFailedMail(db)
  const { isOverdue, ...backups } = await readBackupHealth(db, config)
  const queues = await readQueues(db)
  const jobs = await listTroubledJobs(db)
  const nodes = await listNodes(db)
  const figures = {
    checked_at: new Date().toISOString(),
    queues: queues.map(({ age, ...queue }) => ({ ...queue, age_seconds: Math.round(age) })),
    jobs: jobs
      .filter(({ has_recovered }) => !has_recovered)
      .map(({ name, state, count, since, error: said }) => ({
        ...{ name, is_retried: state === 'retry', count, since, error: said },
      })),
    routes: listNotableRoutes(app.measured.values()),
    webhooks: { count: failing.webhooks, first: await listFailingWebhooks(db, reader_id) },
    mails: {
      is_server_configured: (await readValues(db, secrets, config)).EMAIL_HOST !== '',
      failed: failing.mails,
      last_failed_at: lastMail?.created_at ?? null,
      last_error: lastMail?.last_error ?? null,
    },
    storage: {
      destination: config.bucket ? ('bucket' as const) : ('folder' as const),
      is_usable: error === null,
      error,
      files_bytes: failing.files,
      database_bytes: await readDatabaseSize(db),
      disk_free_bytes: disk?.free ?? null,
      disk_bytes: disk?.size ?? null,
    },
    backups: {
      ...backups,
      archiving_failed_at: config.isPointInTime ? await findArchivingFailure(db) : null,
    },
    versions: {
      cairn: version,
      node: process.versions.node,
      ...(await readVersions(db)),
      is_database_embedded: config.databaseUrl === undefined,
    },
    nodes: nodes.map(({ process: of, schema: _, ...node }) => ({
      ...node,
      is_this: of === listener.process,
    })),
  }
  const recentErrors = countRecentErrors(app.measured.values(), Date.now() - RECENT_MS)
  return {
    ...figures,
    problems: findProblems({ ...figures, recentErrors, isBackupOverdue: isOverdue }),
  }
}
