import { CloudOff, GitCompareArrows } from 'lucide-react'
import { isRecalled } from '#data/first-answers.ts'
import { useTranslation } from '#data/i18n.ts'
import { retryLive } from '#data/live.ts'
import { isUndecided, type OutboxEntry, type SyncMark } from '#data/outbox-state.ts'
import { Button } from '#ui/controls/button.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { counted } from '#ui/platform/number.ts'
import { classNames } from '#ui/theme/class-names.ts'
import { useShell } from './shell-context.ts'

export interface SyncTagProps {
  mark: SyncMark
  /** Only the icon, where there is no space for the text. */
  compact?: boolean
  className?: string | undefined
}

/**
 * Marks an object with changes the server does not have yet, or that its author has to decide on.
 */
export function Tag({ mark, compact = false, className }: SyncTagProps) {
  const { t } = useTranslation()
  const isConflict = mark === 'conflict'
  const text = t(isConflict ? 'sync.conflict' : 'sync.not_synced')
  const icon = isConflict ? GitCompareArrows : CloudOff
  if (compact) {
    const look = classNames(isConflict ? 'text-warning-ink' : 'text-ink-3', className)
    return (
      <span role="img" aria-label={text} data-tip={text} className={classNames('shrink-0', look)}>
        <Icon of={icon} size={14} />
      </span>
    )
  }
  return (
    <span
      className={classNames(
        'inline-flex h-5 shrink-0 items-center gap-1.25 rounded-sm border px-1.75 text-small whitespace-nowrap',
        isConflict
          ? 'border-warning-line bg-warning-subtle text-warning-ink'
          : 'border-dashed border-line-strong bg-surface text-ink-2',
        className,
      )}
    >
      <Icon of={icon} size={14} className={isConflict ? '' : 'text-ink-3'} />
      {text}
    </span>
  )
}

interface StripProps {
  online: boolean
  isAway: boolean
  entries: readonly OutboxEntry[]
}

/** The problem, how many changes wait, and a button to review them. */
export function Strip({ online, isAway, entries }: StripProps) {
  const { t } = useTranslation()
  const { reviewChanges } = useShell()
  const undecided = entries.filter(isUndecided).length
  const waiting = entries.length - undecided
  const away = online ? 'reconnecting' : 'offline'

  function words() {
    if (!isAway) {
      return undecided > 0
        ? t('sync.undecided', counted(undecided))
        : t('sync.sending', counted(waiting))
    }
    if (waiting > 0) return t(`sync.${away}_waiting`, counted(waiting))
    return t(isRecalled() ? 'sync.recalled' : `sync.${away}`)
  }

  return (
    <div className="pointer-events-auto flex min-h-10 max-w-full items-center gap-2 rounded-lg border border-line-strong bg-sunken py-1.5 pr-2 pl-3 text-ink shadow-lift-2">
      {online && undecided === 0 ? (
        <Spinner size={14} />
      ) : (
        <Icon of={CloudOff} className="text-ink-3" />
      )}
      <span className="min-w-0 grow">{words()}</span>
      {entries.length > 0 && (
        <Button size="sm" onClick={reviewChanges}>
          {t('sync.review')}
        </Button>
      )}
      {isAway && (
        <Button size="sm" onClick={retryLive}>
          {t('common.try_again')}
        </Button>
      )}
    </div>
  )
}
