import { ADMIN, MEMBER, PRIVATE, type Project } from '@cairn/contract'
import {
  ArchiveRestore,
  ExternalLink,
  Link as LinkIcon,
  Lock,
  Settings,
  Star,
  Trash2,
  UserPlus,
} from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { useToggleFavoriteProject } from '#entities/favorite/change-hooks.ts'
import type { RequestedAction } from '#entities/project/project-dialogs.tsx'
import { copyProjectLink, projectAddress } from '#entities/project/project-link.ts'
import { projectLogo } from '#entities/project/project-logo.tsx'
import { usePeople } from '#entities/workspace/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { longDate } from '#ui/dates/day.ts'
import { dayOfMoment } from '#ui/dates/own-zone.ts'
import { toast } from '#ui/feedback/toast.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { ContextMenu } from '#ui/overlays/context-menu.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { AvatarGroup } from '#ui/people/avatar-group.tsx'
import { Tag } from '#ui/people/badge.tsx'
import { Link } from '#ui/router/link.tsx'
import { navigate } from '#ui/router/router.ts'
import { classNames } from '#ui/theme/class-names.ts'
import { ProjectCover } from './project-cover.tsx'

interface ProjectCardProps {
  slug: string
  project: Project
  /** If projects the user is not in, or archived ones, are shown too. */
  onAsk?: (asked: RequestedAction) => void
}

/** On a cover, which may have any color. */
const onCover = 'border border-line bg-raised text-ink-2 shadow-lift-0 hover:bg-hover'

export function ProjectCard({ slug, project, onAsk }: ProjectCardProps) {
  const { t } = useTranslation()
  const toggle = useToggleFavoriteProject(slug)
  const { id, name, identifier, network, member_role, archived_at, is_favorite } = project
  const joined = member_role !== null
  const isAdmin = member_role === ADMIN
  const canSet = joined && member_role >= MEMBER
  const archived = archived_at !== null
  const ask = (action: RequestedAction['action']) => onAsk?.({ action, project })
  const openSettings = () =>
    void navigate({ to: '/$slug/settings/projects/$projectId/', params: { slug, projectId: id } })

  const toggleFavorite = () =>
    toggle(project, () =>
      toast({
        kind: 'success',
        id: `favorite-${id}`,
        title: t(is_favorite ? 'projects.favorite_removed' : 'projects.favorite_added', { name }),
      }),
    )

  const menu = () => [
    canSet &&
      !archived && { label: t('projects.settings'), icon: Settings, onSelect: openSettings },
    !joined &&
      !archived && {
        label: t('projects.join'),
        icon: UserPlus,
        onSelect: () => ask('join'),
      },
    !archived && {
      label: t('projects.open_in_tab'),
      icon: ExternalLink,
      onSelect: () => window.open(projectAddress(slug, id), '_blank', 'noopener'),
    },
    !archived && {
      label: t('projects.copy_link'),
      icon: LinkIcon,
      onSelect: () => void copyProjectLink(slug, id),
    },
    archived &&
      isAdmin && {
        label: t('projects.restore'),
        icon: ArchiveRestore,
        onSelect: () => ask('restore'),
      },
    archived &&
      isAdmin && {
        label: t('projects.delete'),
        icon: Trash2,
        danger: true,
        onSelect: () => ask('delete'),
      },
  ]

  const title = (
    <Tooltip label={name}>
      <span className="block truncate font-medium text-ink">{name}</span>
    </Tooltip>
  )
  // Covers the whole card, below its other controls.
  const cover = 'before:absolute before:inset-0 before:rounded-lg'

  return (
    <ContextMenu items={menu}>
      <article
        aria-label={name}
        className={classNames(
          'group/card relative flex min-w-0 flex-col overflow-hidden rounded-lg border border-line bg-surface',
          !archived && 'hover:border-line-strong',
        )}
      >
        <ProjectCover
          project={project}
          className={classNames('h-22 w-full shrink-0', archived && 'opacity-60')}
        />
        {!archived && (
          <div className="absolute top-2 right-2 z-1 flex gap-1 max-md:gap-5">
            <IconButton
              size="sm"
              iconSize={14}
              icon={LinkIcon}
              label={t('projects.copy_link_of', { name })}
              className={classNames(
                onCover,
                'until-hover group-focus-within/card:opacity-100 group-hover/card:opacity-100',
              )}
              onClick={() => void copyProjectLink(slug, id)}
            />
            <IconButton
              size="sm"
              icon={
                <Star
                  aria-hidden
                  size={14}
                  strokeWidth={1.9}
                  className={is_favorite ? 'fill-warning text-warning' : ''}
                />
              }
              label={t(is_favorite ? 'projects.unfavorite' : 'projects.favorite', { name })}
              pressed={is_favorite}
              className={classNames(
                onCover,
                !is_favorite &&
                  'until-hover group-focus-within/card:opacity-100 group-hover/card:opacity-100',
              )}
              onClick={toggleFavorite}
            />
          </div>
        )}
        <div className="flex min-w-0 grow flex-col p-4 pt-3">
          <div className="flex min-w-0 items-center gap-3">
            <span className="grid size-9 shrink-0 place-items-center rounded-lg bg-hover">
              {projectLogo(project, 20)}
            </span>
            <div className="min-w-0 grow">
              <h2>
                {archived ? (
                  title
                ) : joined ? (
                  <Link
                    to="/$slug/projects/$projectId/issues/"
                    params={{ slug, projectId: id }}
                    className={classNames('block rounded-sm', cover)}
                  >
                    {title}
                  </Link>
                ) : (
                  <button
                    type="button"
                    onClick={() => ask('join')}
                    className={classNames('block max-w-full rounded-sm text-left', cover)}
                  >
                    {title}
                  </button>
                )}
              </h2>
              <span className="flex items-center gap-1 text-small text-ink-3">
                {identifier}
                {network === PRIVATE && (
                  <>
                    <Icon of={Lock} size={12} />
                    <span className="sr-only">{t('projects.private')}</span>
                  </>
                )}
              </span>
            </div>
          </div>
          <p className="mt-3 line-clamp-2 min-h-10 text-ink-2 wrap-anywhere">
            {project.description ||
              t('projects.created_on', { date: longDate(dayOfMoment(project.created_at)) })}
          </p>
          <div className="mt-auto flex h-10 items-end justify-between gap-2">
            <Members slug={slug} project={project} />
            <div className="relative z-1 flex items-center gap-1">
              {archived ? (
                <>
                  <Tag>{t('projects.archived_tag')}</Tag>
                  {isAdmin && (
                    <>
                      <Button size="sm" onClick={() => ask('restore')}>
                        {t('projects.restore')}
                      </Button>
                      <IconButton
                        size="sm"
                        icon={Trash2}
                        label={t('projects.delete_named', { name })}
                        onClick={() => ask('delete')}
                      />
                    </>
                  )}
                </>
              ) : canSet ? (
                <Tooltip label={t('projects.settings')}>
                  <Link
                    to="/$slug/settings/projects/$projectId/"
                    params={{ slug, projectId: id }}
                    aria-label={t('projects.settings_of', { name })}
                    className="hit grid size-6 place-items-center rounded-sm text-ink-3 hover:bg-hover hover:text-ink"
                  >
                    <Icon of={Settings} />
                  </Link>
                </Tooltip>
              ) : joined ? (
                <span className="text-small text-ink-3">{t('projects.joined')}</span>
              ) : (
                <Button size="sm" onClick={() => ask('join')}>
                  {t('projects.join')}
                </Button>
              )}
            </div>
          </div>
        </div>
      </article>
    </ContextMenu>
  )
}

function Members({ slug, project }: { slug: string; project: Project }) {
  const { t } = useTranslation()
  const people = usePeople(slug)
  const members = project.members.flatMap((id) => people.get(id) ?? [])
  if (members.length === 0) {
    return <span className="text-small text-ink-3">{t('projects.no_member_yet')}</span>
  }
  return (
    <Tooltip label={t('projects.members', { count: members.length })}>
      <span className="relative z-1 inline-flex">
        <AvatarGroup people={members} tooltip={false} />
      </span>
    </Tooltip>
  )
}
