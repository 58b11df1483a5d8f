import { ADMIN, MEMBER, type Project } from '@cairn/contract'
import {
  Blocks,
  ChevronRight,
  CircleDot,
  LayoutTemplate,
  Shapes,
  SlidersHorizontal,
  Tag,
  Triangle,
  Users,
  Workflow,
} from 'lucide-react'
import { useState } from 'react'
import { type TextKey, useTranslation } from '#data/i18n.ts'
import { placeOf, SettingsFrame, type SettingsGroup } from '#entities/frame/settings-frame.tsx'
import ClosedProject from '#entities/project/closed-project.tsx'
import { isOpen, useAllProjects, useJoinedProjects } from '#entities/project/hooks.ts'
import { projectLogo } from '#entities/project/project-logo.tsx'
import { Loader } from '#ui/feedback/loader.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { SidebarItem } from '#ui/layout/sidebar-item.tsx'
import { useIsAt } from '#ui/layout/sidebar-link.ts'
import { useParams } from '#ui/router/hooks.ts'
import { Link } from '#ui/router/link.tsx'
import { Outlet } from '#ui/router/outlet.tsx'
import { classNames } from '#ui/theme/class-names.ts'

function useEntries() {
  const { t } = useTranslation()
  return ({ id, name, member_role }: Project): SettingsGroup => {
    const role = member_role ?? 0
    const pages = [
      { icon: SlidersHorizontal, label: t('project_settings.general'), page: '', from: 0 },
      { icon: Users, label: t('project_settings.members.title'), page: '/members', from: MEMBER },
      {
        icon: Blocks,
        label: t('project_settings.features.title'),
        page: '/features',
        from: ADMIN,
      },
      { icon: CircleDot, label: t('states.title'), page: '/states', from: MEMBER },
      { icon: Shapes, label: t('types.title'), page: '/types', from: ADMIN },
      { icon: Tag, label: t('labels.title'), page: '/labels', from: MEMBER },
      {
        icon: LayoutTemplate,
        label: t('item_templates.title'),
        page: '/templates',
        from: MEMBER,
      },
      { icon: Triangle, label: t('estimates.title'), page: '/estimates', from: ADMIN },
      {
        icon: Workflow,
        label: t('project_settings.automations.title'),
        page: '/automations',
        from: ADMIN,
      },
    ]
    return {
      label: name,
      entries: pages
        .filter(({ from }) => role >= from)
        .map(({ icon, label, page }) => ({ icon, label, path: `projects/${id}${page}` })),
    }
  }
}

export function ProjectSettings() {
  const { t } = useTranslation()
  const { slug, projectId } = useParams('/$slug/settings/projects/$projectId')
  const entriesOf = useEntries()
  const joined = useJoinedProjects(slug)
  const projects = useAllProjects(slug)
  const project = projects?.find(({ id }) => id === projectId)
  return (
    <SettingsFrame
      tab="projects"
      groups={isOpen(project) ? [entriesOf(project)] : []}
      sections={
        <nav aria-label={t('project_settings.projects')} className="flex flex-col px-2 pt-4 pb-8">
          {joined?.map((one) => (
            // The project whose settings are open is expanded.
            <ProjectSections
              key={`${one.id} ${one.id === projectId}`}
              slug={slug}
              project={one}
              group={entriesOf(one)}
              current={one.id === projectId}
            />
          ))}
        </nav>
      }
    >
      {!projects ? (
        <Loader />
      ) : isOpen(project) ? (
        <Outlet />
      ) : (
        <ClosedProject slug={slug} project={project} />
      )}
    </SettingsFrame>
  )
}

interface ProjectSectionsProps {
  slug: string
  project: Project
  group: SettingsGroup
  current: boolean
}

function ProjectSections({ slug, project, group, current }: ProjectSectionsProps) {
  const { t } = useTranslation()
  const isAt = useIsAt()
  const [open, setOpen] = useState(current)
  return (
    <div className="mb-1">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="focus-inset flex min-h-10 w-full items-center gap-2 rounded-md py-1 pr-1.5 pl-2 text-left hover:bg-hover max-md:min-h-12"
      >
        {projectLogo(project, 20)}
        <span className="min-w-0 grow">
          <span className="block truncate font-medium">{project.name}</span>
          <span className="block truncate text-small text-ink-3">
            {t(`shell.role.${project.member_role}` as TextKey)}
          </span>
        </span>
        <Icon
          of={ChevronRight}
          className={classNames(
            'text-ink-3 transition-transform duration-(--time-base)',
            open && 'rotate-90',
          )}
        />
      </button>
      {open && (
        <div className="mt-px mb-1 ml-4.5 flex flex-col border-l border-line pl-2">
          {group.entries.map(({ icon, label, path }) => (
            <SidebarItem
              key={path}
              nested
              icon={icon}
              label={label}
              current={isAt(placeOf(slug, path))}
              as={<Link to={placeOf(slug, path)} />}
            />
          ))}
        </div>
      )}
    </div>
  )
}
