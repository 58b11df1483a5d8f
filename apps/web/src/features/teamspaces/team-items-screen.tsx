import type { Teamspace } from '@cairn/contract'
import { Plus } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from '#data/i18n.ts'
import type { ListContext } from '#entities/work-item-list/list-context.ts'
import { ListFrame } from '#features/work-items/list-frame.tsx'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Breadcrumbs, Crumb } from '#ui/layout/breadcrumbs.tsx'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useParams } from '#ui/router/hooks.ts'
import { TeamActions, TeamTabs, WithTeamspace } from './team-frame.tsx'
import { teamspaceLogo } from './teamspace-logo.tsx'

/** The items of a teamspace's projects the user is a member of. */
export function TeamItemsScreen() {
  const { slug, teamspaceId } = useParams('/$slug/teamspaces/$teamspaceId')
  return (
    <WithTeamspace slug={slug} id={teamspaceId}>
      {(teamspace) => <TeamItems key={teamspaceId} slug={slug} teamspace={teamspace} />}
    </WithTeamspace>
  )
}

function TeamItems({ slug, teamspace }: { slug: string; teamspace: Teamspace }) {
  const { t } = useTranslation()
  const { id: teamspace_id, name } = teamspace
  // The same list as long as the projects are the same.
  const among = teamspace.project_ids.join()
  const context = useMemo(
    (): ListContext => ({
      ...{ kind: 'team', slug, teamspace_id },
      project_ids: among.split(',').filter(Boolean),
    }),
    [slug, teamspace_id, among],
  )
  usePageTitle(t('teamspaces.items_title', { name }))
  return (
    <ListFrame
      // Different projects have different items.
      key={among}
      context={context}
      countTip={(count) => t('teamspaces.count_tip', { count })}
      empty={(create) => (
        <EmptyState
          title={t('teamspaces.no_items_title')}
          action={
            create && (
              <Button variant="primary" icon={Plus} onClick={create}>
                {t('teamspaces.create_item')}
              </Button>
            )
          }
        >
          {t(among ? 'teamspaces.no_items_text' : 'teamspaces.no_projects_text')}
        </EmptyState>
      )}
      headerActions={<TeamActions slug={slug} teamspace={teamspace} />}
    >
      <Breadcrumbs>
        <Crumb current icon={teamspaceLogo(teamspace)}>
          <h1 className="truncate">{name}</h1>
        </Crumb>
      </Breadcrumbs>
      <TeamTabs slug={slug} teamspace={teamspace} at="items" />
    </ListFrame>
  )
}
