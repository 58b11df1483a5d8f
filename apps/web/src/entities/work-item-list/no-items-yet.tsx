import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { Kbd } from '#ui/controls/kbd.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'

export default function NoItemsYet({ onCreate }: { onCreate: (() => void) | undefined }) {
  const { t } = useTranslation()
  return (
    <div className="min-h-0 grow overflow-y-auto">
      <EmptyState
        title={t('work_items.empty_title')}
        action={
          <Button
            variant="primary"
            disabled={!onCreate}
            aria-keyshortcuts="C"
            onClick={onCreate}
            after={<Kbd keys="c" look="on-solid" />}
          >
            {t('work_items.create_first')}
          </Button>
        }
      >
        {t('work_items.empty_text')}
      </EmptyState>
    </div>
  )
}
