import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'

export default function NoMatches({ onClear }: { onClear?: () => void }) {
  const { t } = useTranslation()
  return (
    <div className="min-h-0 grow overflow-y-auto">
      <EmptyState
        title={t('work_items.no_matches_title')}
        action={onClear && <Button onClick={onClear}>{t('work_items.clear_filters')}</Button>}
      >
        {t('work_items.no_matches_text')}
      </EmptyState>
    </div>
  )
}
