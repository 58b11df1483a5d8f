import { ADMIN } from '@cairn/contract'
import { useMemo } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { ArchiveTabs } from '#entities/project/archive-tabs.tsx'
import ClosedProject from '#entities/project/closed-project.tsx'
import { isOpen, isWritable, useAllProjects } from '#entities/project/hooks.ts'
import { ProjectCrumb } from '#entities/project/project-crumb.tsx'
import type { ListContext } from '#entities/work-item-list/list-context.ts'
import { buttonLook } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { NotAuthorized } from '#ui/feedback/not-authorized.tsx'
import { Breadcrumbs, Crumb } from '#ui/layout/breadcrumbs.tsx'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useParams } from '#ui/router/hooks.ts'
import { Link } from '#ui/router/link.tsx'
import { ListFrame } from './list-frame.tsx'

/** Archived items: to view, restore, or delete permanently. */
export function ArchivedItemsScreen() {
  const { slug, projectId } = useParams('/$slug/projects/$projectId/archives/issues')
  const { t } = useTranslation()
  const projects = useAllProjects(slug)
  const project = projects?.find(({ id }) => id === projectId)
  const context = useMemo(
    (): ListContext => ({ kind: 'archived', slug, project_id: projectId }),
    [slug, projectId],
  )
  usePageTitle(project && t('archives.page_title', { project: project.name }))
  if (projects && !isOpen(project)) return <ClosedProject slug={slug} project={project} />
  if (project && !isWritable(project)) return <NotAuthorized />
  return (
    <ListFrame
      key={projectId}
      context={context}
      banner={project && <ArchiveTabs slug={slug} project={project} current="issues" />}
      empty={() => (
        <EmptyState
          title={t('archives.empty_title')}
          action={
            project?.member_role === ADMIN && (
              <Link
                to="/$slug/settings/projects/$projectId/automations/"
                params={{ slug, projectId }}
                className={buttonLook('primary')}
              >
                {t('archives.set_automation')}
              </Link>
            )
          }
        >
          {t('archives.empty_text')}
        </EmptyState>
      )}
    >
      <Breadcrumbs>
        <ProjectCrumb slug={slug} project={project} />
        <Crumb>{t('archives.archives')}</Crumb>
        <Crumb current>
          <h1>{t('archives.work_items')}</h1>
        </Crumb>
      </Breadcrumbs>
    </ListFrame>
  )
}
