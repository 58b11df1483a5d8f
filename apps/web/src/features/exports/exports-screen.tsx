import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useWorkspace } from '#entities/workspace/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { SettingsPage, SettingsSection } from '#ui/controls/form-layout.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { NotRead } from '#ui/feedback/not-read.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import { SkeletonRows } from '#ui/lists/skeleton-rows.tsx'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useParams } from '#ui/router/hooks.ts'
import { ExportForm } from './export-form.tsx'
import { ExportsTable } from './exports-table.tsx'
import { useExports } from './hooks.ts'

export function ExportsScreen() {
  const { t } = useTranslation()
  const { slug } = useParams('/$slug')
  const workspace = useWorkspace(slug)
  const [page, setPage] = useState(0)
  usePageTitle(workspace && t('exports.page_title', { name: workspace.name }))
  return (
    <SettingsPage wide title={t('exports.title')} description={t('exports.text')}>
      <ExportForm slug={slug} onAsked={() => setPage(0)} />
      <Previous slug={slug} page={page} onPage={setPage} />
    </SettingsPage>
  )
}

interface PreviousProps {
  slug: string
  page: number
  onPage: (page: number) => void
}

function Previous({ slug, page, onPage }: PreviousProps) {
  const { t } = useTranslation()
  const { data, isError, refetch } = useExports(slug, page)
  const [refreshing, setRefreshing] = useState(false)

  async function refresh() {
    setRefreshing(true)
    await refetch()
    setRefreshing(false)
  }

  return (
    <SettingsSection
      title={t('exports.previous')}
      action={
        data &&
        data.total_count > 0 && (
          <Button
            size="sm"
            variant="ghost"
            icon={RefreshCw}
            busy={refreshing}
            onClick={() => void refresh()}
          >
            {t(refreshing ? 'exports.refreshing' : 'exports.refresh')}
          </Button>
        )
      }
    >
      {data ? (
        data.total_count > 0 ? (
          <>
            <ExportsTable rows={data.results} />
            <Pager page={page} pages={data.total_pages} onPage={onPage} />
          </>
        ) : (
          <div className="pt-12">
            <EmptyState title={t('exports.none')} level={3}>
              {t('exports.none_text')}
            </EmptyState>
          </div>
        )
      ) : isError ? (
        <NotRead onRetry={() => void refetch()}>{t('exports.not_read')}</NotRead>
      ) : (
        <SkeletonRows count={4} />
      )}
    </SettingsSection>
  )
}
