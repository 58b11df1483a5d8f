import { canPublishProject, MEMBER, type Project } from '@cairn/contract'
import { useNavigate } from '@tanstack/react-router'
import {
  Archive,
  DoorOpen,
  Ellipsis,
  Globe,
  Link as LinkIcon,
  Settings,
  Star,
  StarOff,
} from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useToggleFavoriteProject } from '#entities/favorite/hooks.ts'
import { copyProjectLink } from '#entities/project/project-link.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Menu, type MenuEntry } from '#ui/overlays/menu.tsx'
import { lazy } from '#ui/platform/lazy.ts'

const PublishDialog = lazy(() => import('#features/publishing/publish-dialog.tsx'))
const LeaveProjectDialog = lazy(() => import('#features/project-members/leave-project-dialog.tsx'))

interface ProjectMenuProps {
  slug: string
  project: Project
  moves: MenuEntry[]
}

/** What can be done with a project from the sidebar. */
export function ProjectMenu({ slug, project, moves }: ProjectMenuProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const toggleFavorite = useToggleFavoriteProject(slug)
  const [asked, setAsked] = useState<'leave' | 'publish'>()
  const close = () => setAsked(undefined)
  const { id, name, is_favorite, member_role, members_can_publish } = project
  // Guests have no settings, where the others leave.
  const isGuest = (member_role ?? 0) < MEMBER

  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton size="sm" icon={Ellipsis} label={t('shell.project_actions', { name })} />
        }
        items={[
          {
            label: t(is_favorite ? 'favorites.remove' : 'favorites.add'),
            icon: is_favorite ? StarOff : Star,
            onSelect: () => toggleFavorite(project),
          },
          canPublishProject({ project_role: member_role ?? 0, members_can_publish }) && {
            label: t('shell.publish_project'),
            icon: Globe,
            onSelect: () => setAsked('publish'),
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
          moves.length > 0 && 'line',
          ...moves,
          isGuest && 'line',
          isGuest && {
            label: t('shell.leave_project'),
            icon: DoorOpen,
            danger: true,
            onSelect: () => setAsked('leave'),
          },
        ]}
      />
      <Suspense>
        {asked === 'leave' && <LeaveProjectDialog slug={slug} project={project} onClose={close} />}
        {asked === 'publish' && (
          <PublishDialog
            target={{ kind: 'project', slug, project_id: id, id, name }}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}
