import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'

export default function NotLoaded({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      picture="broken"
      title={t('work_items.not_loaded')}
      action={
        <Button variant="primary" onClick={onRetry}>
          {t('common.try_again')}
        </Button>
      }
    >
      {t('errors.something_wrong')}
    </EmptyState>
  )
}
