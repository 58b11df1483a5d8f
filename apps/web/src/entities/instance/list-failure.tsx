import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'

/** Shown instead of a list that failed to load. */
export function ListFailure({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <Banner
      boxed
      tone="danger"
      action={
        <Button size="sm" onClick={onRetry}>
          {t('common.try_again')}
        </Button>
      }
    >
      {t('god_mode.not_loaded')}
    </Banner>
  )
}
