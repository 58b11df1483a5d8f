import { isEmptyHtml } from '@cairn/editor'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { RichText } from '#entities/rich-text/rich-text.tsx'
import { usePeople } from '#entities/workspace/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { momentText } from '#ui/dates/own-zone.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Tag } from '#ui/people/badge.tsx'
import type { OpenPage, PageScope } from './page-list.ts'
import { usePageVersion, useRestoreVersion } from './version-hooks.ts'

interface VersionOverlayProps {
  scope: PageScope
  page: OpenPage
  version: string
  mayRestore: boolean
  onClose: () => void
}

/** An earlier version of the page, shown over the current one. */
export default function VersionOverlay(props: VersionOverlayProps) {
  const { scope, page, version, mayRestore, onClose } = props
  const { t } = useTranslation()
  const { data, isError, refetch } = usePageVersion(scope, page.id, version)
  const restore = useRestoreVersion(scope, page.id)
  const title = data ? momentText(data.last_saved_at, 'longMoment') : t('pages.loading_version')

  async function handleRestore() {
    try {
      await restore.mutateAsync(version)
      onClose()
      toast({ kind: 'success', title: t('pages.version_restored') })
    } catch (error) {
      notifyFailure(t('pages.version_not_restored'), error)
    }
  }

  return (
    <section
      aria-label={title}
      className="absolute inset-0 z-(--z-sticky) flex flex-col bg-surface"
    >
      <div className="flex min-h-11 shrink-0 items-center gap-2 border-b border-line-subtle py-1 pr-3 pl-4 max-md:flex-wrap">
        <h2 className="min-w-0 truncate font-semibold">{title}</h2>
        <Tag>{t('pages.view_only')}</Tag>
        <span className="ml-auto flex items-center gap-1.5">
          <Button variant="ghost" onClick={onClose}>
            {t('pages.current_version')}
          </Button>
          {mayRestore && data && (
            <Button variant="primary" busy={restore.isPending} onClick={() => void handleRestore()}>
              {t(restore.isPending ? 'pages.restoring' : 'pages.restore_version')}
            </Button>
          )}
        </span>
      </div>
      <div className="min-h-0 grow overflow-y-auto">
        {isError ? (
          <EmptyState
            picture="broken"
            level={3}
            title={t('pages.something_wrong')}
            action={
              <Button variant="primary" onClick={() => void refetch()}>
                {t('common.try_again')}
              </Button>
            }
          >
            {t('pages.version_not_loaded')}
          </EmptyState>
        ) : (
          <div className="page-text mx-auto w-196 max-w-full px-8 py-8 max-md:px-4">
            <VersionText slug={scope.slug} html={data?.description_html} />
          </div>
        )}
      </div>
    </section>
  )
}

function VersionText({ slug, html }: { slug: string; html: string | undefined }) {
  const { t } = useTranslation()
  const people = usePeople(slug)
  if (html === undefined) {
    return (
      <div role="status" className="flex flex-col gap-4">
        <span className="sr-only">{t('pages.loading_version')}</span>
        {['92%', '84%', '96%', '60%'].map((width) => (
          <Skeleton key={width} width={width} />
        ))}
      </div>
    )
  }
  if (isEmptyHtml(html)) return <p className="text-ink-3">{t('pages.empty_version')}</p>
  return <RichText html={html} people={[...people.values()]} />
}
