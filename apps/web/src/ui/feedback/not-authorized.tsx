import { useTranslation } from '#data/i18n.ts'
import { useParams } from '#ui/router/hooks.ts'
import { Link } from '#ui/router/link.tsx'
import { buttonLook } from '../controls/button.tsx'
import { usePageTitle } from '../platform/use-page-title.ts'
import { EmptyState } from './empty-state.tsx'

/** Shown instead of a page or settings section that the user's role does not permit. */
export function NotAuthorized({ text }: { text?: string }) {
  const { t } = useTranslation()
  const { slug } = useParams('/$slug')
  usePageTitle(t('errors.not_authorized.title'))
  return (
    <EmptyState
      level={1}
      picture="no-match"
      title={t('errors.not_authorized.title')}
      action={
        <Link to="/$slug/" params={{ slug }} className={buttonLook('primary')}>
          {t('errors.go_home')}
        </Link>
      }
    >
      {text ?? t('errors.not_authorized.text')}
    </EmptyState>
  )
}
