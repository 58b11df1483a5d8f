import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Loader } from '#ui/feedback/loader.tsx'

export function EntryLoading() {
  const { t } = useTranslation()
  return (
    <main className="flex h-full flex-col items-center justify-center gap-3">
      <div className="h-24">
        <Loader />
      </div>
      <p className="text-ink-2">{t('god_mode.entry.loading')}</p>
    </main>
  )
}

export function EntryFailure() {
  const { t } = useTranslation()
  return (
    <main className="h-full">
      <EmptyState
        level={1}
        picture="broken"
        title={t('god_mode.entry.failed')}
        action={
          <Button variant="primary" onClick={() => location.reload()}>
            {t('god_mode.entry.retry')}
          </Button>
        }
      >
        {t('god_mode.entry.failed_hint')}
      </EmptyState>
    </main>
  )
}
