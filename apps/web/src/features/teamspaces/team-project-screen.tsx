import { useMemo } from 'react'
import { useTranslation } from '#data/i18n.ts'
import ClosedProject from '#entities/project/closed-project.tsx'
import { isOpen, useAllProjects } from '#entities/project/hooks.ts'
import { projectLogo } from '#entities/project/project-logo.tsx'
import type { ListContext } from '#entities/work-item-list/list-context.ts'
import NoItemsYet from '#entities/work-item-list/no-items-yet.tsx'
import { ListFrame } from '#features/work-items/list-frame.tsx'
import { Breadcrumbs, Crumb } from '#ui/layout/breadcrumbs.tsx'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useParams } from '#ui/router/hooks.ts'
import { TeamCrumb, WithTeamspace } from './team-frame.tsx'

/** A project in a teamspace: like the project's list, with its own settings. */
export function TeamProjectScreen() {
  const { slug, teamspaceId, projectId } = useParams(
    '/$slug/teamspaces/$teamspaceId/projects/$projectId',
  )
  const { t } = useTranslation()
  const projects = useAllProjects(slug)
  const project = projects?.find(({ id }) => id === projectId)
  const context = useMemo(
    (): ListContext => ({
      ...{ kind: 'team-project', slug },
      ...{ teamspace_id: teamspaceId, project_id: projectId },
    }),
    [slug, teamspaceId, projectId],
  )
  usePageTitle(project && t('teamspaces.items_title', { name: project.name }))
  if (projects && !isOpen(project)) return <ClosedProject slug={slug} project={project} />
  return (
    <WithTeamspace slug={slug} id={teamspaceId}>
      {(teamspace) => (
        <ListFrame
          key={projectId}
          context={context}
          countTip={(count) => t('work_items.count_tip', { count })}
          empty={(create) => <NoItemsYet onCreate={create} />}
        >
          <Breadcrumbs>
            <TeamCrumb slug={slug} teamspace={teamspace} />
            <Crumb current icon={project && projectLogo(project)}>
              <h1>{project?.name}</h1>
            </Crumb>
          </Breadcrumbs>
        </ListFrame>
      )}
    </WithTeamspace>
  )
}
