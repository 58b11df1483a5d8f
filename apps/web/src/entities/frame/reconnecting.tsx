import { useSyncExternalStore } from 'react'
import { isRecalled } from '#data/first-answers.ts'
import { useTranslation } from '#data/i18n.ts'
import { retryLive, useConnectionLost } from '#data/live.ts'
import { Button } from '#ui/controls/button.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'

function subscribe(onChange: () => void) {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}

const useOnline = () => useSyncExternalStore(subscribe, () => navigator.onLine)

/** Over the main area while the network, or the server, is away. It comes back by itself, too. */
export function Reconnecting() {
  const { t } = useTranslation()
  const online = useOnline()
  const lost = useConnectionLost()
  const away = online ? 'reconnecting' : 'offline_now'
  return (
    <div role="status" className="shrink-0">
      {(lost || !online) && (
        <div className="flex min-h-9 items-center gap-2 border-b border-warning-line bg-warning-subtle py-1 pr-3 pl-4 text-ink">
          <Spinner size={14} />
          <span className="min-w-0 grow">{t(`shell.${isRecalled() ? 'offline' : away}`)}</span>
          <Button size="sm" onClick={retryLive}>
            {t('common.try_again')}
          </Button>
        </div>
      )}
    </div>
  )
}
