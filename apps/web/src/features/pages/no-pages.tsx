import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { Kbd } from '#ui/controls/kbd.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import type { PageTab } from './page-filters.ts'

interface NoPagesProps {
  /** The empty tab; undefined if there are no pages at all. */
  tab: PageTab | undefined
  onCreate: (() => void) | false
}

export function NoPages({ tab, onCreate }: NoPagesProps) {
  const { t } = useTranslation()
  const which = tab ?? 'all'
  return (
    <EmptyState
      title={t(`pages.empty.${which}_title`)}
      action={
        onCreate &&
        tab !== 'archived' && (
          <Button
            variant="primary"
            aria-keyshortcuts="D"
            after={<Kbd keys="d" look="on-solid" />}
            onClick={onCreate}
          >
            {t('pages.create_first')}
          </Button>
        )
      }
    >
      {t(`pages.empty.${which}_text`)}
    </EmptyState>
  )
}
