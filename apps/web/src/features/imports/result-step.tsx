import type { Import } from '@cairn/contract'
import { CircleCheck, CircleX, Download, Undo2 } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { Button, buttonLook } from '#ui/controls/button.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { counted } from '#ui/platform/number.ts'
import { Link } from '#ui/router/link.tsx'
import { useImport } from './hooks.ts'

interface ResultStepProps {
  slug: string
  started: Import
  onAnother: () => void
}

/** The progress of the import, updated automatically. */
export function ResultStep({ slug, started, onAnother }: ResultStepProps) {
  const { t } = useTranslation()
  const current = useImport(slug, started)
  const { status, project, project_name, problem_count, error_file } = current
  return (
    <div className="flex flex-col gap-4">
      <div role="status" className="flex items-start gap-2">
        <Outcome current={current} />
      </div>
      {status !== 'queued' && (
        <div className="flex flex-wrap gap-2">
          {status === 'completed' && (
            <Link
              to="/$slug/projects/$projectId/issues/"
              params={{ slug, projectId: project }}
              className={buttonLook('secondary')}
            >
              {t('imports.open_project', { name: project_name })}
            </Link>
          )}
          {error_file && status === 'completed' && (
            <a href={error_file} download className={buttonLook('secondary')}>
              <Icon of={Download} className="text-ink-3" />
              {t('imports.error_file', counted(problem_count))}
            </a>
          )}
          <Button variant="primary" onClick={onAnother}>
            {t('imports.another')}
          </Button>
        </div>
      )}
    </div>
  )
}

function Outcome({ current }: { current: Import }) {
  const { t } = useTranslation()
  const { status, reason, project_name, created_count, repeated_count, problem_count } = current
  if (status === 'queued') {
    return (
      <>
        <Spinner />
        <p>{t('imports.running', { project: project_name })}</p>
      </>
    )
  }
  if (status === 'failed') {
    return (
      <>
        <Icon of={CircleX} className="mt-0.5 text-danger" />
        <p className="wrap-anywhere">{reason ?? t('imports.not_started')}</p>
      </>
    )
  }
  if (status === 'undone') {
    return (
      <>
        <Icon of={Undo2} className="mt-0.5 text-ink-3" />
        <p>{t('imports.was_undone')}</p>
      </>
    )
  }
  return (
    <>
      <Icon of={CircleCheck} className="mt-0.5 text-success" />
      <div className="min-w-0 wrap-anywhere">
        <p>{t('imports.done', { ...counted(created_count), project: project_name })}</p>
        {repeated_count > 0 && (
          <p className="text-ink-2">{t('imports.repeated', counted(repeated_count))}</p>
        )}
        {problem_count > 0 && (
          <p className="text-ink-2">{t('imports.left_behind', counted(problem_count))}</p>
        )}
      </div>
    </>
  )
}
