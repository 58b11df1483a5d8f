import { canPublishProject, MEMBER, type Project } from '@cairn/contract'
import { Archive, DoorOpen, Globe, Link as LinkIcon, Settings, Star, StarOff } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { useToggleFavoriteProject } from '#entities/favorite/change-hooks.ts'
import { copyProjectLink } from '#entities/project/project-link.ts'
import { type MovesProps, moveEntries } from '#ui/lists/sortable-menu.tsx'
import type { ShowMenu } from '#ui/overlays/menu.tsx'
import { navigate } from '#ui/router/router.ts'

interface ProjectEntriesProps {
  slug: string
  project: Project
  moves: MovesProps
  onAsk: (about: 'leave' | 'publish') => void
  show: ShowMenu
}

export default function ProjectEntries(props: ProjectEntriesProps) {
  const { slug, project, moves, onAsk, show } = props
  const { t } = useTranslation()
  const toggleFavorite = useToggleFavoriteProject(slug)
  const { id, is_favorite, member_role, members_can_publish } = project
  // Guests have no settings; others leave there.
  const isGuest = (member_role ?? 0) < MEMBER
  return show([
    {
      label: t(is_favorite ? 'favorites.remove' : 'favorites.add'),
      icon: is_favorite ? StarOff : Star,
      onSelect: () => toggleFavorite(project),
    },
    canPublishProject({ project_role: member_role ?? 0, members_can_publish }) && {
      label: t('shell.publish_project'),
      icon: Globe,
      onSelect: () => onAsk('publish'),
    },
    {
      label: t('shell.copy_link'),
      icon: LinkIcon,
      onSelect: () => void copyProjectLink(slug, id),
    },
    !isGuest && {
      label: t('shell.archives'),
      icon: Archive,
      href: `/${slug}/projects/${id}/archives/issues/`,
      onSelect: () =>
        void navigate({
          to: '/$slug/projects/$projectId/archives/issues/',
          params: { slug, projectId: id },
        }),
    },
    !isGuest && {
      label: t('shell.settings'),
      icon: Settings,
      href: `/${slug}/settings/projects/${id}/`,
      onSelect: () =>
        void navigate({
          to: '/$slug/settings/projects/$projectId/',
          params: { slug, projectId: id },
        }),
    },
    moves.steps.length > 0 && 'line',
    ...moveEntries(moves),
    isGuest && 'line',
    isGuest && {
      label: t('shell.leave_project'),
      icon: DoorOpen,
      danger: true,
      onSelect: () => onAsk('leave'),
    },
  ])
}
