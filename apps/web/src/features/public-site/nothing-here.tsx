import { ApiError } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { usePageTitle } from '#ui/platform/use-page-title.ts'

/** Unknown, unpublished and disabled look the same; an unreachable server does not. */
export function NothingHere({ error }: { error: unknown }) {
  const { t } = useTranslation()
  const isGone = error instanceof ApiError && error.status === 404
  usePageTitle(t('public_site.gone_page_title'))
  return (
    <main className="h-full bg-canvas">
      {isGone ? (
        <EmptyState level={1} picture="no-match" title={t('public_site.gone_title')}>
          {t('public_site.gone_text')}
        </EmptyState>
      ) : (
        <EmptyState
          level={1}
          picture="broken"
          title={t('errors.maintenance.title')}
          action={
            <Button variant="primary" onClick={() => location.reload()}>
              {t('errors.reload')}
            </Button>
          }
        >
          {t('errors.maintenance.text')}
        </EmptyState>
      )}
    </main>
  )
}
