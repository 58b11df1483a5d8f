import type { HealthReport } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { Panel } from '#ui/controls/form-layout.tsx'
import { RelativeTime } from '#ui/dates/relative-time.tsx'
import { Cell, HeadCell, Table, TableRow } from '#ui/lists/table.tsx'
import { Tag } from '#ui/people/badge.tsx'
import { groupedNumber } from '#ui/platform/number.ts'
import { waitText } from './duration-text.ts'
import { TableFrame } from './table-frame.tsx'

/** What waits to be done, on all servers together. */
export function QueuesTable({ queues }: Pick<HealthReport, 'queues'>) {
  const { t } = useTranslation()
  return (
    <TableFrame>
      <Table label={t('god_mode.health.queues')} className="table-fixed">
        <thead>
          <tr>
            <HeadCell>{t('god_mode.health.queue')}</HeadCell>
            <HeadCell className="w-30 max-md:w-24">{t('god_mode.health.waiting')}</HeadCell>
            <HeadCell className="w-40 max-md:w-28">{t('god_mode.health.oldest')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {queues.map(({ queue, waiting, age_seconds }) => (
            <TableRow key={queue}>
              <Cell>{t(`god_mode.health.queue_names.${queue}`)}</Cell>
              <Cell>
                <span className="tabular-nums">{groupedNumber(waiting)}</span>
              </Cell>
              <Cell>
                <span className="text-ink-2 tabular-nums">
                  {waiting > 0 ? waitText(age_seconds) : '–'}
                </span>
              </Cell>
            </TableRow>
          ))}
        </tbody>
      </Table>
    </TableFrame>
  )
}

/** Scheduled jobs that failed and were not completed since. */
export function JobList({ jobs }: Pick<HealthReport, 'jobs'>) {
  const { t } = useTranslation()
  if (jobs.length === 0) return <p className="mt-2 text-ink-2">{t('god_mode.health.no_jobs')}</p>
  return (
    <div className="mt-2">
      <Panel>
        <ul className="divide-y divide-line-subtle">
          {jobs.map(({ name, is_retried, since, error }) => (
            <li key={`${name} ${is_retried}`} className="flex items-start gap-3 px-3 py-2">
              <div className="min-w-0 grow">
                <p className="font-medium wrap-anywhere">{name}</p>
                <p className="text-small text-ink-3 wrap-anywhere">{error}</p>
              </div>
              <span className="shrink-0 text-small leading-5 text-ink-3">
                <RelativeTime at={since} />
              </span>
              <Tag tone={is_retried ? 'warning' : 'danger'}>
                {t(is_retried ? 'god_mode.health.job_retried' : 'god_mode.health.job_failed')}
              </Tag>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  )
}
