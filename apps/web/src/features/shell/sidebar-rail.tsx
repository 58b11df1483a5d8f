import { Link } from '@tanstack/react-router'
import { Briefcase, CircleQuestionMark, House, PanelLeftOpen, Plus } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { cloneElement } from 'react'
import { useTranslation } from 'react-i18next'
import { useJoinedProjects } from '#features/projects/hooks.ts'
import { projectLogo } from '#features/projects/project-logo.tsx'
import { classNames } from '#ui/class-names.ts'
import { Icon, type IconLike } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Tooltip } from '#ui/tooltip.tsx'
import { useShell } from './shell-context.ts'
import { exactly, type SidebarProps, useIsAt } from './sidebar-link.ts'
import { UserMenu } from './user-menu.tsx'
import { WorkspaceMenu } from './workspace-menu.tsx'

interface RailLinkProps {
  label: string
  icon: IconLike
  current: boolean
  as: ReactElement<{
    className?: string
    children?: ReactNode
    'aria-label'?: string
    'aria-current'?: 'page'
  }>
}

function RailLink({ label, icon, current, as }: RailLinkProps) {
  return (
    <Tooltip label={label}>
      {cloneElement(
        as,
        {
          'aria-label': label,
          'aria-current': current ? 'page' : undefined,
          className: classNames(
            'focus-inset grid h-7 w-9 place-items-center rounded-md',
            current ? 'bg-pressed text-ink' : 'text-ink-3 hover:bg-hover hover:text-ink',
          ),
        },
        <Icon of={icon} />,
      )}
    </Tooltip>
  )
}

/** The sidebar, 52 wide: icons only, their names in tooltips. */
export function SidebarRail({ slug, onToggle, onShortcuts }: SidebarProps) {
  const { t } = useTranslation()
  const { createWorkItem } = useShell()
  const projects = useJoinedProjects(slug) ?? []
  const isAt = useIsAt()
  return (
    <aside
      aria-label={t('shell.sidebar')}
      className="flex h-full w-(--size-sidebar-collapsed) flex-col items-center border-r border-line bg-canvas"
    >
      <div className="flex shrink-0 flex-col items-center gap-2 pt-2 pb-2">
        <WorkspaceMenu slug={slug} compact />
        <UserMenu />
        <IconButton
          variant="outlined"
          icon={Plus}
          label={t('shell.new_work_item')}
          shortcut="c"
          disabled={!createWorkItem}
          onClick={() => createWorkItem?.()}
        />
      </div>
      <nav aria-label={t('shell.main_navigation')} className="flex flex-col gap-px">
        <RailLink
          icon={House}
          label={t('shell.home')}
          current={isAt(`/${slug}`)}
          as={<Link to="/$slug/" params={{ slug }} activeOptions={exactly} />}
        />
        <RailLink
          icon={Briefcase}
          label={t('shell.projects')}
          current={isAt(`/${slug}/projects`)}
          as={<Link to="/$slug/projects/" params={{ slug }} activeOptions={exactly} />}
        />
      </nav>
      <hr className="my-3 w-6 border-line" />
      <nav
        aria-label={t('shell.projects')}
        className="flex min-h-0 grow flex-col gap-px overflow-y-auto"
      >
        {projects.map((project) => (
          <RailLink
            key={project.id}
            icon={projectLogo(project)}
            label={project.name}
            current={isAt(`/${slug}/projects/${project.id}/issues`)}
            as={
              <Link
                to="/$slug/projects/$projectId/issues/"
                params={{ slug, projectId: project.id }}
              />
            }
          />
        ))}
      </nav>
      <div className="flex shrink-0 flex-col items-center gap-1 py-2">
        <IconButton
          icon={CircleQuestionMark}
          label={t('shell.shortcuts')}
          shortcut="?"
          onClick={onShortcuts}
        />
        <IconButton
          icon={PanelLeftOpen}
          label={t('shell.expand')}
          shortcut="mod+b"
          onClick={onToggle}
        />
      </div>
    </aside>
  )
}
