import { GUEST, type Teamspace } from '@cairn/contract'
import { Ellipsis } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useFailure } from '#data/use-failure.ts'
import { NotLoaded } from '#entities/frame/not-loaded.tsx'
import { teamspacesIn, useTeamspaces } from '#entities/teamspace/hooks.ts'
import { useWorkspace } from '#entities/workspace/hooks.ts'
import { buttonLook } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { NotAuthorized } from '#ui/feedback/not-authorized.tsx'
import { Crumb } from '#ui/layout/breadcrumbs.tsx'
import { SkeletonRows } from '#ui/lists/skeleton-rows.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { Link } from '#ui/router/link.tsx'
import { navigate } from '#ui/router/router.ts'
import { classNames } from '#ui/theme/class-names.ts'
import { TeamspaceDialogs } from './teamspace-dialogs.tsx'
import { teamspaceLogo } from './teamspace-logo.tsx'
import { type AskedTeamspace, useTeamspaceMenu } from './use-teamspace-menu.ts'

interface WithTeamspaceProps {
  slug: string
  id: string
  children: (teamspace: Teamspace) => ReactNode
}

/** The teamspace of the URL once loaded; otherwise the reason why it is missing. */
export function WithTeamspace({ slug, id, children }: WithTeamspaceProps) {
  const { t } = useTranslation()
  const workspace = useWorkspace(slug)
  const teamspaces = useTeamspaces(slug)
  const failed = useFailure({ ...teamspacesIn(slug), enabled: (workspace?.role ?? 0) > GUEST })
  if (workspace && (workspace.role ?? 0) <= GUEST) return <NotAuthorized />
  if (failed) return <NotLoaded onRetry={failed} />
  if (!teamspaces) return <SkeletonRows count={14} />
  const teamspace = teamspaces.find((one) => one.id === id)
  if (teamspace) return children(teamspace)
  return (
    <EmptyState
      level={1}
      picture="no-match"
      title={t('teamspaces.missing_title')}
      action={
        <Link to="/$slug/teamspaces/" params={{ slug }} className={buttonLook('primary')}>
          {t('teamspaces.view_others')}
        </Link>
      }
    >
      {t('teamspaces.missing_text')}
    </EmptyState>
  )
}

interface TeamProps {
  slug: string
  teamspace: Teamspace
}

export function TeamCrumb({ slug, teamspace }: TeamProps) {
  return (
    <Crumb icon={teamspaceLogo(teamspace)}>
      <Link to="/$slug/teamspaces/$teamspaceId/" params={{ slug, teamspaceId: teamspace.id }}>
        {teamspace.name}
      </Link>
    </Crumb>
  )
}

const parts = ['items', 'views'] as const

/** Tabs of a teamspace. */
export function TeamTabs({ slug, teamspace, at }: TeamProps & { at: (typeof parts)[number] }) {
  const { t } = useTranslation()
  const params = { slug, teamspaceId: teamspace.id }
  return (
    <nav aria-label={t('teamspaces.parts')} className="flex gap-0.5">
      {parts.map((part) => (
        <Link
          key={part}
          to={
            part === 'items'
              ? '/$slug/teamspaces/$teamspaceId/'
              : '/$slug/teamspaces/$teamspaceId/views/'
          }
          params={params}
          search={{}}
          aria-current={part === at ? 'page' : undefined}
          className={classNames(buttonLook('ghost'), part === at && 'bg-pressed text-ink')}
        >
          {t(`teamspaces.${part}`)}
        </Link>
      ))}
    </nav>
  )
}

/** At the right of the header: actions on the teamspace itself. */
export function TeamActions({ slug, teamspace }: TeamProps) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<AskedTeamspace>()
  const menuOf = useTeamspaceMenu(slug, setAsked)
  const { name } = teamspace
  return (
    <>
      <Menu
        align="end"
        trigger={<IconButton icon={Ellipsis} label={t('teamspaces.actions', { name })} />}
        items={menuOf(teamspace)}
      />
      <TeamspaceDialogs
        slug={slug}
        asked={asked}
        onClose={() => setAsked(undefined)}
        onGone={() => void navigate({ to: '/$slug/teamspaces/', params: { slug } })}
      />
    </>
  )
}
