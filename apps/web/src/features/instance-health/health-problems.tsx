import type { HealthProblem, HealthReport } from '@cairn/contract'
import { CircleCheck } from 'lucide-react'
import { type TextKey, useTranslation } from '#data/i18n.ts'
import { buttonLook } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { counted } from '#ui/platform/number.ts'
import { sizeText } from '#ui/platform/size-text.ts'
import { Link } from '#ui/router/link.tsx'
import { waitText } from './duration-text.ts'

/** Where something can be done about it. */
const pages: Partial<Record<HealthProblem['code'], '/god-mode/backups/' | '/god-mode/mails/'>> = {
  backup_failed: '/god-mode/backups/',
  backup_overdue: '/god-mode/backups/',
  backups_off: '/god-mode/backups/',
  mails_failed: '/god-mode/mails/',
}

/** Whether everything works, and what to do if not. */
export function HealthProblems({ problems }: Pick<HealthReport, 'problems'>) {
  const { t } = useTranslation()
  if (problems.length === 0) {
    return (
      <div
        role="status"
        className="flex min-h-9 items-center gap-2 rounded-lg border border-success-line bg-success-subtle py-1.5 pr-3 pl-3"
      >
        <Icon of={CircleCheck} className="text-success" />
        {t('god_mode.health.all_well')}
      </div>
    )
  }
  return (
    <ul aria-label={t('god_mode.health.attention')} className="flex flex-col gap-2">
      {problems.map((problem) => (
        <li key={`${problem.code} ${problem.subject}`}>
          <ProblemBanner problem={problem} />
        </li>
      ))}
    </ul>
  )
}

function ProblemBanner({ problem }: { problem: HealthProblem }) {
  const { t } = useTranslation()
  const { code, level } = problem
  const page = pages[code]
  return (
    <Banner
      boxed
      tone={level === 'problem' ? 'danger' : 'warning'}
      action={
        page && (
          <Link to={page} className={buttonLook('secondary', 'sm')}>
            {t(page === '/god-mode/mails/' ? 'god_mode.mails.title' : 'god_mode.backups.title')}
          </Link>
        )
      }
    >
      <span className="font-medium">{useTitle(problem)}</span>{' '}
      <span className="wrap-anywhere">{t(`god_mode.health.advice.${code}`)}</span>
    </Banner>
  )
}

function useTitle({ code, subject, value }: HealthProblem): string {
  const { t } = useTranslation()
  const number = value ?? 0
  const values = {
    disk_low: { size: sizeText(number) },
    queue_stuck: {
      queue: t(`god_mode.health.queue_names.${subject}` as TextKey),
      time: waitText(number),
    },
    backup_failed: { reason: t(`god_mode.backups.problems.${subject}` as TextKey) },
    job_failed: { job: subject },
    storage_unusable: { reason: subject },
    server_errors: counted(number),
    webhooks_failing: counted(number),
    mails_failed: counted(number),
    backup_overdue: {},
    backups_off: {},
    archiving_failed: {},
    versions_differ: {},
  } satisfies Record<HealthProblem['code'], object>
  return t(`god_mode.health.found.${code}` as TextKey, values[code])
}
