import { ADMIN, type Project } from '@cairn/contract'
import {
  Boxes,
  FileText,
  Inbox,
  IterationCw,
  Layers,
  PanelsTopLeft,
  Plus,
  SquareCheck,
  Trash2,
  Zap,
} from 'lucide-react'
import { type MouseEvent, memo, Suspense, useEffect, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useShell } from '#entities/frame/shell-context.ts'
import { isWritable, useJoinedProjects } from '#entities/project/hooks.ts'
import { projectLogo } from '#entities/project/project-logo.tsx'
import { useRestLater } from '#entities/project/use-rest-later.ts'
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx'
import { SidebarGroup, SidebarItem, SidebarNav } from '#ui/layout/sidebar-item.tsx'
import { useIsAt } from '#ui/layout/sidebar-link.ts'
import { type Step, useSortable } from '#ui/lists/sortable.ts'
import { DropMark, sortableLook } from '#ui/lists/sortable-parts.tsx'
import { afterFirstScreen } from '#ui/platform/first-screen.ts'
import { lateFile } from '#ui/platform/late-file.ts'
import { lazy } from '#ui/platform/lazy.ts'
import { useParams } from '#ui/router/hooks.ts'
import { Link } from '#ui/router/link.tsx'
import { ProjectMenu } from './project-menu.tsx'

const SidebarPages = lazy(() => import('#features/pages/sidebar-pages.tsx'))
const PendingCount = lazy(() => import('#features/intake/pending-count.tsx'))

// Not needed to draw the rows.
const moving = lateFile(() => import('./move-project.ts'))

const SHOWN_LIMIT = 40

/**
 * The user's projects in their own order. Memoized: hundreds are not rendered again with the shell.
 */
export const ProjectTree = memo(function ProjectTree({ slug }: { slug: string }) {
  const { t } = useTranslation()
  const { createProject } = useShell()
  const { projectId } = useParams()
  const known = useJoinedProjects(slug)
  const projects = known ?? []
  const shown = useRestLater(projects, SHOWN_LIMIT)
  useEffect(() => void afterFirstScreen().then(moving.load), [])

  if (!known) {
    return (
      <SkeletonGroup>
        <div className="flex flex-col gap-4 px-4 py-2">
          {[120, 96, 136, 104].map((width) => (
            <Skeleton key={width} width={width} />
          ))}
        </div>
      </SkeletonGroup>
    )
  }
  return (
    <SidebarNav label={t('shell.projects')}>
      {shown.map((project, index) => (
        <ProjectEntry
          key={project.id}
          slug={slug}
          project={project}
          projects={projects}
          index={index}
          current={projectId === project.id}
        />
      ))}
      {projects.length === 0 && createProject && (
        <SidebarItem
          icon={Plus}
          label={t('shell.add_project')}
          as={<button type="button" onClick={createProject} />}
        />
      )}
    </SidebarNav>
  )
})

interface ProjectEntryProps {
  slug: string
  project: Project
  projects: readonly Project[]
  index: number
  /** The one that is open. */
  current: boolean
}

const ProjectEntry = memo(function ProjectEntry(props: ProjectEntryProps) {
  const { slug, project, projects, index, current } = props
  const [open, setOpen] = useState(current)

  // The current project expands automatically; the user may still collapse it.
  useEffect(() => {
    if (current) setOpen(true)
  }, [current])

  function handleToggle(event: MouseEvent) {
    if (!event.ctrlKey && !event.metaKey) return setOpen(!open)
    window.open(`/${slug}/projects/${project.id}/issues/`, '_blank', 'noopener')
  }

  const move = (moved: string, before: string | null) =>
    moving.use(({ moveProject }) => void moveProject(slug, projects, moved, before))

  const idAt = (place: number) => projects[place]?.id ?? null
  const steps: Step[] = []
  if (index > 0) steps.push('up')
  if (index < projects.length - 1) steps.push('down')
  const { itemProps, handleProps, dragging, drop } = useSortable({
    kind: 'project',
    id: project.id,
    name: project.name,
    onDrop: (dragged, place) =>
      move(dragged, place === 'before' ? project.id : idAfter(projects, dragged, index)),
    steps,
    onStep: (step) => move(project.id, idAt(step === 'up' ? index - 1 : index + 2)),
  })

  return (
    <div {...itemProps} className={`${sortableLook(dragging, drop)} rounded-md`}>
      <SidebarGroup
        icon={projectLogo(project)}
        label={project.name}
        open={open}
        onToggle={handleToggle}
        actions={<ProjectMenu slug={slug} project={project} moves={handleProps} />}
      >
        <Screens slug={slug} project={project} />
      </SidebarGroup>
      <DropMark drop={drop} />
    </div>
  )
})

function Screens({ slug, project }: { slug: string; project: Project }) {
  const { t } = useTranslation()
  const isAt = useIsAt()
  const projectId = project.id
  const params = { slug, projectId }
  const pagesPath = `/${slug}/projects/${projectId}/pages`
  return (
    <>
      <SidebarItem
        nested
        icon={PanelsTopLeft}
        label={t('shell.overview')}
        current={isAt(`/${slug}/projects/${projectId}/overview`)}
        as={<Link to="/$slug/projects/$projectId/overview/" params={params} draggable={false} />}
      />
      <SidebarItem
        nested
        icon={SquareCheck}
        label={t('shell.work_items')}
        current={isAt(`/${slug}/projects/${projectId}/issues`)}
        as={<Link to="/$slug/projects/$projectId/issues/" params={params} draggable={false} />}
      />
      {project.is_epic_enabled && (
        <SidebarItem
          nested
          icon={Zap}
          label={t('shell.epics')}
          current={isAt(`/${slug}/projects/${projectId}/epics`)}
          as={<Link to="/$slug/projects/$projectId/epics/" params={params} draggable={false} />}
        />
      )}
      {project.cycle_view && (
        <SidebarItem
          nested
          icon={IterationCw}
          label={t('shell.cycles')}
          current={isAt(`/${slug}/projects/${projectId}/cycles`, { within: true })}
          as={<Link to="/$slug/projects/$projectId/cycles/" params={params} draggable={false} />}
        />
      )}
      {project.module_view && (
        <SidebarItem
          nested
          icon={Boxes}
          label={t('shell.modules')}
          current={isAt(`/${slug}/projects/${projectId}/modules`, { within: true })}
          as={<Link to="/$slug/projects/$projectId/modules/" params={params} draggable={false} />}
        />
      )}
      {project.issue_views_view && (
        <SidebarItem
          nested
          icon={Layers}
          label={t('shell.views')}
          current={isAt(`/${slug}/projects/${projectId}/views`, { within: true })}
          as={<Link to="/$slug/projects/$projectId/views/" params={params} draggable={false} />}
        />
      )}
      {project.page_view && (
        <SidebarItem
          nested
          icon={FileText}
          label={t('shell.pages')}
          current={isAt(pagesPath)}
          as={<Link to="/$slug/projects/$projectId/pages/" params={params} draggable={false} />}
        />
      )}
      {project.page_view && isAt(pagesPath, { within: true }) && (
        <Suspense>
          <SidebarPages slug={slug} projectId={projectId} role={project.member_role} />
        </Suspense>
      )}
      {project.inbox_view && (
        <SidebarItem
          nested
          icon={Inbox}
          label={t('shell.intake')}
          current={isAt(`/${slug}/projects/${projectId}/intake`)}
          tail={
            isWritable(project) && (
              <Suspense>
                <PendingCount slug={slug} projectId={projectId} />
              </Suspense>
            )
          }
          as={<Link to="/$slug/projects/$projectId/intake/" params={params} draggable={false} />}
        />
      )}
      {project.member_role === ADMIN && (
        <SidebarItem
          nested
          icon={Trash2}
          label={t('shell.trash')}
          current={isAt(`/${slug}/projects/${projectId}/trash`)}
          as={<Link to="/$slug/projects/$projectId/trash/" params={params} draggable={false} />}
        />
      )}
    </>
  )
}

/** The project below this position, without the dragged one. */
const idAfter = (projects: readonly Project[], dragged: string, index: number) =>
  projects.slice(index + 1).find(({ id }) => id !== dragged)?.id ?? null
