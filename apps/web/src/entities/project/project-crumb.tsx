import type { Project } from '@cairn/contract'
import { ChevronsUpDown } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { Combobox } from '#ui/controls/combobox.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Crumb } from '#ui/layout/breadcrumbs.tsx'
import { useIsAt } from '#ui/layout/sidebar-link.ts'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { Link } from '#ui/router/link.tsx'
import { navigate } from '#ui/router/router.ts'
import { useJoinedProjects } from './hooks.ts'
import { projectLogo } from './project-logo.tsx'

/** The current project, with a menu of the others. */
export function ProjectCrumb({ slug, project }: { slug: string; project: Project | undefined }) {
  const { t } = useTranslation()
  const isAt = useIsAt()
  const projects = useJoinedProjects(slug) ?? []
  if (!project) return <Crumb>{null}</Crumb>
  return (
    <Crumb
      icon={projectLogo(project)}
      after={
        projects.length > 1 && (
          <Combobox
            label={t('shell.switch_project')}
            trigger={
              <IconButton
                size="sm"
                icon={ChevronsUpDown}
                iconSize={14}
                label={t('shell.switch_project')}
                className="-ml-1"
              />
            }
            options={projects.map((one) => ({
              value: one.id,
              label: one.name,
              hint: one.identifier,
              icon: projectLogo(one),
            }))}
            value={project.id}
            onChange={(projectId) =>
              void navigate({
                to: '/$slug/projects/$projectId/issues/',
                params: { slug, projectId },
              })
            }
          />
        )
      }
    >
      <Tooltip label={project.name}>
        {isAt(`/${slug}/projects/${project.id}/issues`) ? (
          <span>{project.name}</span>
        ) : (
          <Link to="/$slug/projects/$projectId/issues/" params={{ slug, projectId: project.id }}>
            {project.name}
          </Link>
        )}
      </Tooltip>
    </Crumb>
  )
}
