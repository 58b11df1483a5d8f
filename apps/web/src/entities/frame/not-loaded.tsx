import { useEffect, useRef } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useConnectionLost } from '#data/live-listeners.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { useLatest } from '#ui/platform/use-latest.ts'

interface NotLoadedProps {
  title?: string
  text?: string
  level?: 1 | 2
  onRetry: () => void
}

/**
 * Shown instead of data that could not be loaded, which may exist or not: offers a retry, and
 * retries automatically when the network or the server is back.
 */
export function NotLoaded({ title, text, level = 1, onRetry }: NotLoadedProps) {
  const { t } = useTranslation()
  const retry = useLatest(onRetry)
  const lost = useConnectionLost()
  const wasLost = useRef(lost)

  useEffect(() => {
    if (wasLost.current && !lost) retry.current()
    wasLost.current = lost
  }, [lost, retry])

  useEffect(() => {
    const handleOnline = () => retry.current()
    addEventListener('online', handleOnline)
    return () => removeEventListener('online', handleOnline)
  }, [retry])

  return (
    <EmptyState
      picture="broken"
      level={level}
      title={title ?? t('not_loaded.title')}
      action={
        <Button variant="primary" onClick={onRetry}>
          {t('common.try_again')}
        </Button>
      }
    >
      {text ?? t('not_loaded.text')}
    </EmptyState>
  )
}
