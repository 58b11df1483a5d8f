import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useWorkspace } from '#entities/workspace/hooks.ts'
import { SettingsPage, SettingsSection } from '#ui/controls/form-layout.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { NotRead } from '#ui/feedback/not-read.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import { SkeletonRows } from '#ui/lists/skeleton-rows.tsx'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useParams } from '#ui/router/hooks.ts'
import { useImports } from './hooks.ts'
import { ImportSteps } from './import-steps.tsx'
import { ImportsTable } from './imports-table.tsx'

export function ImportsScreen() {
  const { t } = useTranslation()
  const { slug } = useParams('/$slug')
  const workspace = useWorkspace(slug)
  usePageTitle(workspace && t('imports.page_title', { name: workspace.name }))
  return (
    <SettingsPage wide title={t('imports.title')} description={t('imports.text')}>
      <ImportSteps slug={slug} />
      <Previous slug={slug} />
    </SettingsPage>
  )
}

function Previous({ slug }: { slug: string }) {
  const { t } = useTranslation()
  const [page, setPage] = useState(0)
  const { data, isError, refetch } = useImports(slug, page)
  return (
    <SettingsSection title={t('imports.previous')}>
      {data ? (
        data.total_count > 0 ? (
          <>
            <ImportsTable slug={slug} rows={data.results} />
            <Pager page={page} pages={data.total_pages} onPage={setPage} />
          </>
        ) : (
          <div className="pt-12">
            <EmptyState title={t('imports.none')} level={3}>
              {t('imports.none_text')}
            </EmptyState>
          </div>
        )
      ) : isError ? (
        <NotRead onRetry={() => void refetch()}>{t('imports.not_read')}</NotRead>
      ) : (
        <SkeletonRows count={4} />
      )}
    </SettingsSection>
  )
}
