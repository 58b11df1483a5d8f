import type { Project } from '@cairn/contract'
import { useParams } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLabels } from '#features/labels/hooks.ts'
import { ClosedProject, isOpen } from '#features/projects/closed-project.tsx'
import { useAllProjects } from '#features/projects/hooks.ts'
import { projectLogo } from '#features/projects/project-logo.tsx'
import { ShellHeader } from '#features/shell/header.tsx'
import { ProjectCrumb } from '#features/shell/project-crumb.tsx'
import { useShell } from '#features/shell/shell-context.ts'
import { usePageTitle } from '#features/shell/use-page-title.ts'
import { useStates } from '#features/states/hooks.ts'
import { usePeople } from '#features/workspaces/hooks.ts'
import { Count } from '#ui/badge.tsx'
import { Breadcrumbs, Crumb } from '#ui/breadcrumbs.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ReloadBar } from '#ui/header-bar.tsx'
import { Icon } from '#ui/icon.tsx'
import { Kbd } from '#ui/kbd.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { totalOf } from './groups.ts'
import { useWorkItems } from './hooks.ts'
import { WorkItemsList } from './work-items-list.tsx'

export function WorkItemsScreen() {
  const { slug, projectId } = useParams({ from: '/$slug/projects/$projectId/issues' })
  const projects = useAllProjects(slug)
  const project = projects?.find(({ id }) => id === projectId)
  if (projects && !isOpen(project)) return <ClosedProject slug={slug} project={project} />
  return <ProjectWorkItems key={projectId} slug={slug} project_id={projectId} project={project} />
}

interface ProjectWorkItemsProps {
  slug: string
  project_id: string
  /** Undefined while the projects are on their way; the items are read at the same time. */
  project: Project | undefined
}

function ProjectWorkItems({ slug, project_id, project }: ProjectWorkItemsProps) {
  const { t } = useTranslation()
  const { createWorkItem } = useShell()
  const states = useStates(slug, project_id)
  const { data: groups, isFetching, error, refetch } = useWorkItems(slug, project_id)
  // The rows need them; asked for here they do not wait for the rows.
  useLabels(slug, project_id)
  usePeople(slug)
  const total = groups && totalOf(groups)
  usePageTitle(project && t('work_items.page_title', { project: project.name }))
  const create = createWorkItem && (() => createWorkItem({ project_id }))

  return (
    <>
      <ShellHeader
        actions={
          create && (
            <Button variant="primary" icon={Plus} onClick={create} className="max-md:hidden">
              {t('work_items.add')}
            </Button>
          )
        }
      >
        <Breadcrumbs>
          <ProjectCrumb slug={slug} project={project} />
          <Crumb current>
            <span className="flex items-center gap-2">
              {project && <span className="md:hidden">{projectLogo(project, 20)}</span>}
              <h1 className="max-md:text-[16px] max-md:font-semibold">{t('work_items.heading')}</h1>
            </span>
          </Crumb>
        </Breadcrumbs>
        {total !== undefined && total > 0 && <Count value={total} />}
      </ShellHeader>
      <ReloadBar active={isFetching && groups !== undefined} />
      {error && !groups ? (
        <Failed onRetry={() => void refetch()} />
      ) : !groups || !states || !project ? (
        <SkeletonRows count={14} />
      ) : total === 0 ? (
        <Empty onCreate={create} />
      ) : (
        <>
          <WorkItemsList slug={slug} project={project} states={states} groups={groups} />
          {create && <FloatingAdd onClick={create} />}
        </>
      )}
    </>
  )
}

/** On small screens the primary action floats at the lower right. */
function FloatingAdd({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      aria-label={t('work_items.add')}
      onClick={onClick}
      className="fixed right-4 bottom-6 z-(--z-bulk-bar) grid size-13 place-items-center rounded-2xl bg-accent text-on-accent shadow-lift-2 active:bg-accent-pressed md:hidden"
    >
      <Icon of={Plus} size={20} />
    </button>
  )
}

function Empty({ onCreate }: { onCreate: (() => void) | undefined }) {
  const { t } = useTranslation()
  return (
    <div className="min-h-0 grow overflow-y-auto">
      <EmptyState
        title={t('work_items.empty_title')}
        action={
          <Button
            variant="primary"
            disabled={!onCreate}
            aria-keyshortcuts="C"
            onClick={onCreate}
            after={<Kbd keys="c" look="on-solid" />}
          >
            {t('work_items.create_first')}
          </Button>
        }
      >
        {t('work_items.empty_text')}
      </EmptyState>
    </div>
  )
}

function Failed({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      picture="broken"
      title={t('work_items.not_loaded')}
      action={
        <Button variant="primary" onClick={onRetry}>
          {t('common.try_again')}
        </Button>
      }
    >
      {t('errors.something_wrong')}
    </EmptyState>
  )
}
