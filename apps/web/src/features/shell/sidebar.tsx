import type { Project } from '@cairn/contract'
import { Link, useParams } from '@tanstack/react-router'
import {
  Briefcase,
  CircleQuestionMark,
  House,
  PanelLeftClose,
  Plus,
  SquareCheck,
} from 'lucide-react'
import { type MouseEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useJoinedProjects } from '#features/projects/hooks.ts'
import { projectLogo } from '#features/projects/project-logo.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { SidebarGroup, SidebarHeading, SidebarItem, SidebarNav } from '#ui/sidebar-item.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { Tooltip } from '#ui/tooltip.tsx'
import { useShell } from './shell-context.ts'
import { exactly, type SidebarProps, useIsAt } from './sidebar-link.ts'
import { SidebarRail } from './sidebar-rail.tsx'
import { UserMenu } from './user-menu.tsx'
import { WorkspaceMenu } from './workspace-menu.tsx'

export function Sidebar(props: SidebarProps) {
  return props.collapsed ? <SidebarRail {...props} /> : <FullSidebar {...props} />
}

function FullSidebar({ slug, onToggle, onShortcuts, onNavigate }: SidebarProps) {
  const { t } = useTranslation()
  const { createWorkItem, createProject } = useShell()
  const isAt = useIsAt()

  function handleClick(event: MouseEvent) {
    if ((event.target as HTMLElement).closest('a')) onNavigate?.()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click
    <aside
      aria-label={t('shell.sidebar')}
      onClick={handleClick}
      className={classNames(
        'flex h-full min-h-0 flex-col bg-canvas',
        !onNavigate && 'w-(--size-sidebar) border-r border-line',
      )}
    >
      <div className="flex h-11 shrink-0 items-center gap-1 px-2 max-md:h-13">
        <WorkspaceMenu slug={slug} />
        <UserMenu />
      </div>
      <div className="px-2 pt-1 pb-2">
        <Tooltip label={createWorkItem ? undefined : t('shell.nowhere_to_create')}>
          <Button
            block
            icon={Plus}
            disabled={!createWorkItem}
            aria-keyshortcuts="C"
            onClick={() => {
              onNavigate?.()
              createWorkItem?.()
            }}
          >
            {t('shell.new_work_item')}
          </Button>
        </Tooltip>
      </div>
      <SidebarNav label={t('shell.main_navigation')}>
        <SidebarItem
          icon={House}
          label={t('shell.home')}
          current={isAt(`/${slug}`)}
          as={<Link to="/$slug/" params={{ slug }} activeOptions={exactly} />}
        />
        <SidebarItem
          icon={Briefcase}
          label={t('shell.projects')}
          current={isAt(`/${slug}/projects`)}
          as={<Link to="/$slug/projects/" params={{ slug }} activeOptions={exactly} />}
        />
      </SidebarNav>
      <div className="flex min-h-0 grow flex-col overflow-y-auto pb-2">
        <SidebarHeading
          action={
            createProject && (
              <IconButton
                size="sm"
                icon={Plus}
                iconSize={14}
                label={t('shell.create_project')}
                shortcut="p"
                onClick={() => {
                  onNavigate?.()
                  createProject()
                }}
              />
            )
          }
        >
          {t('shell.projects')}
        </SidebarHeading>
        <ProjectTree slug={slug} />
      </div>
      <div className="flex h-11 shrink-0 items-center justify-between px-2 max-md:h-13">
        <IconButton
          icon={CircleQuestionMark}
          label={t('shell.shortcuts')}
          shortcut="?"
          onClick={onShortcuts}
        />
        {!onNavigate && (
          <IconButton
            icon={PanelLeftClose}
            label={t('shell.collapse')}
            shortcut="mod+b"
            onClick={onToggle}
          />
        )}
      </div>
    </aside>
  )
}

function ProjectTree({ slug }: { slug: string }) {
  const { t } = useTranslation()
  const { createProject } = useShell()
  const projects = useJoinedProjects(slug)

  if (!projects) {
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
      {projects.map((project) => (
        <ProjectEntry key={project.id} slug={slug} project={project} />
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
}

function ProjectEntry({ slug, project }: { slug: string; project: Project }) {
  const { t } = useTranslation()
  const { projectId } = useParams({ strict: false })
  const isAt = useIsAt()
  const current = projectId === project.id
  const [open, setOpen] = useState(current)

  // The project one is in opens itself; one may still fold it away.
  useEffect(() => {
    if (current) setOpen(true)
  }, [current])

  return (
    <SidebarGroup
      icon={projectLogo(project)}
      label={project.name}
      open={open}
      onToggle={() => setOpen(!open)}
    >
      <SidebarItem
        nested
        icon={SquareCheck}
        label={t('shell.work_items')}
        current={isAt(`/${slug}/projects/${project.id}/issues`)}
        as={
          <Link to="/$slug/projects/$projectId/issues/" params={{ slug, projectId: project.id }} />
        }
      />
    </SidebarGroup>
  )
}
