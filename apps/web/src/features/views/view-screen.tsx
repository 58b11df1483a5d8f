import type { Project, View } from '@cairn/contract'
import { Layers } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useFailure } from '#data/use-failure.ts'
import { NotLoaded } from '#entities/frame/not-loaded.tsx'
import { FeatureSwitch } from '#entities/project/feature-switch.tsx'
import { ProjectCrumb } from '#entities/project/project-crumb.tsx'
import { WithProject } from '#entities/project/with-project.tsx'
import { ViewCrumb } from '#entities/view/view-crumb.tsx'
import { useViews, type ViewScope, viewsIn } from '#entities/view/view-list.ts'
import { viewLogo } from '#entities/view/view-logo.tsx'
import type { ListContext } from '#entities/work-item-list/list-context.ts'
import NoItemsYet from '#entities/work-item-list/no-items-yet.tsx'
import { ListFrame } from '#features/work-items/list-frame.tsx'
import { buttonLook } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Breadcrumbs, Crumb } from '#ui/layout/breadcrumbs.tsx'
import { SkeletonRows } from '#ui/lists/skeleton-rows.tsx'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useParams } from '#ui/router/hooks.ts'
import { Link } from '#ui/router/link.tsx'
import { navigate } from '#ui/router/router.ts'
import { ViewActions } from './view-actions.tsx'

/** A saved view of a project's items. */
export function ViewScreen() {
  const { slug, projectId, viewId } = useParams('/$slug/projects/$projectId/views/$viewId')
  return (
    <WithProject slug={slug} id={projectId} feature="views">
      {(project) => <OpenedView key={viewId} slug={slug} project={project} id={viewId} />}
    </WithProject>
  )
}

function OpenedView({ slug, project, id }: { slug: string; project: Project; id: string }) {
  const { t } = useTranslation()
  const project_id = project.id
  const scope = useMemo((): ViewScope => ({ slug, project_id }), [slug, project_id])
  const views = useViews(scope, { throwOnError: false })
  const failed = useFailure(viewsIn(scope))
  const view = views?.find((one) => one.id === id)
  usePageTitle(views && (view?.name ?? t('views.missing')))
  if (failed) return <NotLoaded onRetry={failed} />
  if (!views) return <SkeletonRows count={14} />
  if (!view) return <NoSuchView slug={slug} projectId={project_id} />
  return <ViewItems scope={scope} project={project} view={view} views={views} />
}

interface ViewItemsProps {
  scope: ViewScope
  project: Project
  view: View
  views: readonly View[]
}

function ViewItems({ scope, project, view, views }: ViewItemsProps) {
  const { slug } = scope
  const { t } = useTranslation()
  const { id, filters, display_filters, display_properties, is_locked } = view
  const params = { slug, projectId: project.id }
  const context = useMemo(
    (): ListContext => ({
      ...{ kind: 'view', slug, project_id: project.id, view_id: id },
      saved: { filters, display_filters, display_properties },
      isLocked: is_locked,
    }),
    [slug, project.id, id, filters, display_filters, display_properties, is_locked],
  )
  const toList = () => void navigate({ to: '/$slug/projects/$projectId/views/', params })
  return (
    <ListFrame
      context={context}
      countTip={(count) => t('views.count_tip', { count })}
      empty={(create) => <NoItemsYet onCreate={create} />}
      headerActions={<ViewActions scope={scope} view={view} onRemoved={toList} />}
    >
      <Breadcrumbs>
        <ProjectCrumb slug={slug} project={project} />
        <Crumb
          icon={Layers}
          after={<FeatureSwitch slug={slug} project={project} current="views" />}
        >
          <Link to="/$slug/projects/$projectId/views/" params={params}>
            {t('views.heading')}
          </Link>
        </Crumb>
        <ViewCrumb
          view={view}
          options={views.map((one) => ({
            value: one.id,
            label: one.name,
            icon: viewLogo(one),
          }))}
          onChange={(viewId) =>
            void navigate({
              to: '/$slug/projects/$projectId/views/$viewId/',
              params: { ...params, viewId },
            })
          }
        />
      </Breadcrumbs>
    </ListFrame>
  )
}

function NoSuchView({ slug, projectId }: { slug: string; projectId: string }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      level={1}
      picture="no-match"
      title={t('views.missing')}
      action={
        <Link
          to="/$slug/projects/$projectId/views/"
          params={{ slug, projectId }}
          className={buttonLook('primary')}
        >
          {t('views.view_others')}
        </Link>
      }
    >
      {t('views.missing_text')}
    </EmptyState>
  )
}
