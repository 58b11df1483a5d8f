import type { Project } from '@cairn/contract'
import type { ReactNode } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { useJoinProject } from '#entities/project/change-hooks.ts'
import { useJoinedProjects } from '#entities/project/hooks.ts'
import { projectLogo } from '#entities/project/project-logo.tsx'
import { usePeople } from '#entities/workspace/hooks.ts'
import { Button, buttonLook } from '#ui/controls/button.tsx'
import { HomeSection } from '#ui/layout/home-section.tsx'
import { AvatarGroup } from '#ui/people/avatar-group.tsx'
import { Count } from '#ui/people/badge.tsx'
import { Link } from '#ui/router/link.tsx'
import { useJoinableProjects } from './joinable.ts'

/** The rest is a click away, on the page of all projects. */
const SHOWN_LIMIT = 8

export function JoinedRows({ slug }: { slug: string }) {
  const { t } = useTranslation()
  const projects = useJoinedProjects(slug)
  if (!projects?.length) return null
  return (
    <Rows id="home-projects" slug={slug} title={t('home.projects')} projects={projects}>
      {({ id }) => (
        <Link
          to="/$slug/projects/$projectId/issues/"
          params={{ slug, projectId: id }}
          className={buttonLook('ghost', 'md')}
        >
          {t('home.open_project')}
        </Link>
      )}
    </Rows>
  )
}

export function JoinableRows({ slug }: { slug: string }) {
  const { t } = useTranslation()
  const projects = useJoinableProjects(slug)
  const join = useJoinProject(slug)
  if (!projects?.length) return null
  return (
    <Rows id="home-joinable" slug={slug} title={t('home.joinable')} projects={projects}>
      {({ id, name }) => (
        <Button
          busy={join.isPending && join.variables === id}
          aria-label={t('home.join_named', { name })}
          onClick={() =>
            join.mutate(id, {
              onError: (error) => notifyFailure(t('projects.not_joined_yet', { name }), error),
            })
          }
        >
          {t('projects.join_project')}
        </Button>
      )}
    </Rows>
  )
}

interface RowsProps {
  id: string
  slug: string
  title: string
  projects: readonly Project[]
  /** The actions of each. */
  children: (project: Project) => ReactNode
}

function Rows({ id, slug, title, projects, children }: RowsProps) {
  const { t } = useTranslation()
  const people = usePeople(slug)
  return (
    <HomeSection
      id={id}
      title={
        <span className="flex items-center gap-2">
          {title}
          <Count value={projects.length} />
        </span>
      }
    >
      <ul className="divide-y divide-line-subtle overflow-hidden rounded-lg border border-line">
        {projects.slice(0, SHOWN_LIMIT).map((project) => {
          const faces = project.members.flatMap((member) => people.get(member) ?? [])
          return (
            <li key={project.id} className="flex min-h-12 items-center gap-3 py-2 pr-3 pl-4">
              {projectLogo(project, 20)}
              <span className="flex min-w-0 grow gap-x-4 max-md:flex-col">
                <span className="w-40 shrink-0 truncate font-medium max-md:w-full">
                  {project.name}
                </span>
                <span className="min-w-0 truncate text-ink-2">{project.description}</span>
              </span>
              <span className="shrink-0 max-md:hidden">
                {faces.length > 0 && <AvatarGroup people={faces} size={24} />}
              </span>
              <span className="flex w-28 shrink-0 justify-end">{children(project)}</span>
            </li>
          )
        })}
      </ul>
      {projects.length > SHOWN_LIMIT && (
        <p className="mt-3 text-center">
          <Link to="/$slug/projects/" params={{ slug }} className="link">
            {t('home.see_all_projects')}
          </Link>
        </p>
      )}
    </HomeSection>
  )
}
