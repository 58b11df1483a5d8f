import { ADMIN, type Project, type Teamspace } from '@cairn/contract'
import { Goal, Layers, Plus, SquareCheck, Users } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useJoinedProjects } from '#entities/project/hooks.ts'
import { projectLogo } from '#entities/project/project-logo.tsx'
import { useTeamspaces } from '#entities/teamspace/hooks.ts'
import { useWorkspace } from '#entities/workspace/hooks.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { SidebarGroup, SidebarHeading, SidebarItem, SidebarNav } from '#ui/layout/sidebar-item.tsx'
import { useIsAt } from '#ui/layout/sidebar-link.ts'
import { useStored } from '#ui/platform/stored.ts'
import { useParams } from '#ui/router/hooks.ts'
import { Link } from '#ui/router/link.tsx'
import { TeamspaceDialogs } from './teamspace-dialogs.tsx'
import { teamspaceLogo } from './teamspace-logo.tsx'
import type { AskedTeamspace } from './use-teamspace-menu.ts'

interface TeamspacesSectionProps {
  slug: string
  /** On small screens: overlays would close with the drawer. */
  inDrawer: boolean
}

/** Sidebar section: the user's teamspaces, and links to all teamspaces and to their initiatives. */
export default function TeamspacesSection({ slug, inDrawer }: TeamspacesSectionProps) {
  const { t } = useTranslation()
  const teamspaces = useTeamspaces(slug)
  const isAdmin = (useWorkspace(slug)?.role ?? 0) >= ADMIN
  const [open, setOpen] = useStored('teamspaces_open', true)
  const [asked, setAsked] = useState<AskedTeamspace>()
  const isAt = useIsAt()
  if (!teamspaces) return null
  return (
    <section aria-label={t('teamspaces.heading')}>
      <SidebarHeading
        open={open}
        onToggle={() => setOpen(!open)}
        action={
          isAdmin &&
          !inDrawer && (
            <IconButton
              size="sm"
              icon={Plus}
              iconSize={14}
              label={t('teamspaces.add')}
              onClick={() => setAsked({ action: 'create' })}
            />
          )
        }
      >
        {t('teamspaces.heading')}
      </SidebarHeading>
      {open && (
        <SidebarNav label={t('teamspaces.heading')}>
          {teamspaces.map((teamspace) => (
            <TeamspaceEntry key={teamspace.id} slug={slug} teamspace={teamspace} />
          ))}
          <SidebarItem
            icon={Users}
            label={t('teamspaces.all')}
            current={isAt(`/${slug}/teamspaces`)}
            as={<Link to="/$slug/teamspaces/" params={{ slug }} />}
          />
          <SidebarItem
            icon={Goal}
            label={t('teamspaces.initiatives')}
            current={isAt(`/${slug}/initiatives`, { within: true })}
            as={<Link to="/$slug/initiatives/" params={{ slug }} />}
          />
        </SidebarNav>
      )}
      <TeamspaceDialogs slug={slug} asked={asked} onClose={() => setAsked(undefined)} />
    </section>
  )
}

function TeamspaceEntry({ slug, teamspace }: { slug: string; teamspace: Teamspace }) {
  const { t } = useTranslation()
  const { teamspaceId } = useParams()
  const isAt = useIsAt()
  const { id, name, project_ids } = teamspace
  const current = teamspaceId === id
  const [open, setOpen] = useState(current)
  const joined = useJoinedProjects(slug) ?? []
  const params = { slug, teamspaceId: id }
  const base = `/${slug}/teamspaces/${id}`

  // The current teamspace expands itself; the user may still collapse it.
  useEffect(() => {
    if (current) setOpen(true)
  }, [current])

  return (
    <SidebarGroup
      icon={teamspaceLogo(teamspace)}
      label={name}
      open={open}
      onToggle={() => setOpen(!open)}
    >
      <SidebarItem
        nested
        icon={SquareCheck}
        label={t('teamspaces.items')}
        current={isAt(base)}
        as={<Link to="/$slug/teamspaces/$teamspaceId/" params={params} />}
      />
      <SidebarItem
        nested
        icon={Layers}
        label={t('teamspaces.views')}
        current={isAt(`${base}/views`, { within: true })}
        as={<Link to="/$slug/teamspaces/$teamspaceId/views/" params={params} />}
      />
      {joined
        .filter((project) => project_ids.includes(project.id))
        .map((project: Project) => (
          <SidebarItem
            key={project.id}
            nested
            icon={projectLogo(project)}
            label={project.name}
            current={isAt(`${base}/projects/${project.id}`)}
            as={
              <Link
                to="/$slug/teamspaces/$teamspaceId/projects/$projectId/"
                params={{ ...params, projectId: project.id }}
              />
            }
          />
        ))}
    </SidebarGroup>
  )
}
