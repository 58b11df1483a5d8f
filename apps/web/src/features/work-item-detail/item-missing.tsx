import { useTranslation } from '#data/i18n.ts'
import { buttonLook } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'

/** Deleted, archived, in another project, or nonexistent: the user is not told which. */
export function ItemMissing({ wayOut }: { wayOut?: string }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      level={1}
      picture="no-match"
      title={t('item.missing')}
      action={
        wayOut && (
          <a href={wayOut} className={buttonLook('primary')}>
            {t('item.view_others')}
          </a>
        )
      }
    >
      {t('item.missing_text')}
    </EmptyState>
  )
}
