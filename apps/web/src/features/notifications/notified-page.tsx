import { pagesApi as api, type PageNotification } from '@cairn/contract'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, X } from 'lucide-react'
import { call } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { NotLoaded } from '#entities/frame/not-loaded.tsx'
import { RichText } from '#entities/rich-text/rich-text.tsx'
import { ItemSkeleton } from '#entities/work-item/item-skeleton.tsx'
import { usePeople } from '#entities/workspace/hooks.ts'
import { buttonLook } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { HeaderBar } from '#ui/layout/header-bar.tsx'
import { useSmallScreen } from '#ui/platform/use-small-screen.ts'
import { Link } from '#ui/router/link.tsx'

interface NotifiedPageProps {
  slug: string
  notification: PageNotification
  onClose: () => void
}

/** The page that mentions the user, shown read-only with a link to open it. */
export function NotifiedPage({ slug, notification, onClose }: NotifiedPageProps) {
  const { t } = useTranslation()
  const small = useSmallScreen()
  const people = usePeople(slug)
  const { id, name, project_id, comment_id } = notification.data.page
  const {
    data: page,
    isError,
    refetch,
  } = useQuery({
    queryKey: ['page', slug, project_id, id, 'notified'] as const,
    queryFn: ({ signal }) =>
      call(api.get, { params: { slug, project_id, id }, query: { track_visit: 'false' }, signal }),
    staleTime: 0,
  })
  return (
    <>
      <HeaderBar
        actions={
          <Link
            to={`/${slug}/projects/${project_id}/pages/${id}/` as string}
            search={comment_id ? { comment: comment_id } : {}}
            className={buttonLook('secondary')}
          >
            {t('inbox.open_page')}
          </Link>
        }
      >
        <IconButton
          icon={small ? ChevronLeft : X}
          label={small ? t('item.back') : t('inbox.close')}
          onClick={onClose}
        />
      </HeaderBar>
      <div className="min-h-0 grow overflow-y-auto">
        <article className="mx-auto w-188 max-w-full px-4 pt-6 pb-16">
          <h2 className="mb-4 text-heading font-semibold wrap-anywhere">
            {page?.name || name || t('pages.untitled')}
          </h2>
          {page && <RichText html={page.description_html} people={[...people.values()]} />}
          {!page && isError && (
            <NotLoaded
              level={2}
              title={t('pages.page_not_loaded')}
              onRetry={() => void refetch()}
            />
          )}
          {!page && !isError && <ItemSkeleton panel={false} />}
        </article>
      </div>
    </>
  )
}
