import { useTranslation } from '#data/i18n.ts'
import { buttonLook } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'

/** Deleted, archived, of another project, or never there: one does not tell which. */
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
