import type { Teamspace } from '@cairn/contract'
import { Plus } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { ShellHeader } from '#entities/frame/header.tsx'
import { useViewFavorite } from '#entities/view/use-view-favorite.ts'
import { useViews, type ViewScope } from '#entities/view/view-list.ts'
import { ViewRow } from '#entities/view/view-row.tsx'
import { newView } from '#entities/view/view-start.ts'
import { type RequestedAction, useViewMenu, ViewDialogs } from '#features/views/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Breadcrumbs, Crumb } from '#ui/layout/breadcrumbs.tsx'
import { SkeletonRows } from '#ui/lists/skeleton-rows.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { Presence } from '#ui/platform/presence.tsx'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useParams } from '#ui/router/hooks.ts'
import { TeamActions, TeamTabs, WithTeamspace } from './team-frame.tsx'
import { teamspaceLogo } from './teamspace-logo.tsx'

const ViewDialog = lazy(() => import('#entities/view/view-dialog.tsx'))

/** The saved views of a teamspace. */
export function TeamViewsScreen() {
  const { slug, teamspaceId } = useParams('/$slug/teamspaces/$teamspaceId/views')
  return (
    <WithTeamspace slug={slug} id={teamspaceId}>
      {(teamspace) => <TeamViews slug={slug} teamspace={teamspace} />}
    </WithTeamspace>
  )
}

function TeamViews({ slug, teamspace }: { slug: string; teamspace: Teamspace }) {
  const { t } = useTranslation()
  const { id: teamspace_id, name } = teamspace
  const scope = useMemo(
    (): ViewScope => ({ slug, project_id: null, teamspace_id }),
    [slug, teamspace_id],
  )
  const views = useViews(scope)
  const favorite = useViewFavorite(scope)
  const [asked, setAsked] = useState<RequestedAction>()
  const [creating, setCreating] = useState(false)
  const menuOf = useViewMenu(scope, setAsked)
  const create = () => setCreating(true)
  usePageTitle(t('teamspaces.views_title', { name }))
  return (
    <>
      <ShellHeader
        actions={
          <>
            <Button variant="primary" icon={Plus} onClick={create}>
              {t('views.add')}
            </Button>
            <TeamActions slug={slug} teamspace={teamspace} />
          </>
        }
      >
        <Breadcrumbs>
          <Crumb current icon={teamspaceLogo(teamspace)}>
            <h1 className="truncate">{name}</h1>
          </Crumb>
        </Breadcrumbs>
        <TeamTabs slug={slug} teamspace={teamspace} at="views" />
      </ShellHeader>
      <div className="min-h-0 grow overflow-y-auto">
        {!views ? (
          <SkeletonRows />
        ) : views.length > 0 ? (
          <ul aria-label={t('teamspaces.views')}>
            {views.map((view) => (
              <ViewRow key={view.id} slug={slug} view={view} favorite={favorite} menuOf={menuOf} />
            ))}
          </ul>
        ) : (
          <EmptyState
            title={t('teamspaces.no_views_title')}
            action={
              <Button variant="primary" icon={Plus} onClick={create}>
                {t('views.create_first')}
              </Button>
            }
          >
            {t('teamspaces.no_views_text')}
          </EmptyState>
        )}
      </div>
      <ViewDialogs scope={scope} asked={asked} onClose={() => setAsked(undefined)} />
      <Presence>
        {creating && (
          <Suspense>
            <ViewDialog
              scope={scope}
              start={newView(null, true)}
              onClose={() => setCreating(false)}
            />
          </Suspense>
        )}
      </Presence>
    </>
  )
}
