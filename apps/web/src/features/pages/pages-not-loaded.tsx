import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'

interface PagesNotLoadedProps {
  /** One of them, not the list. */
  single?: boolean
  onRetry: () => void
}

export function PagesNotLoaded({ single = false, onRetry }: PagesNotLoadedProps) {
  const { t } = useTranslation()
  return (
    <EmptyState
      picture="broken"
      level={single ? 1 : 2}
      title={t('pages.failed')}
      action={
        <Button variant="primary" onClick={onRetry}>
          {t('common.try_again')}
        </Button>
      }
    >
      {t(single ? 'pages.page_not_loaded' : 'pages.list_not_loaded')}
    </EmptyState>
  )
}
