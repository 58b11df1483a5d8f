import { useTranslation } from '#data/i18n.ts'
import { NotLoaded } from '#entities/frame/not-loaded.tsx'

interface PagesNotLoadedProps {
  /** For a single page, not the list. */
  single?: boolean
  onRetry: () => void
}

export function PagesNotLoaded({ single = false, onRetry }: PagesNotLoadedProps) {
  const { t } = useTranslation()
  return (
    <NotLoaded
      level={single ? 1 : 2}
      title={t('pages.failed')}
      text={t(single ? 'pages.page_not_loaded' : 'pages.list_not_loaded')}
      onRetry={onRetry}
    />
  )
}
