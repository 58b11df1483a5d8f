import type { Teamspace, View } from '@cairn/contract'
import { Layers } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useFailure } from '#data/use-failure.ts'
import { NotLoaded } from '#entities/frame/not-loaded.tsx'
import { ViewCrumb } from '#entities/view/view-crumb.tsx'
import { useViews, type ViewScope, viewsIn } from '#entities/view/view-list.ts'
import { viewLogo } from '#entities/view/view-logo.tsx'
import type { ListContext } from '#entities/work-item-list/list-context.ts'
import { ViewActions } from '#features/views/index.ts'
import { ListFrame } from '#features/work-items/list-frame.tsx'
import { buttonLook } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Breadcrumbs, Crumb } from '#ui/layout/breadcrumbs.tsx'
import { SkeletonRows } from '#ui/lists/skeleton-rows.tsx'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useParams } from '#ui/router/hooks.ts'
import { Link } from '#ui/router/link.tsx'
import { navigate } from '#ui/router/router.ts'
import { TeamCrumb, WithTeamspace } from './team-frame.tsx'

/** A saved view of a teamspace's items. */
export function TeamViewScreen() {
  const { slug, teamspaceId, viewId } = useParams('/$slug/teamspaces/$teamspaceId/views/$viewId')
  return (
    <WithTeamspace slug={slug} id={teamspaceId}>
      {(teamspace) => <TeamView key={viewId} slug={slug} teamspace={teamspace} id={viewId} />}
    </WithTeamspace>
  )
}

interface TeamViewProps {
  slug: string
  teamspace: Teamspace
  id: string
}

function TeamView({ slug, teamspace, id }: TeamViewProps) {
  const { t } = useTranslation()
  const scope = useMemo(
    (): ViewScope => ({ slug, project_id: null, teamspace_id: teamspace.id }),
    [slug, teamspace.id],
  )
  const views = useViews(scope, { throwOnError: false })
  const failed = useFailure(viewsIn(scope))
  const view = views?.find((one) => one.id === id)
  usePageTitle(views && (view?.name ?? t('views.missing')))
  if (failed) return <NotLoaded onRetry={failed} />
  if (!views) return <SkeletonRows count={14} />
  if (view) return <ViewItems scope={scope} teamspace={teamspace} view={view} views={views} />
  return (
    <EmptyState
      level={1}
      picture="no-match"
      title={t('views.missing')}
      action={
        <Link
          to="/$slug/teamspaces/$teamspaceId/views/"
          params={{ slug, teamspaceId: teamspace.id }}
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

interface ViewItemsProps {
  scope: ViewScope
  teamspace: Teamspace
  view: View
  views: readonly View[]
}

function ViewItems({ scope, teamspace, view, views }: ViewItemsProps) {
  const { slug } = scope
  const { t } = useTranslation()
  const { id, filters, display_filters, display_properties, is_locked } = view
  const { id: teamspace_id } = teamspace
  const among = teamspace.project_ids.join()
  const params = { slug, teamspaceId: teamspace_id }
  const context = useMemo(
    (): ListContext => ({
      ...{ kind: 'team-view', slug, teamspace_id, view_id: id },
      project_ids: among.split(',').filter(Boolean),
      saved: { filters, display_filters, display_properties },
      isLocked: is_locked,
    }),
    [slug, teamspace_id, among, id, filters, display_filters, display_properties, is_locked],
  )
  return (
    <ListFrame
      context={context}
      countTip={(count) => t('views.count_tip', { count })}
      empty={() => (
        <EmptyState title={t('views.no_items_title')}>{t('views.no_items_text')}</EmptyState>
      )}
      headerActions={
        <ViewActions
          scope={scope}
          view={view}
          onRemoved={() => void navigate({ to: '/$slug/teamspaces/$teamspaceId/views/', params })}
        />
      }
    >
      <Breadcrumbs>
        <TeamCrumb slug={slug} teamspace={teamspace} />
        <Crumb icon={Layers}>
          <Link to="/$slug/teamspaces/$teamspaceId/views/" params={params}>
            {t('teamspaces.views')}
          </Link>
        </Crumb>
        <ViewCrumb
          view={view}
          options={views.map((one) => ({
            ...{ value: one.id, label: one.name, icon: viewLogo(one) },
          }))}
          onChange={(viewId) =>
            void navigate({
              to: '/$slug/teamspaces/$teamspaceId/views/$viewId/',
              params: { ...params, viewId },
            })
          }
        />
      </Breadcrumbs>
    </ListFrame>
  )
}
