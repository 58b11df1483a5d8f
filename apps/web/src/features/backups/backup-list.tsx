import type { BackupRun } from '@cairn/contract'
import { Lock } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { Panel } from '#ui/controls/form-layout.tsx'
import { momentText } from '#ui/dates/own-zone.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { Tag, type Tone } from '#ui/people/badge.tsx'
import { sizeText } from '#ui/platform/size-text.ts'

export function BackupList({ runs }: { runs: BackupRun[] }) {
  const { t } = useTranslation()
  if (runs.length === 0) {
    return (
      <EmptyState picture="place-stone" title={t('god_mode.backups.empty')}>
        {t('god_mode.backups.empty_hint')}
      </EmptyState>
    )
  }
  return (
    <Panel>
      <ul className="divide-y divide-line-subtle">
        {runs.map((run) => (
          <BackupRow key={run.id} run={run} />
        ))}
      </ul>
    </Panel>
  )
}

const tones: Record<BackupRun['status'], Tone> = {
  queued: 'neutral',
  running: 'info',
  completed: 'success',
  failed: 'danger',
}

function BackupRow({ run }: { run: BackupRun }) {
  const { t } = useTranslation()
  const { status, file_name, removed_at, problem, detail } = run
  const place = run.folder ?? (run.destination === 'bucket' ? t('god_mode.backups.bucket') : null)
  const kind = t(run.due_at ? 'god_mode.backups.by_schedule' : 'god_mode.backups.by_hand')
  return (
    <li className="flex min-h-13 items-start gap-3 px-3 py-2">
      <div className="min-w-0 grow">
        <p className="flex items-center gap-1.5 font-medium">
          {momentText(run.started_at ?? run.created_at)}
          {run.is_encrypted && (
            <>
              <Icon of={Lock} size={14} className="text-ink-3" />
              <span className="sr-only">{t('god_mode.backups.encrypted')}</span>
            </>
          )}
        </p>
        <p className="text-ink-2 wrap-anywhere">
          {problem
            ? t(`god_mode.backups.problems.${problem}`)
            : [kind, place].filter(Boolean).join(' · ')}
        </p>
        {problem && detail && <p className="text-small text-ink-3 wrap-anywhere">{detail}</p>}
        {status === 'completed' && file_name && (
          <p className="text-small text-ink-3 wrap-anywhere">{file_name}</p>
        )}
        {run.missing_files !== null && run.missing_files > 0 && (
          <p className="text-small text-warning-ink">
            {t('god_mode.backups.missing_files', { count: run.missing_files })}
          </p>
        )}
      </div>
      {run.size !== null && status === 'completed' && (
        <span className="shrink-0 text-small leading-5 text-ink-3 tabular-nums">
          {sizeText(run.size)}
        </span>
      )}
      <Tag tone={removed_at ? 'neutral' : tones[status]}>
        {t(removed_at ? 'god_mode.backups.removed' : `god_mode.backups.status.${status}`)}
      </Tag>
    </li>
  )
}
