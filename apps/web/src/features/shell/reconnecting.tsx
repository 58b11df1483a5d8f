import { useTranslation } from 'react-i18next'
import { isRecalled } from '#data/first-answers.ts'
import { useConnectionLost } from '#data/live.ts'
import { Spinner } from '#ui/spinner.tsx'

/** Over the lower edge of the main area while the live socket is away. */
export function Reconnecting() {
  const { t } = useTranslation()
  const lost = useConnectionLost()
  return (
    <div
      role="status"
      className="pointer-events-none absolute inset-x-0 bottom-4 z-(--z-bulk-bar) flex justify-center max-md:bottom-20"
    >
      {lost && (
        <span className="flex h-8 items-center gap-2 rounded-full border border-line bg-raised px-3 text-small text-ink-2 shadow-lift-2">
          <Spinner size={14} />
          {t(isRecalled() ? 'shell.offline' : 'shell.reconnecting')}
        </span>
      )}
    </div>
  )
}
