import type { Project } from '@cairn/contract'
import { FileText } from 'lucide-react'
import { useMemo } from 'react'
import { ApiError, isMissing } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { FeatureSwitch } from '#entities/project/feature-switch.tsx'
import { ProjectCrumb } from '#entities/project/project-crumb.tsx'
import { WithProject } from '#entities/project/with-project.tsx'
import { buttonLook } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Loader } from '#ui/feedback/loader.tsx'
import { Breadcrumbs, Crumb } from '#ui/layout/breadcrumbs.tsx'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useParams } from '#ui/router/hooks.ts'
import { Link } from '#ui/router/link.tsx'
import { navigate } from '#ui/router/router.ts'
import { OpenedPage } from './opened-page.tsx'
import { pageName } from './page-address.ts'
import { PageCrumb, ParentCrumbs } from './page-crumb.tsx'
import { type PageScope, usePage, usePages } from './page-list.ts'
import { PagesNotLoaded } from './pages-not-loaded.tsx'

export function PageScreen() {
  const { slug, projectId, pageId } = useParams('/$slug/projects/$projectId/pages/$pageId')
  return (
    <WithProject slug={slug} id={projectId} feature="pages">
      {(project) => <Page key={pageId} slug={slug} project={project} id={pageId} />}
    </WithProject>
  )
}

const isAway = (error: Error | null) => error instanceof ApiError && error.status === 0

function Page({ slug, project, id }: { slug: string; project: Project; id: string }) {
  const { t } = useTranslation()
  const project_id = project.id
  const scope = useMemo((): PageScope => ({ slug, project_id }), [slug, project_id])
  const { data: pages = [] } = usePages(scope)
  const { data, error, refetch } = usePage(scope, id)
  // Offline, the entry of the list is enough: the text is stored in this browser.
  const page = data ?? (isAway(error) ? pages.find((one) => one.id === id) : undefined)
  const missing = data?.gone || isMissing(error)
  usePageTitle(missing ? t('pages.missing') : page && pageName(page))
  if (missing) return <NoSuchPage slug={slug} projectId={project_id} />
  if (!page) {
    return error ? <PagesNotLoaded single onRetry={() => void refetch()} /> : <Loader />
  }

  const params = { slug, projectId: project_id }
  return (
    <OpenedPage
      scope={scope}
      page={page}
      onRemoved={() => void navigate({ to: '/$slug/projects/$projectId/pages/', params })}
    >
      <Breadcrumbs>
        <ProjectCrumb slug={slug} project={project} />
        <Crumb
          icon={FileText}
          after={<FeatureSwitch slug={slug} project={project} current="pages" />}
        >
          <Link to="/$slug/projects/$projectId/pages/" params={params}>
            {t('pages.heading')}
          </Link>
        </Crumb>
        <ParentCrumbs scope={scope} page={page} pages={pages} />
        <PageCrumb scope={scope} page={page} pages={pages} />
      </Breadcrumbs>
    </OpenedPage>
  )
}

function NoSuchPage({ slug, projectId }: { slug: string; projectId: string }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      level={1}
      picture="no-match"
      title={t('pages.missing')}
      action={
        <Link
          to="/$slug/projects/$projectId/pages/"
          params={{ slug, projectId }}
          className={buttonLook('primary')}
        >
          {t('pages.view_others')}
        </Link>
      }
    >
      {t('pages.missing_text')}
    </EmptyState>
  )
}
