import { Plus } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from '#data/i18n.ts'
import ClosedProject from '#entities/project/closed-project.tsx'
import { FeatureOff } from '#entities/project/feature-off.tsx'
import { FeatureSwitch } from '#entities/project/feature-switch.tsx'
import { isOpen, useAllProjects } from '#entities/project/hooks.ts'
import { ProjectCrumb } from '#entities/project/project-crumb.tsx'
import type { ListContext } from '#entities/work-item-list/list-context.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Breadcrumbs, Crumb } from '#ui/layout/breadcrumbs.tsx'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useParams } from '#ui/router/hooks.ts'
import { ListFrame } from './list-frame.tsx'

/** Epics of a project: a separate list like that of work items. */
export function EpicsScreen() {
  const { slug, projectId } = useParams('/$slug/projects/$projectId/epics')
  const { t } = useTranslation()
  const projects = useAllProjects(slug)
  const project = projects?.find(({ id }) => id === projectId)
  const context = useMemo(
    (): ListContext => ({ kind: 'epics', slug, project_id: projectId }),
    [slug, projectId],
  )
  usePageTitle(project && t('epics.page_title', { project: project.name }))
  if (projects && !isOpen(project)) return <ClosedProject slug={slug} project={project} />
  if (project && !project.is_epic_enabled) {
    return <FeatureOff slug={slug} project={project} feature="epics" />
  }
  return (
    <ListFrame
      key={projectId}
      context={context}
      empty={(create) => (
        <EmptyState
          title={t('epics.empty_title')}
          action={
            <Button variant="primary" icon={Plus} disabled={!create} onClick={create}>
              {t('epics.create_first')}
            </Button>
          }
        >
          {t('epics.empty_text')}
        </EmptyState>
      )}
    >
      <Breadcrumbs>
        <ProjectCrumb slug={slug} project={project} />
        <Crumb current after={<FeatureSwitch slug={slug} project={project} current="epics" />}>
          <h1>{t('epics.heading')}</h1>
        </Crumb>
      </Breadcrumbs>
    </ListFrame>
  )
}
