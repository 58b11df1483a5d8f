import type { HealthProblem, HealthReport } from '@cairn/contract'
import { type DiskLimits, diskLimits } from '../../doctor/check-disk.ts'

type Figures = Omit<HealthReport, 'problems'> & {
  recentErrors: number
  isBackupOverdue: boolean
}

/** As in docs/monitoring/alerts.yaml. */
const STUCK_SECONDS = 900
const DAY_MS = 86_400_000
/** Emails are given up after about a day. */
const RECENT_MAIL_MS = 3 * DAY_MS

const problem = (code: HealthProblem['code'], about: Partial<HealthProblem> = {}) =>
  ({ code, level: 'problem', subject: null, value: null, ...about }) as const

const warning = (code: HealthProblem['code'], about: Partial<HealthProblem> = {}) =>
  problem(code, { level: 'warning', ...about })

function ofDisk(free: number | null, { problemBelow, warningBelow }: DiskLimits) {
  if (free === null || free >= warningBelow) return []
  const level = free < problemBelow ? 'problem' : 'warning'
  return [problem('disk_low', { level, value: free })]
}

function ofBackups({ backups, isBackupOverdue }: Figures) {
  if (backups.last_problem) return [problem('backup_failed', { subject: backups.last_problem })]
  if (!backups.is_enabled) return [warning('backups_off')]
  return isBackupOverdue ? [problem('backup_overdue')] : []
}

/** What an administrator should know, the worst first. */
export function findProblems(figures: Figures, limits = diskLimits): HealthProblem[] {
  const { storage, queues, jobs, webhooks, mails, nodes, recentErrors } = figures
  const isMailRecent =
    mails.last_failed_at !== null &&
    Date.parse(mails.last_failed_at) > Date.parse(figures.checked_at) - RECENT_MAIL_MS
  const found: HealthProblem[] = [
    ...(storage.is_usable ? [] : [problem('storage_unusable', { subject: storage.error })]),
    ...ofDisk(storage.disk_free_bytes, limits),
    ...ofBackups(figures),
    ...(figures.backups.archiving_failed_at ? [problem('archiving_failed')] : []),
    ...jobs
      .filter(({ is_retried }) => !is_retried)
      .map(({ name }) => problem('job_failed', { subject: name })),
    ...queues
      .filter(({ age_seconds }) => age_seconds > STUCK_SECONDS)
      .map(({ queue, age_seconds }) =>
        warning('queue_stuck', { subject: queue, value: age_seconds }),
      ),
    ...(recentErrors > 0 ? [warning('server_errors', { value: recentErrors })] : []),
    ...(webhooks.count > 0 ? [warning('webhooks_failing', { value: webhooks.count })] : []),
    ...(isMailRecent ? [warning('mails_failed', { value: mails.failed })] : []),
    ...(new Set(nodes.map(({ version }) => version)).size > 1 ? [warning('versions_differ')] : []),
  ]
  return found.toSorted((a, b) => Number(a.level === 'warning') - Number(b.level === 'warning'))
}
