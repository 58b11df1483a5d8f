import { useTranslation } from '#data/i18n.ts'
import { Button } from '../controls/button.tsx'

interface PagerProps {
  /** Zero-based. */
  page: number
  pages: number
  onPage: (page: number) => void
}

/** Moves between the pages of a table; nothing if there is only one. */
export function Pager({ page, pages, onPage }: PagerProps) {
  const { t } = useTranslation()
  if (pages < 2 && page === 0) return null
  return (
    <nav aria-label={t('ui.pages')} className="mt-3 flex items-center justify-end gap-2">
      <span className="mr-auto text-small text-ink-3 tabular-nums">
        {t('ui.page_of', { page: page + 1, pages: Math.max(pages, page + 1) })}
      </span>
      <Button size="sm" disabled={page === 0} onClick={() => onPage(page - 1)}>
        {t('ui.previous_page')}
      </Button>
      <Button size="sm" disabled={page + 1 >= pages} onClick={() => onPage(page + 1)}>
        {t('ui.next_page')}
      </Button>
    </nav>
  )
}
