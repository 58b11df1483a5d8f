import type { Project } from '@cairn/contract'
import { Link } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { usePeople } from '#features/workspaces/hooks.ts'
import { AvatarGroup } from '#ui/avatar-group.tsx'
import { longDate } from '#ui/day.ts'
import { Icon } from '#ui/icon.tsx'
import { projectLogo } from './project-logo.tsx'

export function ProjectCard({ slug, project }: { slug: string; project: Project }) {
  const { t } = useTranslation()
  const people = usePeople(slug)
  const members = project.members.flatMap((id) => people.get(id) ?? [])
  const joined = project.member_role !== null
  const isPrivate = project.network === 0

  const face = (
    <>
      <span className="flex min-w-0 items-center gap-3">
        <span className="grid size-9 shrink-0 place-items-center rounded-lg bg-hover">
          {projectLogo(project, 20)}
        </span>
        <span className="min-w-0 grow">
          <span className="block truncate font-medium text-ink">{project.name}</span>
          <span className="flex items-center gap-1 text-small text-ink-3">
            {project.identifier}
            {isPrivate && (
              <>
                <Icon of={Lock} size={12} />
                <span className="sr-only">{t('projects.private')}</span>
              </>
            )}
          </span>
        </span>
      </span>
      <span className="mt-3 line-clamp-2 min-h-10 text-ink-2">
        {project.description ||
          t('projects.created_on', { date: longDate(project.created_at.slice(0, 10)) })}
      </span>
      <span className="mt-3 flex h-5 items-center justify-between gap-2">
        <AvatarGroup people={members} />
        <span className="text-small text-ink-3">
          {joined
            ? t('projects.members', { count: project.members.length })
            : t('projects.not_joined')}
        </span>
      </span>
    </>
  )
  const look = 'flex min-w-0 flex-col rounded-lg border border-line bg-surface p-4 text-left'
  if (!joined) return <div className={look}>{face}</div>
  return (
    <Link
      to="/$slug/projects/$projectId/issues/"
      params={{ slug, projectId: project.id }}
      className={`${look} transition-colors duration-(--time-instant) hover:border-line-strong`}
    >
      {face}
    </Link>
  )
}
